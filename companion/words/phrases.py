"""Players and pieces as they stand in a sentence. Whole phrases for each colour: languages bend the adjective."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.catalogue import N_, NN_, Catalogue, Plural, capital

COLORS: Mapping[str, str] = {
    "yellow": N_("Yellow"),
    "green": N_("Green"),
    "red": N_("Red"),
    "black": N_("Black"),
    "blue": N_("Blue"),
    "purple": N_("Purple"),
}
"""A colour as a player's name, at the beginning of a sentence."""
INSIDE: Mapping[str, str] = {
    "yellow": N_("yellow"),
    "green": N_("green"),
    "red": N_("red"),
    "black": N_("black"),
    "blue": N_("blue"),
    "purple": N_("purple"),
}
"""A colour as a player's name, inside a sentence."""
PIECES: Mapping[str | None, Plural] = {
    None: NN_("one piece", "{number} pieces"),
    "yellow": NN_("one yellow piece", "{number} yellow pieces"),
    "green": NN_("one green piece", "{number} green pieces"),
    "red": NN_("one red piece", "{number} red pieces"),
    "black": NN_("one black piece", "{number} black pieces"),
    "blue": NN_("one blue piece", "{number} blue pieces"),
    "purple": NN_("one purple piece", "{number} purple pieces"),
}
A_PIECE: Mapping[str, str] = {
    "yellow": N_("a yellow piece"),
    "green": N_("a green piece"),
    "red": N_("a red piece"),
    "black": N_("a black piece"),
    "blue": N_("a blue piece"),
    "purple": N_("a purple piece"),
}
THE_PIECE: Mapping[str | None, str] = {
    None: N_("the captured piece"),
    "yellow": N_("the yellow piece"),
    "green": N_("the green piece"),
    "red": N_("the red piece"),
    "black": N_("the black piece"),
    "blue": N_("the blue piece"),
    "purple": N_("the purple piece"),
}
NO_PIECE: Mapping[str | None, str] = {
    None: N_("no piece"),
    "yellow": N_("no yellow piece"),
    "green": N_("no green piece"),
    "red": N_("no red piece"),
    "black": N_("no black piece"),
    "blue": N_("no blue piece"),
    "purple": N_("no purple piece"),
}
TOO_MANY: Mapping[str | None, str] = {
    None: N_("too many pieces"),
    "yellow": N_("too many yellow pieces"),
    "green": N_("too many green pieces"),
    "red": N_("too many red pieces"),
    "black": N_("too many black pieces"),
    "blue": N_("too many blue pieces"),
    "purple": N_("too many purple pieces"),
}


def who(c: Catalogue, color: str, name: str | None = None) -> str:
    """Who it is, at the beginning of a sentence; a colour of another maker's board by its own name."""
    return name or c.text(COLORS.get(color, capital(color)))


def inside(c: Catalogue, color: str, name: str | None = None) -> str:
    """Who it is, inside a sentence."""
    return name or c.text(INSIDE.get(color, color))


def pieces(c: Catalogue, count: int, color: str | None = None) -> str:
    """`one yellow piece`, `three pieces`; of a colour without words only the number is said."""
    return c.plural(PIECES.get(color, PIECES[None]), count)


def a_piece(c: Catalogue, color: str) -> str:
    """`a yellow piece`."""
    return c.text(A_PIECE[color]) if color in A_PIECE else pieces(c, 1)


def the_piece(c: Catalogue, color: str | None) -> str:
    """`the yellow piece`; without a colour the captured one."""
    return c.text(THE_PIECE.get(color, THE_PIECE[None]))


def no_piece(c: Catalogue, color: str | None = None) -> str:
    """`no yellow piece`."""
    return c.text(NO_PIECE.get(color, NO_PIECE[None]))


def too_many(c: Catalogue, color: str | None = None) -> str:
    """`too many yellow pieces`."""
    return c.text(TOO_MANY.get(color, TOO_MANY[None]))
