"""Colour tokens of LOOK section 2: the one place where sRGB values live."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from calibration.profile import BoardProfile, Srgb
from hardware.errors import UnknownNameError


def rgb(text: str) -> Srgb:
    """`#RRGGBB` as three numbers 0 … 255."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Srgb, b: Srgb, part: float) -> Srgb:
    """From `a` (part 0) to `b` (part 1), straight in sRGB."""
    return round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part), round(a[2] + (b[2] - a[2]) * part)


def contrast(a: Srgb, b: Srgb) -> float:
    """The contrast of two colours by WCAG 2, 1 … 21."""
    lighter, darker = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Srgb) -> float:
    r, g, b = (v / 3294.6 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


class Shape(Enum):
    """The glyph of a player."""

    STAR = "star"
    TRIANGLE = "triangle"
    HEART = "heart"
    MOON = "moon"
    RING = "ring"
    FLOWER = "flower"


class Pattern(Enum):
    """The ribbon of a player."""

    DOTS = "dots"
    DIAGONAL = "diagonal"
    LOZENGES = "lozenges"
    PLAIN = "plain"
    WAVES = "waves"
    UPRIGHT = "upright"


@dataclass(frozen=True, slots=True)
class Tone:
    """A player's colours: `light` panel and printed field, `normal` piece and bar, `dark` contour and text on light,
    `night` panel in the dark theme, `on` a glyph on the normal tone."""

    light: Srgb
    normal: Srgb
    dark: Srgb
    night: Srgb
    on: Srgb
    shape: Shape
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Theme:
    """The machine's own colours by day or by night."""

    is_night: bool
    paper: Srgb
    card: Srgb
    ground: Srgb
    field: Srgb
    frame: Srgb
    ink: Srgb
    soft: Srgb
    line: Srgb
    hush: Srgb
    accent: Srgb
    accent_light: Srgb
    on_accent: Srgb
    error: Srgb
    error_light: Srgb
    rim: Srgb
    halo: Srgb
    die: Srgb

    def tint(self, tone: Tone) -> Srgb:
        """The player's panel."""
        return tone.night if self.is_night else tone.light

    @property
    def print_line(self) -> Srgb:
        """Lines and rings of the printed board."""
        return self.line if self.is_night else self.rim


WHITE, BLACK, NIGHT_SKY = rgb("#FFFFFF"), rgb("#000000"), rgb("#191714")
PIP = rgb("#211F1B")
"""Pips and line of the die, by day and by night."""

TONES: Mapping[str, Tone] = {
    "yellow": Tone(
        light=rgb("#FFF1B8"),
        normal=rgb("#F6D14A"),
        dark=rgb("#6B5200"),
        night=rgb("#41360F"),
        on=rgb("#211F1B"),
        shape=Shape.STAR,
        pattern=Pattern.DOTS,
    ),
    "green": Tone(
        light=rgb("#D3EEDB"),
        normal=rgb("#4DB074"),
        dark=rgb("#12592F"),
        night=rgb("#17402A"),
        on=rgb("#211F1B"),
        shape=Shape.TRIANGLE,
        pattern=Pattern.DIAGONAL,
    ),
    "red": Tone(
        light=rgb("#FFDCD5"),
        normal=rgb("#E63829"),
        dark=rgb("#9A1B10"),
        night=rgb("#551C16"),
        on=rgb("#FFFFFF"),
        shape=Shape.HEART,
        pattern=Pattern.LOZENGES,
    ),
    "black": Tone(
        light=rgb("#DDD9D0"),
        normal=rgb("#1C1B19"),
        dark=rgb("#1C1B19"),
        night=rgb("#0E0D0C"),
        on=rgb("#FFFFFF"),
        shape=Shape.MOON,
        pattern=Pattern.PLAIN,
    ),
    "blue": Tone(
        light=rgb("#D3E4F8"),
        normal=rgb("#065CB0"),
        dark=rgb("#0A478A"),
        night=rgb("#102F52"),
        on=rgb("#FFFFFF"),
        shape=Shape.RING,
        pattern=Pattern.WAVES,
    ),
    "purple": Tone(
        light=rgb("#EBDAEE"),
        normal=rgb("#642566"),
        dark=rgb("#571D5B"),
        night=rgb("#3C173E"),
        on=rgb("#FFFFFF"),
        shape=Shape.FLOWER,
        pattern=Pattern.UPRIGHT,
    ),
}

DAY = Theme(
    is_night=False,
    paper=rgb("#FAF5E9"),
    card=rgb("#FFFFFF"),
    ground=rgb("#FBE9A6"),
    field=rgb("#FFFFFF"),
    frame=rgb("#C9463B"),
    ink=rgb("#211F1B"),
    soft=rgb("#5C564C"),
    line=rgb("#8A8274"),
    hush=rgb("#E9E2D2"),
    accent=rgb("#00626F"),
    accent_light=rgb("#D2ECEE"),
    on_accent=rgb("#FFFFFF"),
    error=rgb("#A14500"),
    error_light=rgb("#FFE3C8"),
    rim=rgb("#211F1B"),
    halo=rgb("#FFFFFF"),
    die=rgb("#FFFFFF"),
)
NIGHT = Theme(
    is_night=True,
    paper=rgb("#191714"),
    card=rgb("#2A2722"),
    ground=rgb("#3B3526"),
    field=rgb("#6A6252"),
    frame=rgb("#7E342D"),
    ink=rgb("#F3EAD7"),
    soft=rgb("#BDB29C"),
    line=rgb("#8F8673"),
    hush=rgb("#35312A"),
    accent=rgb("#6FC6CE"),
    accent_light=rgb("#1E3D40"),
    on_accent=rgb("#12211F"),
    error=rgb("#F0A35E"),
    error_light=rgb("#4A2F17"),
    rim=rgb("#F3EAD7"),
    halo=rgb("#191714"),
    die=rgb("#F3EAD7"),
)

_PRINTS: Mapping[str, tuple[tuple[Srgb, Srgb], tuple[Srgb, Srgb]]] = {
    "schmidt-4": ((DAY.ground, DAY.frame), (NIGHT.ground, NIGHT.frame)),
}
"""Ground and frame, by day and by night, of boards whose print was chosen by eye."""


def theme(night: bool) -> Theme:
    """The theme of the day or of the night."""
    return NIGHT if night else DAY


def tone(color: str) -> Tone:
    """The colours of a player. Raises `UnknownNameError`."""
    try:
        return TONES[color]
    except KeyError:
        raise UnknownNameError(f"the screen has no colours for player {color!r}; it knows {', '.join(TONES)}") from None


def board_inks(profile: BoardProfile, of: Theme) -> tuple[Srgb, Srgb]:
    """Ground and frame of a printed board: its inks, mixed half with paper (three quarters with the night), so far that
    the contour of the pieces keeps a contrast of 3 : 1 on them."""
    if profile.id in _PRINTS:
        return _PRINTS[profile.id][of.is_night]
    quiet, part = (NIGHT_SKY, 0.75) if of.is_night else (of.paper, 0.5)
    return _calm(profile.print_colours.ground, quiet, part, of), _calm(profile.print_colours.border, quiet, part, of)


def _calm(ink: Srgb, quiet: Srgb, part: float, of: Theme) -> Srgb:
    mixed = mix(ink, quiet, part)
    while contrast(mixed, of.print_line) < 3 and part < 1:
        part = min(1.0, part + 0.05)
        mixed = mix(ink, quiet, part)
    return mixed
