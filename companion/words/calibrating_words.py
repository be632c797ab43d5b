"""The words while the camera is being set up: what is seen, and what helps."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.calibrating import BoardFits, LensKnown, LensMore, PictureOpen
from companion.words.language import Lines, Table

Words = Mapping[str, tuple[str, str]]
"""By problem, or problem and side (`cut_off left`): title and sentence."""

GERMAN: Words = {
    "too_dark": ("Es ist zu dunkel.", "Bitte macht mehr Licht."),
    "too_bright": ("Es ist zu hell.", "Bitte weniger Licht auf das Brett."),
    "too_small": ("Das Bild ist zu klein.", "Stellt die Kamera auf größere Bilder."),
    "colourless": ("Das Bild ist grau.", "Ich brauche die Farben und mehr Licht."),
    "not_found": ("Ich suche das Brett.", "Legt es bitte ganz ins Bild."),
    "cut_off": ("Am Brett fehlt ein Stück.", "Schiebt es ganz ins Bild."),
    "cut_off left": ("Links fehlt ein Stück.", "Schiebt das Brett weiter nach rechts."),
    "cut_off right": ("Rechts fehlt ein Stück.", "Schiebt das Brett weiter nach links."),
    "cut_off top": ("Oben fehlt ein Stück.", "Schiebt das Brett weiter nach unten."),
    "cut_off bottom": ("Unten fehlt ein Stück.", "Schiebt das Brett weiter nach oben."),
    "too_near": ("Das Brett ist zu nah.", "Hängt die Kamera etwas höher."),
    "too_far": ("Das Brett ist zu weit weg.", "Hängt die Kamera etwas tiefer."),
    "blurred": ("Das Bild ist unscharf.", "Stellt die Kamera bitte scharf."),
    "tilted": ("Die Kamera schaut zu schräg.", "Hängt sie mehr über das Brett."),
    "glare": ("Eine Lampe spiegelt sich.", "Rückt die Lampe etwas weg."),
    "glare left": ("Links spiegelt sich eine Lampe.", "Rückt die Lampe etwas weg."),
    "glare right": ("Rechts spiegelt sich eine Lampe.", "Rückt die Lampe etwas weg."),
    "glare top": ("Oben spiegelt sich eine Lampe.", "Rückt die Lampe etwas weg."),
    "glare bottom": ("Unten spiegelt sich eine Lampe.", "Rückt die Lampe etwas weg."),
    "covered": ("Etwas verdeckt das Brett.", "Ich warte, bis es frei ist."),
    "shaking": ("Die Kamera wackelt.", "Macht sie bitte gut fest."),
}
ENGLISH: Words = {
    "too_dark": ("It's too dark.", "Please turn on more light."),
    "too_bright": ("It's too bright.", "Please put less light on the board."),
    "too_small": ("The picture is too small.", "Please set the camera to larger pictures."),
    "colourless": ("The picture is grey.", "I need its colours and more light."),
    "not_found": ("I'm looking for the board.", "Please put all of it in view."),
    "cut_off": ("A part of the board is missing.", "Please move all of it into view."),
    "cut_off left": ("The left edge is missing.", "Please move the board to the right."),
    "cut_off right": ("The right edge is missing.", "Please move the board to the left."),
    "cut_off top": ("The upper edge is missing.", "Please move the board down."),
    "cut_off bottom": ("The lower edge is missing.", "Please move the board up."),
    "too_near": ("The board is too close.", "Please move the camera up a little."),
    "too_far": ("The board is too far away.", "Please move the camera down a little."),
    "blurred": ("The picture is blurred.", "Please focus the camera."),
    "tilted": ("The camera looks too slanted.", "Please move it above the board."),
    "glare": ("A lamp is mirrored.", "Please move the lamp a little."),
    "glare left": ("A lamp is mirrored on the left.", "Please move the lamp a little."),
    "glare right": ("A lamp is mirrored on the right.", "Please move the lamp a little."),
    "glare top": ("A lamp is mirrored at the top.", "Please move the lamp a little."),
    "glare bottom": ("A lamp is mirrored at the bottom.", "Please move the lamp a little."),
    "covered": ("Something covers the board.", "I'll wait until it is clear."),
    "shaking": ("The camera shakes.", "Please fix it well."),
}
_ONE_TO_TEN = {
    "de": ("null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
}


def add_german(table: Table) -> None:
    """Adds the German words."""
    table.always(BoardFits, "Das Brett ist gefunden.", "Liegen die Kreise auf den Feldern?")
    table.add(PictureOpen, lambda x: _open(GERMAN, x))
    table.add(
        LensMore,
        lambda x: Lines(f"Noch {_count('de', x.count)} {'Bild' if x.count == 1 else 'Bilder'}.", "Kippt das Brett anders."),
    )
    table.always(LensKnown, "Die Linse ist vermessen.", "Das Bild ist jetzt gerade.")


def add_english(table: Table) -> None:
    """Adds the English words."""
    table.always(BoardFits, "The board is found.", "Are the circles on the fields?")
    table.add(PictureOpen, lambda x: _open(ENGLISH, x))
    table.add(
        LensMore,
        lambda x: Lines(
            f"{_count('en', x.count).capitalize()} more {'picture' if x.count == 1 else 'pictures'}.",
            "Please tilt the board differently.",
        ),
    )
    table.always(LensKnown, "The lens is measured.", "The picture is straight now.")


def _open(words: Words, message: PictureOpen) -> Lines:
    """A side nobody has words for is left out; a problem nobody has words for is a mistake in the program: `KeyError`."""
    return Lines(*(words.get(f"{message.problem} {message.side}") or words[message.problem]))


def _count(language: str, count: int) -> str:
    return _ONE_TO_TEN[language][count] if 0 <= count <= 10 else str(count)
