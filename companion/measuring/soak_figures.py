"""What a long evening must not do: need more and more memory, files, threads or time. Samples, slopes, limits, and a plot.

A slope is the median of the slopes between all pairs of samples (Theil and Sen): a page that the allocator gives back late, or a
frame during which another program ran, does not bend it. The first part of an evening is left out: caches fill up then.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import fmean, median

from companion.export import svg

WARM_UP_SHARE = 0.15
"""Share of the samples at the beginning that are left out."""
FEWEST = 4
"""Samples that a slope needs."""
WIDTH, PANEL_HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 880, 190, 70, 20, 34, 34
STYLE = (
    "<style>text{font:14px sans-serif;fill:#333}.name{font-weight:bold;font-size:15px}.grid{stroke:#ddd}"
    ".run{fill:none;stroke:#0b5cad;stroke-width:1.5}.warm{fill:#f2f2f2}.said{fill:#555}</style>"
)


@dataclass(frozen=True, slots=True)
class Sample:
    """The process at one moment of the evening. `frame_ms`: processor time of a frame in the thinking thread, on average since
    the sample before."""

    hour: float
    memory_mb: float
    files: int
    threads: int
    frame_ms: float


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure of `Sample` and how much it may grow; `relative`: the growth is a share of its mean in per cent."""

    name: str
    unit: str
    of: Callable[[Sample], float]
    most_an_hour: float
    relative: bool = False


LIMITS: tuple[Limit, ...] = (
    Limit("memory", "MB", lambda sample: sample.memory_mb, 2.0),
    Limit("open files", "files", lambda sample: float(sample.files), 0.1),
    Limit("threads", "threads", lambda sample: float(sample.threads), 0.1),
    Limit("time a frame", "%", lambda sample: sample.frame_ms, 2.0, relative=True),
)
"""16 MB in eight hours are far from the service's MemoryMax (1 GB); a file lost in each game would be four in eight hours."""


def sample_now(hour: float, frame_ms: float) -> Sample:
    """This process as Linux sees it (man 5 proc: `statm` counts pages, `fd` holds a link for each open file)."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    # The listing holds the descriptor of itself.
    files = len(os.listdir("/proc/self/fd")) - 1  # noqa: PTH208 - a Path would open nothing else, but the count is what matters
    return Sample(hour, pages * os.sysconf("SC_PAGE_SIZE") / 1e6, files, threading.active_count(), frame_ms)


def settled(samples: Sequence[Sample]) -> Sequence[Sample]:
    """Those after the warm-up."""
    return samples[round(WARM_UP_SHARE * len(samples)) :]


def slope(samples: Sequence[Sample], limit: Limit) -> float:
    """Growth an hour of one figure over these samples, as its limit counts it. Raises `ValueError` for too few samples."""
    if len(samples) < FEWEST:
        raise ValueError(f"expected {FEWEST} samples for a slope, got {len(samples)}")
    points = [(sample.hour, limit.of(sample)) for sample in samples]
    slopes = [(b - a) / (t - s) for at, (s, a) in enumerate(points) for t, b in points[at + 1 :] if t > s]
    growth = median(slopes)
    return 100 * growth / fmean(value for _, value in points) if limit.relative else growth


def slopes(samples: Sequence[Sample]) -> Mapping[str, float]:
    """Growth an hour of every figure, after the warm-up."""
    return {limit.name: slope(settled(samples), limit) for limit in LIMITS}


def too_steep(found: Mapping[str, float]) -> tuple[str, ...]:
    """A sentence for each figure that grows faster than its limit allows."""
    return tuple(
        f"{limit.name} grows by {found[limit.name]:.2f} {limit.unit} an hour; {limit.most_an_hour:g} are allowed"
        for limit in LIMITS
        if found[limit.name] > limit.most_an_hour
    )


def plot(samples: Sequence[Sample]) -> str:
    """The four figures over the evening, as an SVG file."""
    found = slopes(samples)
    body = [STYLE, f'<rect width="{WIDTH}" height="{PANEL_HEIGHT * len(LIMITS)}" fill="#fff"/>']
    for number, limit in enumerate(LIMITS):
        body += _panel(samples, limit, found[limit.name], number * PANEL_HEIGHT)
    picture = svg.picture(WIDTH, PANEL_HEIGHT * len(LIMITS), "soak", "Memory, files, threads and time over the evening", body)
    return picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _panel(samples: Sequence[Sample], limit: Limit, growth: float, top: float) -> list[str]:
    values = [limit.of(sample) for sample in samples]
    last_hour, low, high = samples[-1].hour, 0.0, float(ceil(1.15 * max(values) / 2) * 2)
    plot_top, plot_bottom = top + TOP, top + PANEL_HEIGHT - BOTTOM

    def x(hour: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * hour / last_hour

    def y(value: float) -> float:
        return plot_bottom - (plot_bottom - plot_top) * (value - low) / (high - low)

    warm_px = x(settled(samples)[0].hour) - LEFT
    unit = " (ms)" if limit.relative else "" if limit.unit in limit.name else f" ({limit.unit})"
    points = " ".join(f"{x(s.hour):.1f},{y(v):.1f}" for s, v in zip(samples, values, strict=True))
    said = f"{growth:+.2f} {limit.unit} an hour, at most {limit.most_an_hour:+g}"
    parts = [
        f'<rect class="warm" x="{LEFT}" y="{plot_top:.1f}" width="{warm_px:.1f}" height="{plot_bottom - plot_top:.1f}"/>',
        svg.text(LEFT, top + 22, f"{limit.name}{unit}", "name", "start"),
        svg.text(WIDTH - RIGHT, top + 22, said, "said", "end"),
    ]
    for share in (0.0, 0.5, 1.0):
        value = low + share * (high - low)
        parts += [svg.line(LEFT, y(value), WIDTH - RIGHT, y(value), "grid")]
        parts += [svg.text(LEFT - 8, y(value) + 5, f"{value:.0f}", "tick", "end")]
    if warm_px > 90:
        parts.append(svg.text(LEFT + warm_px / 2, plot_bottom - 8, "warming up", "said"))
    for hour in range(int(last_hour) + 1):
        parts.append(svg.text(x(hour), plot_bottom + 20, f"{hour} h", "tick"))
    return [*parts, f'<polyline class="run" points="{points}"/>']
