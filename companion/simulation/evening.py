"""Random evenings: people who play and are disturbed, drawn from a seed and played at once, so that every act is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.rules import RulesError
from companion.simulation.acts import Act
from companion.simulation.director import Director, Performance
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
}
"""Disturbances that may come before a throw or between throw and move."""
BEFORE_MOVE = ("wrong", "quick_wrong", "neighbour")
BEFORE_THROW = ("take_back",)
IN_MOVE = ("beside", "hover", "second_hand", "hurry", "meanwhile")
KINDS = (*BETWEEN, *BEFORE_MOVE, *BEFORE_THROW, *IN_MOVE)
"""Everything that can be mixed in, by the name under which it is counted."""
TAKE_AWAY = 0.5
"""Chance before each ply that what lies on the board is taken away."""


@dataclass(frozen=True, slots=True)
class Mix:
    """How disturbed an evening is: the chance of one disturbance a ply, and which."""

    disturb: float = 0.3
    kinds: Sequence[str] = KINDS

    def __post_init__(self) -> None:
        unknown = sorted(set(self.kinds) - set(KINDS))
        if unknown or not self.kinds:
            raise InputError(f"expected disturbances among {', '.join(KINDS)}, got {unknown[0] if unknown else 'none'!r}")


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
    for _ in range(plies):
        if director.over:
            break
        _ply(director, rng, mix)
    script = replace(table, acts=tuple(director.done))
    return Evening(script, replace(director.performance(), script=script))


def _ply(director: Director, rng: Random, mix: Mix) -> None:
    kind = rng.choice(list(mix.kinds)) if rng.random() < mix.disturb else None
    if director.stage.things() and rng.random() < TAKE_AWAY:
        director.carry_out(Act("take"))
    if kind == "take_back" and director.stage.ledger.before_moves(1) is not None:
        _take_back(director, rng)
    late = rng.random() < 0.5
    if kind is not None and kind in BETWEEN and not late:
        _mixed_in(director, rng, kind)
    if director.stage.throw is None:
        director.carry_out(Act("throw", {"after": 0.15} if kind == "hurry" else {}))
    if director.stage.throw is None:
        return
    if kind is not None and kind in BETWEEN and late:
        _mixed_in(director, rng, kind)
    if kind is not None and kind in BEFORE_MOVE:
        _wrong(director, rng, kind)
    _move(director, rng, kind)


def _mixed_in(director: Director, rng: Random, kind: str) -> None:
    """A disturbance the table has no room for is left out."""
    for act in rng.choice(BETWEEN[kind]):
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
    if director.stage.things():
        director.carry_out(Act("take"))
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


def _move(director: Director, rng: Random, kind: str | None) -> None:
    stage = director.stage
    told: dict[str, object] = {}
    if kind == "beside":
        told["captured"] = "beside"
    elif kind == "hover":
        told["hover"] = [rng.choice(stage.board.field_names[: stage.board.track]) for _ in range(rng.randint(1, 2))]
    elif kind == "second_hand":
        told["second_hand"] = True
    elif kind == "hurry":
        told["after"] = 0.15
    elif kind == "meanwhile":
        act = rng.choice((Act("light"), Act("cloud"), Act("rest", {"where": "beside", "seconds": 4.0}), Act("knock")))
        _attempt(director, act)
        told["meanwhile"], told["after"] = True, 0.4
    act = Act("move", told)
    if not _attempt(director, act) and stage.things():
        director.carry_out(Act("take"))
        director.carry_out(Act("move"))
