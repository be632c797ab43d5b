"""The game as a table for a spreadsheet: a row a throw. Comma separated, a full stop in decimals, UTF-8."""

from __future__ import annotations

import csv
from io import StringIO

from companion.library.lead import leads, luck
from companion.library.loading import LoadedGame
from companion.library.plies import Ply, plies_of
from companion.places import Places
from companion.rules import Move, legal_moves

COLUMNS = (
    "throw_number",
    "turn",
    "record_n",
    "thrown_s",
    "moved_s",
    "color",
    "player",
    "throw",
    "source",
    "legal_moves",
    "piece",
    "from",
    "to",
    "from_field",
    "to_field",
    "captures",
    "missed_capture",
    "penalty_color",
    "penalty_from",
    "luck_pips",
    "lead_turns",
    "position",
)
"""`from`, `to`: progress as in the record; `from_field`, `to_field`: the printed field; `luck_pips`, `lead_turns`: see
`companion.library.lead`, the lead is that of who threw, after the move; `position`: the rules' notation, after the move."""

FORMULA = ("=", "+", "-", "@")


def csv_table(loaded: LoadedGame) -> str:
    """The whole table with its head."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    places = Places(loaded.board)
    for ply in plies_of(loaded):
        writer.writerow(_row(loaded, places, ply))
    return out.getvalue()


def _row(loaded: LoadedGame, places: Places, ply: Ply) -> list[object]:
    game, penalty = loaded.game, ply.penalty
    lead = next(lead for side, lead in leads(game, ply.after.position).items() if ply.player in side)
    return [
        ply.number,
        ply.turn,
        ply.n,
        ply.thrown_s,
        "" if ply.done_s is None else ply.done_s,
        ply.player,
        _harmless(loaded.names.get(ply.player, "")),
        ply.throw,
        _harmless(ply.source),
        len(legal_moves(game, ply.before.position, ply.player, ply.throw)),
        *_moved(places, ply.move),
        int(ply.missed),
        "" if penalty is None else penalty.color,
        "" if penalty is None or penalty.source is None else penalty.source,
        round(luck(game, ply.before, ply.throw), 2),
        round(lead, 2),
        ply.after.position.text(ply.after.turn),
    ]


def _moved(places: Places, move: Move | None) -> list[object]:
    """Piece, from, to, the printed fields of both, captured colour; empty without a move."""
    if move is None:
        return [""] * 6
    fields = (places.shown(move.color, place) for place in (move.source, move.target))
    return [move.color, move.source, move.target, *fields, move.captures or ""]


def _harmless(text: str) -> str:
    """A spreadsheet would take a name that begins like this for a formula and work it out."""
    return f"'{text}" if text.startswith(FORMULA) else text
