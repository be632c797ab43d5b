"""Random evenings: people who play and are disturbed, drawn from a seed and played at once, so that every act is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.rules import RulesError, legal_moves
from companion.simulation.acts import Act
from companion.simulation.director import Director, Performance
from companion.simulation.paying import missable, payable
from companion.simulation.script import Script
from hardware.errors import InputError

BETWEEN: Mapping[str, Sequence[Sequence[Act]]] = {
    "push": [[Act("push")]],
    "turn": [[Act("turn")]],
    "knock": [[Act("knock")]],
    "light": [[Act("light")], [Act("light"), Act("wait"), Act("light")]],
    "lamp": [[Act("lamp")]],
    "cloud": [[Act("cloud")]],
    "rest": [[Act("rest")]],
    "hesitate": [[Act("hesitate")]],
    "put": [[Act("put")]],
    "topple": [[Act("topple"), Act("put_right")], [Act("off_board"), Act("put_right")]],
    "swap": [[Act("swap"), Act("wait", {"seconds": 4}), Act("swap_back")]],
    "tidied": [[Act("clear"), Act("wait", {"seconds": 3}), Act("set_up")]],
    "outside": [[Act("out_of_view")]],
}
"""Disturbances that may come before a throw or between throw and move."""
BEFORE_MOVE = ("wrong", "quick_wrong", "neighbour")
BEFORE_THROW = ("take_back", "early")
IN_MOVE = ("beside", "hover", "second_hand", "hurry", "meanwhile", "missed")
KINDS = (*BETWEEN, *BEFORE_MOVE, *BEFORE_THROW, *IN_MOVE)
"""Everything that can be mixed in and shown in a recording, by the name under which it is counted."""

BREAKS: Mapping[str, Sequence[Sequence[Act]]] = {
    "break": [
        [Act("pause")],
        [Act("pause"), Act("light")],
        [Act("clear"), Act("pause"), Act("set_up")],
        [Act("restart"), Act("pause")],
        [Act("pause"), Act("restart")],
    ],
    "restart": [[Act("restart")]],
}
SLIPS = ("again", "slip", "misread", "misread_open", "early_put_right")
AT_TABLE = (*(kind for kind in KINDS if kind not in ("hurry", "outside")), *BREAKS, *SLIPS, "soon")
"""An evening's, with what needs a screen and a die; the board stays in the picture. Nobody hurries on there from a throw that was
refused: a live table takes none while a hand is still over the board, so the next one comes soon after it."""
HURRIES: Mapping[str | None, float] = {"hurry": 0.15, "soon": 0.7}
"""Seconds from the hand before until the next throw; the move follows at once."""
TAKE_AWAY = 0.5
"""Chance before each ply that what lies on the board is taken away, and that it is pushed back into the picture."""
MISSED = 0.4
"""Chance that a capture which must be made is missed."""


@dataclass(frozen=True, slots=True)
class Mix:
    """How disturbed an evening is: the chance of one disturbance a ply, and which."""

    disturb: float = 0.3
    kinds: Sequence[str] = KINDS

    def __post_init__(self) -> None:
        unknown = sorted(set(self.kinds) - {*KINDS, *AT_TABLE})
        if unknown or not self.kinds:
            raise InputError(f"expected disturbances among {', '.join(AT_TABLE)}, got {unknown[0] if unknown else 'none'!r}")


@dataclass(frozen=True)
class Evening:
    """A random evening that was played: its script, act by act, and what came of it."""

    script: Script
    performance: Performance


def random_evening(table: Script, plies: int, mix: Mix) -> Evening:
    """Plays up to `plies` plies at a table (a script without acts). The same seed gives the same evening."""
    rng = Random(f"evening {table.seed}")
    try:
        director = Director(table)
    except RulesError as error:
        raise InputError(f"{table.where}: {error}") from None
    if director.stage.out:
        director.carry_out(Act("set_up", {"after": 4.0}))
    for _ in range(plies):
        if director.over:
            break
        _ply(director, rng, mix)
    script = replace(table, acts=tuple(director.done))
    return Evening(script, replace(director.performance(), script=script))


def _ply(director: Director, rng: Random, mix: Mix) -> None:
    kind = rng.choice(list(mix.kinds)) if rng.random() < mix.disturb else None
    stage = director.stage
    if rng.random() < TAKE_AWAY:
        _all_seen(director)
    if stage.owed is not None and not _paid(director, rng):
        return
    if kind in ("take_back", "early", "early_put_right", "slip") and stage.throw is None:
        _before_throw(director, rng, kind)
    late = rng.random() < 0.5
    if not late:
        _mixed_in(director, rng, kind)
    if director.over:
        return
    if stage.throw is None:
        _throw(director, rng, kind)
    if stage.throw is None:
        return
    if late:
        _mixed_in(director, rng, kind)
    if kind is not None and kind in BEFORE_MOVE:
        _wrong(director, rng, kind)
    _move(director, rng, kind, mix)


def _before_throw(director: Director, rng: Random, kind: str) -> None:
    if kind == "take_back" and director.stage.ledger.before_moves(1) is not None:
        _take_back(director, rng)
    elif kind == "slip":
        director.carry_out(Act("throw"))
        _attempt(director, Act("correct", {"throw": 0, "after": 1.5}))
    elif kind != "take_back" and (steps := _one_walks(director, rng, None)) is not None:
        then = Act("throw_after", {"value": steps}) if rng.random() < 0.5 else Act("back")
        director.carry_out(Act("correct", {"throw": steps}) if kind == "early_put_right" else then)


def _throw(director: Director, rng: Random, kind: str | None) -> None:
    director.carry_out(Act("throw", {"after": HURRIES[kind]} if kind in HURRIES else {}))
    stage = director.stage
    if kind == "again":
        _attempt(director, Act("again", {"after": 0.0} if rng.random() < 0.3 else {}))
    elif kind == "misread":
        _attempt(director, Act("correct", {"throw": rng.randint(1, 6)}))
    elif kind == "misread_open" and stage.throw is not None:
        steps = _one_walks(director, rng, stage.throw)
        _attempt(director, Act("correct", {"throw": steps or 0}))


def _one_walks(director: Director, rng: Random, told: int | None) -> int | None:
    """Somebody makes a move that one throw allows, and not the one that is `told`. Returns that throw; None: there is none."""
    stage = director.stage
    values = [value for value in range(1, 7) if value != told]
    for value in rng.sample(values, len(values)):
        moves = [m for m in legal_moves(stage.game, stage.state.position, stage.turn, value) if m.captures is None]
        for move in rng.sample(moves, len(moves)):
            if _attempt(director, Act("wrong", {"color": move.color, "from": move.source, "to": move.target})):
                return value
    return None


def _paid(director: Director, rng: Random) -> bool:
    """Whether what is owed for a missed capture is paid, or may be let pass and is."""
    stage = director.stage
    assert stage.owed is not None
    if stage.owed.choice.may_pass and rng.random() < 0.3:
        return True
    if not payable(stage):
        _all_seen(director)
    return _attempt(director, Act("penalty"))


def _all_seen(director: Director) -> None:
    """Nothing lies on the board any more, and all of it is in the picture."""
    if director.stage.things():
        director.carry_out(Act("take"))
    if not director.stage.in_view:
        director.carry_out(Act("into_view"))


def _mixed_in(director: Director, rng: Random, kind: str | None) -> None:
    """A disturbance the table has no room for is left out."""
    for act in rng.choice(BETWEEN.get(kind or "") or BREAKS.get(kind or "") or [[]]):
        if act.kind in ("clear", "set_up", "restart"):
            _all_seen(director)
        _attempt(director, act)


def _attempt(director: Director, act: Act) -> bool:
    try:
        director.carry_out(act)
    except InputError:
        director.done.pop()
        return False
    return True


def _take_back(director: Director, rng: Random) -> None:
    depth = rng.choice((1, 1, 1, 2, 3))
    while director.stage.ledger.before_moves(depth) is None:
        depth -= 1
    _all_seen(director)
    director.carry_out(Act("take_back", {"moves": depth}))


def _wrong(director: Director, rng: Random, kind: str) -> None:
    told: dict[str, object] = {}
    if kind == "neighbour":
        told = _neighbours_move(director, rng)
    if _attempt(director, Act("wrong", told)):
        director.carry_out(Act("back", {"after": 0.3} if kind == "quick_wrong" else {}))


def _neighbours_move(director: Director, rng: Random) -> dict[str, object]:
    """The neighbour's pawn walks as far as was thrown, or somebody stands in the wrong house."""
    stage = director.stage
    others = [color for color in stage.game.colors if color != stage.turn]
    color = rng.choice(others)
    places = [stage.places.place(color, stage.pawns.spots[pawn]) for pawn, its in stage.pawns.colors.items() if its == color]
    steps, last = stage.throw or 1, stage.game.board.last
    walking = [place for place in places if isinstance(place, int) and 0 <= place <= last - steps]
    if walking and rng.random() < 0.7:
        start = rng.choice(walking)
        return {"color": color, "from": start, "to": start + steps}
    own = [
        stage.places.place(stage.turn, stage.pawns.spots[pawn]) for pawn, its in stage.pawns.colors.items() if its == stage.turn
    ]
    return {"color": stage.turn, "from": rng.choice([place for place in own if isinstance(place, int)]), "to": f"{color}:B"}


def _move(director: Director, rng: Random, kind: str | None, mix: Mix) -> None:
    stage = director.stage
    if "missed" in mix.kinds and missable(stage) and rng.random() < MISSED and _attempt(director, Act("miss")):
        return
    told: dict[str, object] = {}
    if kind == "beside":
        told["captured"] = "beside"
    elif kind == "hover":
        told["hover"] = [rng.choice(stage.board.field_names[: stage.board.track]) for _ in range(rng.randint(1, 2))]
    elif kind == "second_hand":
        told["second_hand"] = True
    elif kind in HURRIES:
        told["after"] = 0.15
    elif kind == "meanwhile":
        act = rng.choice((Act("light"), Act("cloud"), Act("rest", {"where": "beside", "seconds": 4.0}), Act("knock")))
        _attempt(director, act)
        told["meanwhile"], told["after"] = True, 0.4
    if not _attempt(director, Act("move", told)):
        _all_seen(director)
        director.carry_out(Act("move"))
