"""What the screen shows, as pure data: `companion.display` draws exactly this and decides nothing.

Texts are finished sentences in the language of the family (`companion.words`). Colours are those of the board profile;
fields are its field names (`T12` on the track, `yellow:B2` in a house, `red:c` in a goal).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from calibration.profile import BoardProfile
from companion.wish import Wish

MOST_BUTTONS, MOST_AFTER_A_GAME = 2, 3
MOST_CHOICES = 6


class Mode(StrEnum):
    """The screens. Each says which fields of the scene it draws besides board, pieces, players, texts and buttons."""

    TURN = "turn"
    """`on` is to throw."""
    THROW = "throw"
    """`throw` with the possible `moves` of `on`."""
    SIX_AGAIN = "six_again"
    """`on` has thrown a six and throws once more."""
    NO_MOVE = "no_move"
    """`throw` allows `on` no move."""
    WRONG = "wrong"
    """Something is open: `wrong` for a miscounted move, else the sign of `reason`; `marks` ring fields."""
    HAND = "hand"
    """A hand is over the board: the board is veiled and nobody's colour is shown."""
    LOST = "lost"
    """The camera gives no picture, or the board was lost from it."""
    LOOKING = "looking"
    """The board has not been found yet."""
    COUNT = "count"
    """Counting along: `count`, its number large; the title is the call to count."""
    START_CHECK = "start_check"
    """The pieces do not stand as the game begins: `marks` ring the fields."""
    CORRECT = "correct"
    """What it may have been instead: `choices`, the recognised one first, its `way` on the board."""
    ASK = "ask"
    """A question about the board: each of the `choices` is a picture of it."""
    SETUP = "setup"
    """Who plays: a card for each colour (`choices`); no board."""
    NAME = "name"
    """A name is put together from `letters`: `typed` so far; `on` is whose it is; no board."""
    RULES = "rules"
    """By which rules: a card for each (`choices`); no board."""
    END = "end"
    """The podium: places and pieces home of `players`; no board."""
    EVENING = "evening"
    """The `scores` of the evening; no board."""
    FIGURES = "figures"
    """The `table` of what is counted for each player; no board."""
    HALL = "hall"
    """The hall of fame: `fame`; no board."""
    LIBRARY = "library"
    """The games that were played: `rows`, above them by what they are chosen (`tabs`); no board."""


AFTER_A_GAME = (Mode.END, Mode.EVENING, Mode.FIGURES, Mode.HALL)


class MarkKind(StrEnum):
    """Why a field is ringed."""

    MISSING = "missing"
    """A piece of the mark's colour should stand here and does not: an open, dashed place."""
    EXTRA = "extra"
    """The piece that stands here should not."""


@dataclass(frozen=True, slots=True)
class ScenePiece:
    """A piece of `color` on `field`; a second piece on the same field makes a barrier."""

    color: str
    field: str


@dataclass(frozen=True, slots=True)
class ScenePlayer:
    """A colour in the game, in the order of play. `name` is shown: a person's, or the colour's in the family's language."""

    color: str
    name: str
    home: int = 0
    """Pieces in the goal, 0 … 4."""
    place: int | None = None
    """1 for the winner; None while not home."""


@dataclass(frozen=True, slots=True)
class SceneMove:
    """A move that is possible; `captures` is the colour that would go home."""

    color: str
    source_field: str
    target_field: str
    captures: str | None = None


@dataclass(frozen=True, slots=True)
class SceneMark:
    """A field to look at; `color` is whose piece is missing there (None: nobody's in particular)."""

    field: str
    kind: MarkKind
    color: str | None = None


@dataclass(frozen=True, slots=True)
class WrongWay:
    """A miscounted move: the way really gone and where it should have ended."""

    color: str
    path: tuple[str, ...]
    """Fields of the way really gone, from the one it began on to the one the piece stands on: `walked` + 1 fields."""
    right_field: str
    thrown: int
    walked: int


@dataclass(frozen=True, slots=True)
class SceneCount:
    """Counting along: the way's fields, the one it begins on first; the first `count` steps (0 … all) are lit."""

    color: str
    path: tuple[str, ...]
    count: int

    @property
    def steps(self) -> int:
        """How many steps there are to count."""
        return len(self.path) - 1


@dataclass(frozen=True, slots=True)
class SceneButton:
    """Something to press. `id` comes back from the screen; `icon` is a name of `companion.display.icons`; one is `main`."""

    id: str
    label: str
    icon: str | None = None
    main: bool = False
    wish: Wish | None = None
    """What is wanted by whoever presses it; None: the `id` says it."""


@dataclass(frozen=True, slots=True)
class SceneWay:
    """The way a piece went: every field from the one it began on to the one it stands on."""

    color: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesPicture:
    """Rules as a picture: whether a piece stands outside at the beginning, attempts for a six, the duty to capture."""

    one_outside: bool
    attempts: int
    must_capture: bool


