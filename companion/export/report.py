"""The game as a page: one HTML file that needs nothing else, on a phone and on a desk, by day and by night."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO

from PIL import Image

from companion.display.pixels import Painter
from companion.export import charts, svg
from companion.export.film import last_board
from companion.export.progress import shown
from companion.export.sentences import Sentences, fairness_sentences
from companion.export.sheet import date_text, put_right
from companion.export.style import style
from companion.export.texts import board_title, rules_title
from companion.library.fairness import Fairness, fairness
from companion.library.lead import Swing, turning_points
from companion.library.loading import LoadedGame
from companion.library.plies import Ply, plies_of
from companion.library.reel import Reel
from companion.library.summary import Seat, Summary, summary_of, throw_counts
from companion.rules import HOUSE, Color
from companion.words import Language

PICTURE_SIZE = (1280, 720)
PICTURE_COLOURS = 64
MANY = 4
"""Of more colours a phone has no room for the names in the matrix; the signs stand for them, as in the list at the top."""


class Report:
    """Puts the page together."""

    def __init__(self, loaded: LoadedGame, language: Language) -> None:
        self._loaded, self._language = loaded, language
        self._say = Sentences(loaded, language)
        self._plies: tuple[Ply, ...] = plies_of(loaded)
        self._summary: Summary = summary_of(loaded)

    def html(self) -> str:
        """The page. Every text from the record is escaped."""
        parts = [self._head, self._board, self._race, self._turning, self._players, self._captures, self._die, self._notes]
        body = "".join(part() for part in shown(parts, "HTML"))
        title = escape(f"{self._say.texts.title} · {date_text(self._loaded, self._language)}")
        sheet = style(self._loaded.board.colors)
        return (
            f'<!DOCTYPE html><html lang="{self._language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
            f"<title>{title}</title><style>{sheet}</style></head><body><main>{body}</main></body></html>\n"
        )

    def _head(self) -> str:
        say, state = self._say, self._loaded.history.now.state
        winners = [seat.color for seat in self._summary.seats if seat.won]
        captures = sum(seat.captures for seat in self._summary.seats)
        minutes = round(self._summary.seconds / 60)
        facts = say.texts.facts.format(turns=self._summary.turns, throws=self._summary.plies, captures=captures, minutes=minutes)
        board, rules = self._loaded.board, self._loaded.game.options
        named = (board_title(board, self._language), rules_title(rules, self._language))
        where = " · ".join((date_text(self._loaded, self._language), *named))
        return (
            f'<header><h1>{escape(say.texts.title)}</h1><p class="winner">{escape(say.result(state.turn, winners))}</p>'
            f'<p class="soft">{escape(where)}</p><p>{escape(facts)}</p>{self._people()}</header>'
        )

    def _people(self) -> str:
        rows = "".join(
            f"<li>{_sign(color)}<span>{escape(self._say.player(color))}</span></li>" for color in self._loaded.game.colors
        )
        return f'<ul class="people">{rows}</ul>'

    def _board(self) -> str:
        texts = self._say.texts
        title = texts.final if self._loaded.history.over else texts.board_turn
        alternative = texts.board_alt.format(position="; ".join(self._standing(color) for color in self._loaded.game.colors))
        day, night = (_png(self._loaded, self._language, dark) for dark in (False, True))
        picture = (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{night}">'
            f'<img src="{day}" width="672" height="672" alt="{escape(alternative)}"></picture>'
        )
        return _section(title, f'<div class="card board">{picture}</div>')

    def _standing(self, color: Color) -> str:
        pieces = self._loaded.history.now.state.position.pieces(color)
        house, goal = pieces.count(HOUSE), sum(p >= self._loaded.game.track for p in pieces)
        return self._say.texts.standing.format(who=self._say.player(color), house=house, track=4 - house - goal, goal=goal)

    def _race(self) -> str:
        texts = self._say.texts
        if not self._plies:
            return f"<p>{escape(texts.no_throw)}</p>"
        plots = "".join(
            charts.race(self._loaded, self._plies, self._swings(), self._say, width) for width in (charts.WIDE, charts.NARROW)
        )
        return _section(texts.race, f'<p class="soft">{escape(texts.race_about)}</p><div class="card">{plots}</div>')

    def _swings(self) -> Sequence[Swing]:
        return turning_points(self._loaded.game, self._plies)

    def _turning(self) -> str:
        texts, swings = self._say.texts, self._swings()
        rows = "".join(f"<li>{self._point(number, swing)}</li>" for number, swing in enumerate(swings, start=1))
        told = f'<ol class="points card">{rows}</ol>' if rows else f"<p>{escape(texts.turning_none)}</p>"
        return _section(texts.turning, f'<p class="soft">{escape(texts.turning_about)}</p>{told}')

    def _point(self, number: int, swing: Swing) -> str:
        say = self._say
        when = escape(say.texts.turn.format(number=swing.ply.number))
        told = f'{escape(say.turning_point(swing))}<br><span class="soft">{when}. {escape(say.lead(swing))}</span>'
        return f'<span class="mark">{number}</span><span>{told}</span>'

    def _players(self) -> str:
        texts, seats = self._say.texts, self._summary.seats
        thrown = {seat.color: [ply.throw for ply in self._plies if ply.player == seat.color] for seat in seats}
        rows = {
            texts.place: ["–" if seat.place is None else f"{seat.place}." for seat in seats],
            texts.throws: [str(len(thrown[seat.color])) for seat in seats],
            texts.sixes: [str(thrown[seat.color].count(6)) for seat in seats],
            texts.made: [str(seat.captures) for seat in seats],
            texts.suffered: [str(seat.captured) for seat in seats],
            texts.luck: [self._say.number(seat.luck, 0, sign=True) for seat in seats],
            texts.time: [self._time(seat) for seat in seats],
        }
        body = "".join(_row(f"{escape(name)}", cells) for name, cells in rows.items())
        return _section(texts.players, self._by_player(body) + f'<p class="soft">{escape(texts.luck_about)}</p>')

    def _time(self, seat: Seat) -> str:
        say = self._say
        return "–" if not seat.timed else say.number(seat.move_s / seat.timed)

    def _by_player(self, body: str) -> str:
        """A table with a column for each player."""
        heads = "".join(_head(seat.color, self._say.who(seat.color)) for seat in self._summary.seats)
        return f'<div class="card"><table><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table></div>'

    def _captures(self) -> str:
        say, texts = self._say, self._say.texts
        taken = [(ply.player, ply.move.captures) for ply in self._plies if ply.move is not None and ply.move.captures is not None]
        if not taken:
            return _section(texts.captures, f"<p>{escape(texts.captures_none)}</p>")
        colors, players = self._loaded.game.colors, self._loaded.game.players
        most = max(taken.count((by, of)) for by in players for of in colors)
        rows = (self._capture_row(by, [taken.count((by, of)) for of in colors], most) for by in players)
        heads = "".join(_head(of, say.who(of)) for of in colors)
        table = (
            f'<div class="card"><table><caption>{escape(texts.captures_about)}</caption><thead><tr>'
            f'<td></td>{heads}<th scope="col"><abbr title="{escape(texts.total)}">Σ</abbr></th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )
        best = max(players, key=lambda by: sum(hit[0] == by for hit in taken))
        told = texts.captured_most.format(who=say.who(best), times=sum(hit[0] == best for hit in taken))
        return _section(texts.captures, f"<p>{escape(told)}</p>{table}")

    def _capture_row(self, by: Color, counts: Sequence[int], most: int) -> str:
        cells = "".join(_shaded(count, most) for count in counts)
        many = " many" if len(counts) > MANY else ""
        name = f'{_sign(by)}<span class="name{many}">{escape(self._say.who(by))}</span>'
        return f'<tr><th scope="row">{name}</th>{cells}<td>{sum(counts)}</td></tr>'

    def _die(self) -> str:
        texts = self._say.texts
        found = fairness(throw_counts(self._plies))
        if not found.throws:
            return ""
        plots = "".join(charts.throws(found, self._say, width) for width in (charts.WIDE, charts.NARROW))
        told = "".join(f"<p>{escape(sentence)}</p>" for sentence in self._fairness(found))
        about = f'<p class="soft">{escape(texts.die_about)}</p>'
        return _section(texts.die, f'{told}{about}<div class="card">{plots}</div>{self._throws_by_player()}')

    def _fairness(self, found: Fairness) -> Iterator[str]:
        yield from fairness_sentences(self._language, found)
        silent = sum(not ply.told for ply in self._plies)
        if silent:
            yield self._say.texts.die_inferred.format(n=silent)

    def _throws_by_player(self) -> str:
        seats = self._summary.seats
        return self._by_player("".join(_row(_die(face), [str(seat.throws[face - 1]) for seat in seats]) for face in range(1, 7)))

    def _notes(self) -> str:
        made_by = self._say.texts.made_by.format(file=self._loaded.path.name)
        lines = [*put_right(self._loaded, self._language), made_by]
        return f"<footer>{''.join(f'<p>{escape(line)}</p>' for line in lines)}</footer>"


def game_report(loaded: LoadedGame, language: Language) -> str:
    """The page as text."""
    return Report(loaded, language).html()


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _row(head: str, cells: Sequence[str]) -> str:
    """`head` is HTML, the cells are text."""
    return f'<tr><th scope="row">{head}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'


def _head(color: str, name: str) -> str:
    """A column of a player; on a phone only the sign is seen, the name is still read out."""
    return f'<th scope="col">{_sign(color)}<span class="name">{escape(name)}</span></th>'


def _die(face: int) -> str:
    return f'<svg viewBox="0 0 24 24" role="img" aria-label="{face}">{svg.die(12, 12, 20, face)}</svg>'


def _shaded(count: int, most: int) -> str:
    if not count:
        return '<td class="none">·<span hidden>0</span></td>'
    return f'<td class="hit" style="background:rgb(var(--accent-rgb) / {0.08 + 0.34 * count / most:.2f})">{count}</td>'


def _sign(color: str) -> str:
    """A player's piece beside its name."""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true">{svg.token(color, 12, 12, 9.6)}</svg>'


def _png(loaded: LoadedGame, language: Language, night: bool) -> str:
    """The board as it stands at last, as an address that holds the picture itself."""
    scene = last_board(Reel(loaded, language, night=night), loaded.history.steps)
    rgb = Painter(PICTURE_SIZE).board_rgb(scene)
    out = BytesIO()
    Image.fromarray(rgb).quantize(PICTURE_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii")
