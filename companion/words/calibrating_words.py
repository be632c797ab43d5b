"""The words while the camera is being set up: what is seen, and what helps."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.calibrating import BoardFits, LensKnown, LensMore, PictureOpen
from companion.words.catalogue import N_, NN_, Catalogue
from companion.words.language import Lines, Table

PROBLEMS: Mapping[str, tuple[str, str]] = {
    "too_dark": (N_("It's too dark."), N_("Please turn on more light.")),
    "too_bright": (N_("It's too bright."), N_("Please put less light on the board.")),
    "too_small": (N_("The picture is too small."), N_("Please set the camera to larger pictures.")),
    "colourless": (N_("The picture is grey."), N_("I need its colours and more light.")),
    "not_found": (N_("I'm looking for the board."), N_("Please put all of it in view.")),
    "cut_off": (N_("A part of the board is missing."), N_("Please move all of it into view.")),
    "cut_off left": (N_("The left edge is missing."), N_("Please move the board to the right.")),
    "cut_off right": (N_("The right edge is missing."), N_("Please move the board to the left.")),
    "cut_off top": (N_("The upper edge is missing."), N_("Please move the board down.")),
    "cut_off bottom": (N_("The lower edge is missing."), N_("Please move the board up.")),
    "too_near": (N_("The board is too close."), N_("Please move the camera up a little.")),
    "too_far": (N_("The board is too far away."), N_("Please move the camera down a little.")),
    "blurred": (N_("The picture is blurred."), N_("Please focus the camera.")),
    "tilted": (N_("The camera looks too slanted."), N_("Please move it above the board.")),
    "glare": (N_("A lamp is mirrored."), N_("Please move the lamp a little.")),
    "glare left": (N_("A lamp is mirrored on the left."), N_("Please move the lamp a little.")),
    "glare right": (N_("A lamp is mirrored on the right."), N_("Please move the lamp a little.")),
    "glare top": (N_("A lamp is mirrored at the top."), N_("Please move the lamp a little.")),
    "glare bottom": (N_("A lamp is mirrored at the bottom."), N_("Please move the lamp a little.")),
    "covered": (N_("Something covers the board."), N_("I'll wait until it is clear.")),
    "shaking": (N_("The camera shakes."), N_("Please fix it well.")),
}
"""By problem, or problem and side (`cut_off left`): title and sentence."""
_PICTURES = NN_("One more picture.", "{Number} more pictures.")


def add_calibrating(t: Table) -> None:
    """Adds them."""
    c = t.catalogue
    t.always(BoardFits, N_("The board is found."), N_("Are the circles on the fields?"))
    t.add(PictureOpen, lambda x: _open(c, x))
    t.add(LensMore, lambda x: Lines(c.plural(_PICTURES, x.count), c.text("Please tilt the board differently.")))
    t.always(LensKnown, N_("The lens is measured."), N_("The picture is straight now."))


def _open(c: Catalogue, message: PictureOpen) -> Lines:
    """A side nobody has words for is left out; a problem nobody has words for is a mistake in the program: `KeyError`."""
    title, sentence = PROBLEMS.get(f"{message.problem} {message.side}") or PROBLEMS[message.problem]
    return Lines(c.text(title), c.text(sentence))
