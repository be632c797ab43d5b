"""The style of the report: the palette of LOOK section 2, by day and by night, nothing loaded from anywhere."""

from __future__ import annotations

from calibration.profile import Srgb
from companion.display.palette import DAY, NIGHT, TONES, Theme, mix


def style(colors: tuple[str, ...]) -> str:
    """The page's style sheet with the tones of these players."""
    day, night = _theme(DAY), _theme(NIGHT)
    players = "".join(_player(color) for color in colors)
    return f":root{{{day}}}@media (prefers-color-scheme:dark){{:root{{{night}}}}}{players}{_RULES}"


def hex_colour(colour: Srgb) -> str:
    """`#RRGGBB`."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


def _theme(theme: Theme) -> str:
    inks = {
        "paper": theme.paper,
        "card": theme.card,
        "ink": theme.ink,
        "soft": theme.soft,
        "line": mix(theme.line, theme.paper, 0.55),
        "accent": theme.accent,
        "on-accent": theme.on_accent,
        "rim": theme.rim,
        "halo": theme.halo,
        "die": theme.die,
        "error": theme.error,
    }
    accent = "{} {} {}".format(*theme.accent)
    return "".join(f"--{name}:{hex_colour(ink)};" for name, ink in inks.items()) + f"--accent-rgb:{accent}"


def _player(color: str) -> str:
    of = TONES[color]
    return f".p-{color}{{--tone:{hex_colour(of.normal)};--on:{hex_colour(of.on)}}}"


_RULES = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.5 Andika,"Atkinson Hyperlegible",Verdana,"DejaVu Sans",sans-serif;
-webkit-text-size-adjust:100%}
main{max-width:60rem;margin:0 auto;padding:1.25rem 1rem 3rem}
h1{font-size:1.1rem;font-weight:normal;color:var(--soft);margin:0}
h2{font-size:1.4rem;line-height:1.25;margin:2.5rem 0 .5rem}
.winner{font-size:2.3rem;line-height:1.2;font-weight:bold;margin:.2rem 0;text-wrap:balance}
p{margin:.4rem 0;max-width:44rem}
.soft{color:var(--soft)}
.card{background:var(--card);border-radius:1rem;padding:1rem;margin:.75rem 0;overflow-x:auto}
.people{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;margin:.75rem 0;padding:0}
.people li{display:flex;align-items:center;gap:.4rem}
.people svg,th svg,td svg{width:1.6rem;height:1.6rem;flex:none;vertical-align:middle}
.board img{display:block;width:100%;max-width:34rem;height:auto;margin:0 auto;border-radius:.5rem}
svg.plot{display:block;width:100%;height:auto}
svg.wide{display:none}
@media (min-width:48rem){svg.wide{display:block}svg.narrow{display:none}
main{padding-inline:2rem}th,td{padding:.35rem .6rem}.card{padding:1.25rem}}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
caption{text-align:left;color:var(--soft);padding-bottom:.5rem;white-space:normal}
th,td{padding:.35rem .2rem;text-align:right;font-weight:normal;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child{text-align:left;white-space:normal}
abbr{text-decoration:none}
thead th{color:var(--soft)}
tr:last-child>*{border-bottom:0}
th .name{margin-left:.35rem}
tbody th .name{display:inline-block;max-width:8.5rem;overflow:hidden;
text-overflow:ellipsis;vertical-align:middle}
@media (max-width:47.99rem){thead th .name,th .many{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}}
td.none{color:var(--soft)}
td.hit{font-weight:bold}
ol.points{list-style:none;padding-block:.3rem}
ol.points li{display:grid;grid-template-columns:2.4rem 1fr;padding:.5rem 0;border-bottom:1px solid var(--line)}
ol.points li:last-child{border-bottom:0}
ol.points .mark{width:1.75rem;height:1.75rem;border:.2rem solid var(--accent);border-radius:50%;text-align:center;
line-height:1.4rem;font-weight:bold;font-size:1rem}
.grid{stroke:var(--line);stroke-width:1}
.tick{fill:var(--soft);font-size:13px}
.value{fill:var(--ink);font-size:16px;font-weight:bold}
.inside{fill:var(--on-accent)}
.rim{fill:none;stroke:var(--rim);stroke-width:4.6;stroke-linejoin:round}
.run{fill:none;stroke:var(--tone);stroke-width:2.8;stroke-linejoin:round}
.halo{fill:var(--halo)}
.disc{fill:var(--tone);stroke:var(--rim);stroke-width:1.6}
.glyph{fill:var(--on)}
.ring-halo{fill:var(--paper)}
.ring{fill:var(--card);stroke:var(--accent);stroke-width:2.6}
.ring-number{fill:var(--ink);font-size:13px;font-weight:bold}
.bar{fill:var(--accent)}
.fair{stroke:var(--ink);stroke-width:2;stroke-dasharray:7 5}
.die{fill:var(--die);stroke:#211F1B;stroke-width:1.4}
.pip{fill:#211F1B}
footer{margin-top:2.5rem;color:var(--soft)}
@media print{.card{border:1px solid var(--line)}section{break-inside:avoid}}
""".replace("\n", "")
