"""How colours differ for eyes that see all of them, some of them, or only grey.

Simulation: Machado, Oliveira and Fernandes 2009 at severity 1.0, on linear sRGB. Difference: Euclid in CAM02-UCS (Luo, Cui and
Li 2006) under the usual conditions for screens (white D65, adapting luminance 64 / pi / 5 cd/m², background 20, average
surround). Grey: difference of CIE L*.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Srgb = tuple[int, int, int]

MACHADO: Mapping[str, Array] = {
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
KINDS = ("normal", *MACHADO, "grey")
_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_CAT02 = np.array([[0.7328, 0.4296, -0.1624], [-0.7036, 1.6975, 0.0061], [0.0030, 0.0136, 0.9834]])
_HPE = np.array([[0.38971, 0.68898, -0.07868], [-0.22981, 1.18340, 0.04641], [0.0, 0.0, 1.0]])
_WHITE = np.array([95.047, 100.0, 108.883])
_L_A, _Y_B, _F, _C, _N_C = 64 / math.pi / 5, 20.0, 1.0, 0.69, 1.0


def linear(colour: Srgb) -> Array:
    """Linear sRGB, 0 … 1."""
    c = np.array(colour) / 255
    return np.asarray(np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4), dtype=np.float64)


def seen(colour: Srgb, kind: str) -> Array:
    """The colour as that eye sees it, as linear sRGB inside the screen's gamut."""
    return linear(colour) if kind == "normal" else np.clip(MACHADO[kind] @ linear(colour), 0, 1)


def lightness(colour: Srgb) -> float:
    """CIE L*, 0 … 100."""
    y = float(_XYZ[1] @ linear(colour))
    return 116 * (y ** (1 / 3) if y > (6 / 29) ** 3 else y / 3 / (6 / 29) ** 2 + 4 / 29) - 16


def cam02_ucs(rgb: Array) -> Array:
    """J', a', b' of a linear sRGB colour."""
    k = 1 / (5 * _L_A + 1)
    f_l = 0.2 * k**4 * 5 * _L_A + 0.1 * (1 - k**4) ** 2 * (5 * _L_A) ** (1 / 3)
    n = _Y_B / _WHITE[1]
    z, n_bb = 1.48 + math.sqrt(n), 0.725 * (1 / n) ** 0.2
    adapted = _F * (1 - 1 / 3.6 * math.exp((-_L_A - 42) / 92))
    white = _CAT02 @ _WHITE
    gain = adapted * _WHITE[1] / white + 1 - adapted

    def respond(xyz: Array) -> Array:
        cones = _HPE @ np.linalg.inv(_CAT02) @ (gain * (_CAT02 @ xyz))
        t = (f_l * np.abs(cones) / 100) ** 0.42
        return np.asarray(np.sign(cones) * 400 * t / (27.13 + t) + 0.1, dtype=np.float64)

    def achromatic(response: Array) -> float:
        return float((2 * response[0] + response[1] + response[2] / 20 - 0.305) * n_bb)

    r = respond(_XYZ @ rgb * 100)
    a, b = r[0] - 12 * r[1] / 11 + r[2] / 11, (r[0] + r[1] - 2 * r[2]) / 9
    hue = math.atan2(b, a)
    eccentricity = (math.cos(hue + 2) + 3.8) / 4
    j = 100 * (achromatic(r) / achromatic(respond(_WHITE))) ** (_C * z)
    t = 50000 / 13 * _N_C * n_bb * eccentricity * math.hypot(a, b) / (r[0] + r[1] + 21 * r[2] / 20)
    chroma = t**0.9 * math.sqrt(j / 100) * (1.64 - 0.29**n) ** 0.73
    m = math.log(1 + 0.0228 * chroma * f_l**0.25) / 0.0228
    return np.array([1.7 * j / (1 + 0.007 * j), m * math.cos(hue), m * math.sin(hue)])


def smallest(colours: Mapping[str, Srgb], kind: str) -> tuple[float, frozenset[str]]:
    """The smallest difference of two of the colours, and which two."""
    if kind == "grey":
        grey = {name: lightness(colour) for name, colour in colours.items()}
        return min((abs(grey[a] - grey[b]), frozenset((a, b))) for a, b in combinations(grey, 2))
    ucs = {name: cam02_ucs(seen(colour, kind)) for name, colour in colours.items()}
    return min((float(np.linalg.norm(ucs[a] - ucs[b])), frozenset((a, b))) for a, b in combinations(ucs, 2))
