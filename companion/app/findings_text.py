"""Findings about a picture on the command line: English sentences with what was measured, and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calibration.lens import Lens
from calibration.quality import Finding, Problem
from companion.app.looking import Look

SENTENCES: Mapping[Problem, str] = {
    Problem.TOO_DARK: "too dark{side}: brightness {value:.0f}, at least {limit:.0f} of 255 is needed; more light",
    Problem.TOO_BRIGHT: "too bright{side}: {value:.0%} is burnt out, at most {limit:.0%} may be; less light on the board",
    Problem.NOT_FOUND: "no board found{side}: the whole board has to be in the picture, with something else round it",
    Problem.CUT_OFF: "cut off{side}: {value:.1%} of the board's width is left there, {limit:.0%} is needed; move the board",
    Problem.TOO_NEAR: "too near{side}: {value:.1%} of the board's width is left, {limit:.0%} is needed; move the camera away",
    Problem.TOO_FAR: "too far{side}: the board is {value:.0f} pixels wide, {limit:.0f} are needed; move the camera nearer",
    Problem.BLURRED: "out of focus{side}: sharpness {value:.2f}, at least {limit:.2f} is needed; focus the camera",
    Problem.TILTED: "tilted too far{side}: {value:.0f} degrees, at most {limit:.0f}; move the camera above the board",
    Problem.GLARE: "glare{side}: a lamp is mirrored in {value:.1%} of the board, at most {limit:.0%} may be; move the lamp",
    Problem.COVERED: "something covers the board{side}: {value:.0f} fields, at most {limit:.0f} may be",
    Problem.SHAKING: "the camera shakes{side}: by {value:.1%} of the board's width, at most {limit:.1%} may be; fix it",
}


def sentence(finding: Finding) -> str:
    """The finding in words, the side with it."""
    side = "" if finding.side is None else f" at the {finding.side}"
    return SENTENCES[finding.problem].format(side=side, value=finding.value, limit=finding.limit)


def look_json(name: str, time_s: float | None, look: Look, lens: Lens | None) -> dict[str, Any]:
    """A look as a JSON object."""
    line: dict[str, Any] = {"file": name}
    if time_s is not None:
        line["t"] = round(time_s, 2)
    line["good"] = look.good
    line["findings"] = [_finding_json(finding) for finding in look.findings]
    line["board"] = None if look.board is None or look.registration is None else look.board.id
    line["corners"] = line["match"] = None
    if look.board is not None and look.registration is not None:
        corners = look.registration.print_to_px(look.board.corners_mm)
        line["corners"] = (corners if lens is None else lens.seen_px(corners)).round(2).tolist()
        line["match"] = round(look.registration.match, 3)
    return line


def look_text(name: str, time_s: float | None, look: Look) -> str:
    """A look as text: a line, and one for each finding."""
    at = name if time_s is None else f"{name} {time_s:.1f} s"
    if look.good and look.board is not None and look.registration is not None:
        return f"{at}: good, {look.board.id} found, all {len(look.board.fields)} fields; fit {look.registration.match:.0%}"
    return "\n".join([f"{at}: not good yet", *(f"  {sentence(finding)}" for finding in look.findings)])


def _finding_json(finding: Finding) -> dict[str, Any]:
    side = None if finding.side is None else str(finding.side)
    return {
        "problem": str(finding.problem),
        "side": side,
        "value": round(float(finding.value), 4),
        "limit": float(finding.limit),
    }
