"""Findings about a picture on the command line: English sentences with what was measured, and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calibration.auto import AUTO
from calibration.lens import Lens
from calibration.quality import Finding, Problem
from companion.app.looking import Look

SENTENCES: Mapping[Problem, str] = {
    Problem.TOO_DARK: "too dark{side}: brightness {value:.0f}, at least {limit:.0f} of 255 is needed; more light",
    Problem.TOO_BRIGHT: "too bright{side}: {value:.0%} is burnt out, at most {limit:.0%} may be; less light on the board",
    Problem.TOO_SMALL: "the picture is too small{side}: its shorter side has {value:.0f} pixels, at least {limit:.0f} are needed",
    Problem.COLOURLESS: "no colours{side}: pawns are told apart by them; a colour picture and enough light are needed",
    Problem.NOT_FOUND: "no {board} board found{side}: the whole board has to be in the picture, with something else round it",
    Problem.CUT_OFF: "cut off{side}: {room}, {limit:.0%} of room is needed; move the board",
    Problem.TOO_NEAR: "too near{side}: {room}, {limit:.0%} of room is needed; move the camera away",
    Problem.TOO_FAR: "too far{side}: the board is {value:.0f} pixels wide, {limit:.0f} are needed; move the camera nearer",
    Problem.BLURRED: "out of focus{side}: sharpness {value:.2f}, at least {limit:.2f} is needed; focus the camera",
    Problem.TILTED: "tilted too far{side}: {value:.0f} degrees, at most {limit:.0f}; move the camera above the board",
    Problem.GLARE: "glare{side}: a lamp is mirrored in {value:.1%} of the board, at most {limit:.0%} may be; move the lamp",
    Problem.COVERED: "something covers the board{side}: {value:.0f} fields, at most {limit:.0f} may be",
    Problem.SHAKING: "the camera shakes{side}: by {value:.1%} of the board's width, at most {limit:.1%} may be; fix it",
}


def sentence(finding: Finding, board: str) -> str:
    """The finding in words, the side with it; `board`: the name of the one that was looked for, or `auto`."""
    side = "" if finding.side is None else f" at the {finding.side}"
    told = SENTENCES[finding.problem].format(
        side=side, value=finding.value, limit=finding.limit, room=_room(finding.value), board="known" if board == AUTO else board
    )
    other = finding.problem is Problem.NOT_FOUND and board != AUTO
    return f"{told}; --board auto tries every known board" if other else told


def _room(share: float) -> str:
    """Beside the board, as a share of its width; below 0 it reaches out of the picture."""
    if share < 0:
        return f"{-share:.1%} of the board's width lies outside the picture"
    return f"{share:.1%} of the board's width is left there"


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


def look_text(name: str, time_s: float | None, look: Look, board: str) -> str:
    """A look as text: a line, and one for each finding; `board` as in `sentence`."""
    at = name if time_s is None else f"{name} {time_s:.1f} s"
    if look.good and look.board is not None and look.registration is not None:
        return f"{at}: good, {look.board.id} found, all {len(look.board.fields)} fields; fit {look.registration.match:.0%}"
    return "\n".join([f"{at}: not good yet", *(f"  {sentence(finding, board)}" for finding in look.findings)])


def _finding_json(finding: Finding) -> dict[str, Any]:
    side = None if finding.side is None else str(finding.side)
    return {
        "problem": str(finding.problem),
        "side": side,
        "value": round(float(finding.value), 4),
        "limit": float(finding.limit),
    }
