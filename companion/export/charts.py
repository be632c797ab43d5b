"""The plots of the report. Each is drawn for a width, so that its words keep their size on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.export import svg
from companion.export.sentences import Sentences
from companion.library.fairness import Fairness
from companion.library.lead import Swing, way_left, whole_way
from companion.library.loading import LoadedGame
from companion.library.plies import Ply
from companion.rules import Color, Position

WIDE, NARROW = 880, 358
SIGNS_ALONG = 5
"""Signs on each line, so that it is told by more than its colour."""


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where a plot's values lie: `left` … `right`, `top` … `bottom` in pixels; `most` of the x axis."""

    left: float
    right: float
    top: float
    bottom: float
    most: int

    def x(self, number: float) -> float:
        return self.left + (self.right - self.left) * number / max(1, self.most)

    def y(self, share: float) -> float:
        return self.bottom - (self.bottom - self.top) * share


def race(loaded: LoadedGame, plies: Sequence[Ply], swings: Sequence[Swing], say: Sentences, width: int) -> str:
    """Each colour's share of the whole way over the throws; the turning points as numbered rings."""
    height = 420 if width == WIDE else 330
    plot = _Plot(44, width - 22, 16, height - 44, plies[-1].number)
    ways = {color: _way(loaded, plies, color) for color in loaded.game.colors}
    ends = ", ".join(f"{say.player(color)} {100 * way[-1]:.0f} %" for color, way in ways.items())
    body = [*_axes(plot, say, height)]
    body += [part for color, way in ways.items() for part in _run(plot, color, way)]
    body += _signs(plot, ways)
    for number, swing in enumerate(swings, start=1):
        body.append(_ring(plot, number, swing, ways))
    kind = "wide" if width == WIDE else "narrow"
    return svg.picture(width, height, f"plot {kind}", say.texts.race_alt.format(ends=ends), body)


def share_done(loaded: LoadedGame, position: Position, color: Color) -> float:
    """The share of the whole way that a colour's pieces have walked."""
    return 1 - way_left(loaded.game, position, color) / whole_way(loaded.game)


def _way(loaded: LoadedGame, plies: Sequence[Ply], color: Color) -> list[float]:
    """The share after no, one, two … throws."""
    positions = [plies[0].before.position, *(ply.after.position for ply in plies)]
    return [share_done(loaded, position, color) for position in positions]


def _axes(plot: _Plot, say: Sentences, height: int) -> list[str]:
    parts = []
    for quarter in range(5):
        y = plot.y(quarter / 4)
        parts += [svg.line(plot.left, y, plot.right, y, "grid"), svg.text(plot.left - 6, y + 4, f"{25 * quarter}", "tick", "end")]
    step = _step(plot.most, 10 if plot.right > NARROW else 5)
    for number in range(0, plot.most + 1, step):
        parts.append(svg.text(plot.x(number), plot.bottom + 18, str(number), "tick"))
    parts.append(svg.text((plot.left + plot.right) / 2, height - 6, say.texts.race_x, "tick"))
    parts.append(svg.text(plot.left + 4, plot.top - 3, f"% {say.texts.race_y}", "tick", "start"))
    return parts


def _step(most: int, ticks: int) -> int:
    """A round distance of the marks on an axis."""
    steps = [unit * power for power in (1, 10, 100, 1000) for unit in (1, 2, 5)]
    return next(step for step in steps if most / step <= ticks or step == steps[-1])


def _end(way: Sequence[float]) -> int:
    """The throw after which a colour's line ends: the last one, or the one that brought it home for good."""
    end = len(way) - 1
    while end and way[end - 1] == way[end] == 1.0:
        end -= 1
    return end


def _run(plot: _Plot, color: str, way: Sequence[float]) -> list[str]:
    """A line of steps; under the colour lies its rim, for yellow alone would not be seen on paper."""
    path = f"M{plot.x(0):.1f} {plot.y(way[0]):.1f}"
    end = _end(way)
    for number, (before, after) in enumerate(pairwise(way[: end + 1]), start=1):
        if after != before:
            path += f"H{plot.x(number):.1f}V{plot.y(after):.1f}"
    path += f"H{plot.x(end):.1f}"
    return [f'<path class="rim" d="{path}"/><path class="run p-{color}" d="{path}"/>']


def _signs(plot: _Plot, ways: dict[Color, list[float]]) -> list[str]:
    """Signs along the lines, not above each other, and a larger one at each end."""
    parts = []
    for index, (color, way) in enumerate(ways.items()):
        end = _end(way)
        for k in range(SIGNS_ALONG):
            at = round(end * (k + (index + 1) / (len(ways) + 1)) / SIGNS_ALONG)
            if end > 40:
                parts.append(svg.token(color, plot.x(at), plot.y(way[at]), 6))
    above = plot.top - 20
    for color in sorted(ways, key=lambda color: -ways[color][-1]):
        way, end = ways[color], _end(ways[color])
        if end < len(way) - 1:
            parts.append(svg.token(color, plot.x(end), plot.y(1.0), 9))
        else:
            above = max(plot.y(way[-1]), above + 20)
            parts.append(svg.token(color, plot.right + 9, above, 9))
    return parts


def _ring(plot: _Plot, number: int, swing: Swing, ways: dict[Color, list[float]]) -> str:
    """The number of a turning point, at the line that fell or rose most by it."""
    at = swing.ply.number
    color = max(ways, key=lambda color: abs(ways[color][at] - ways[color][at - 1]))
    x, y = plot.x(at), plot.y((ways[color][at] + ways[color][at - 1]) / 2)
    return (
        f'<circle class="ring-halo" cx="{x:.1f}" cy="{y:.1f}" r="11"/><circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="9.5"/>'
        + (svg.text(x, y + 4.5, str(number), "ring-number"))
    )


def throws(found: Fairness, say: Sentences, width: int) -> str:
    """How often each number came, and the line of a fair die."""
    height, expected = 270, found.throws / 6
    top, bottom, left = 30.0, height - 52.0, 10.0
    most = max(*found.counts, expected) * 1.08
    room = (width - 2 * left) / 6
    body = []
    for face, count in enumerate(found.counts, start=1):
        x = left + room * (face - 0.5)
        tall = (bottom - top) * count / most
        body.append(
            f'<rect class="bar" x="{x - room * 0.32:.1f}" y="{bottom - tall:.1f}" width="{room * 0.64:.1f}" height="{tall:.1f}"/>'
        )
        # At the foot of its bar, for at the head the line of the fair die would strike it out.
        inside = tall > 26
        body.append(svg.text(x, bottom - (9 if inside else tall + 7), str(count), "value inside" if inside else "value"))
        body.append(svg.die(x, bottom + 26, 32, face))
    y = bottom - (bottom - top) * expected / most
    body += [svg.line(left, y, width - left, y, "fair"), svg.line(left, bottom, width - left, bottom, "grid")]
    told = say.number(expected)
    counts = ", ".join(f"{face}: {count}" for face, count in enumerate(found.counts, start=1))
    kind = "wide" if width == WIDE else "narrow"
    return svg.picture(width, height, f"plot {kind}", say.texts.die_alt.format(counts=counts, expected=told), body)