@dataclass(frozen=True, slots=True)
class SceneChoice:
    """One of several answers, each a card to be touched; `id` comes back from the screen.

    `chosen`: it holds now. `taken`: somebody plays this colour (`SETUP`). `throw`, `color`, `icon`, `rules` are its picture;
    for `ASK` `pieces` and `way` are what would stand on the board. `steps`: fields walked, shown as a large number.
    """

    id: str
    label: str
    sentence: str = ""
    color: str | None = None
    throw: int | None = None
    icon: str | None = None
    chosen: bool = False
    taken: bool = True
    rules: RulesPicture | None = None
    pieces: tuple[ScenePiece, ...] = ()
    way: SceneWay | None = None
    steps: int | None = None
    wish: Wish | None = None
    """What is wanted by whoever touches it."""


@dataclass(frozen=True, slots=True)
class SceneScore:
    """A player's evening: the place in each game (None: was not home), and the points."""

    color: str
    name: str
    places: tuple[int | None, ...]
    points: int


@dataclass(frozen=True, slots=True)
class SceneFigures:
    """A row of the table: what it counts, with its sign, and a number for each player."""

    icon: str
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SceneTable:
    """Figures of several players, each a column; `place` of a player is shown above them."""

    players: tuple[ScenePlayer, ...]
    rows: tuple[SceneFigures, ...]


@dataclass(frozen=True, slots=True)
class SceneFame:
    """A player in the hall of fame: games won, a few words beside that number, and what nobody has done better."""

    color: str
    name: str
    wins: int
    about: str
    feat: str = ""


@dataclass(frozen=True, slots=True)
class SceneRow:
    """A game in the list, to be touched: when it was played, who played, winner first, how it ended (a sign and words)."""

    id: str
    when: str
    players: tuple[ScenePlayer, ...]
    icon: str
    about: str
    wish: Wish | None = None


@dataclass(frozen=True)
class Scene:
    """One picture. Scenes compare by value: equal scenes look equal.

    `quarter_turns` turns the board clockwise, so that it lies on the screen as it lies on the table; `on` is the colour on
    turn; `title` is the large line, `sentence` the smaller one below it; at most two `buttons`, after a game
    three, the main one first.
    """

    board: BoardProfile = field(hash=False)
    mode: Mode
    players: tuple[ScenePlayer, ...]
    pieces: tuple[ScenePiece, ...] = ()
    on: str | None = None
    throw: int | None = None
    moves: tuple[SceneMove, ...] = ()
    title: str = ""
    sentence: str = ""
    spoken: str = ""
    """What the voice says of this scene; empty: nothing. The screen shows it, in `title` and `sentence`."""
    wrong: WrongWay | None = None
    count: SceneCount | None = None
    reason: str | None = None
    """For `WRONG`: the reason of the rules, a word like `own_piece_there`; it chooses the sign."""
    marks: tuple[SceneMark, ...] = ()
    buttons: tuple[SceneButton, ...] = ()
    focus: str | None = None
    """The field whose piece was touched or is advised: of many moves only those from here get an arc."""
    counts: tuple[str, ...] = ()
    """Fields whose piece is counted along when it is touched."""
    choices: tuple[SceneChoice, ...] = ()
    way: SceneWay | None = None
    letters: tuple[SceneChoice, ...] = ()
    typed: str = ""
    scores: tuple[SceneScore, ...] = ()
    table: SceneTable | None = None
    fame: tuple[SceneFame, ...] = ()
    rows: tuple[SceneRow, ...] = ()
    tabs: tuple[SceneChoice, ...] = ()
    """Other pages, or what chooses among the rows: touchable words at the top, the one that holds `chosen`."""
    closable: bool = False
    """Shows the closing cross in the corner; pressing it gives the id `close`."""
    correctable: bool = False
    """Shows the arrow back in the corner; pressing it gives the id `different`, and so does touching the board."""
    settings: bool = False
    """Shows the settings sign in the corner; pressing it gives the id `settings`."""
    quarter_turns: int = 0
    night: bool = False
    past: bool = False
    """A game that was written down is looked at: nothing of it is heard."""
    large: bool = False
    """Large print: every text is a quarter larger, second lines give way where they find no room."""

    def __post_init__(self) -> None:
        most = MOST_AFTER_A_GAME if self.mode in AFTER_A_GAME else MOST_BUTTONS
        if len(self.buttons) > most:
            raise ValueError(f"a scene has room for {most} buttons; got {', '.join(button.id for button in self.buttons)}")
        if len(self.choices) > MOST_CHOICES:
            raise ValueError(f"a scene has room for {MOST_CHOICES} choices; got {len(self.choices)}")

    def player(self, color: str) -> ScenePlayer | None:
        """The player of that colour, None when it is not in the game."""
        return next((player for player in self.players if player.color == color), None)

    def placed(self) -> Iterator[ScenePlayer]:
        """The players who are home, winner first."""
        return iter(sorted((p for p in self.players if p.place is not None), key=lambda player: player.place or 0))
