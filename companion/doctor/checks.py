"""The checks of what a game sees, hears and shows: each judges the facts it is given and nothing else."""

from __future__ import annotations

from companion.doctor.facts import CameraFacts, DieFacts, DisplayFacts, PinFacts, SettingsFacts, SoundFacts, SpeechFacts
from companion.doctor.finding import Finding, bad, good, hint
from hardware.cameras.health import ADVICE

DIM, CLIPPED = 30.0, 0.25
"""Mean brightness and share of pixels white to the brim. Of 185 pictures of boards and dice (photographs, recordings, renders)
the dimmest has 31; the most clipped one 0.24, a board on white paper."""
GOOD_FPS = 15.0
"""A game is watched with as many."""
BLUETOOTH = ("godice", "pixels")
TOLD_BY = {
    "gpio": "the button at the pins",
    "electronic": "the electronic die at the pins",
    "camera": "the die under the camera",
    "keyboard": "the keyboard",
    "simulated": "simulated players",
    "none": "nobody, they are worked out from the moves",
}
"""How throws become known, by the name of their source."""


def check_settings(facts: SettingsFacts) -> Finding:
    """The settings file."""
    if facts.error is not None:
        return bad("settings", facts.error, "put the file right or remove it")
    return good("settings", str(facts.path) if facts.there else f"no {facts.path}: everything is as it comes")


def check_camera(facts: CameraFacts) -> Finding:
    """The camera."""
    if facts.name is None:
        told = "there is no camera: the table and its players would be simulated"
        return hint("camera", told, "plug a camera in, and choose it with companion play --camera")
    if facts.error is not None:
        return bad("camera", facts.error, "then run companion doctor again")
    if facts.trouble is not None:
        return bad("camera", f"{facts.name}: {_first(ADVICE[facts.trouble])}", _rest(ADVICE[facts.trouble]))
    told = f"{facts.name} gives {facts.gives or 'pictures'}, {facts.fps or 0:.0f} a second"
    if facts.fps is not None and facts.fps < GOOD_FPS:
        return hint("camera", told, f"{GOOD_FPS:.0f} are better: use another USB port or more light, or end other programs")
    return good("camera", told)


def check_light(facts: CameraFacts) -> Finding:
    """Light on the table, as the camera sees it."""
    if facts.brightness is None or facts.clipped is None:
        return hint("light", "not looked at, no camera gives a picture", "see the line of the camera")
    told = f"brightness {facts.brightness:.0f} of 255, {facts.clipped:.0%} of the picture white to the brim"
    if facts.brightness < DIM:
        return bad("light", told, "switch on a lamp beside the board")
    if facts.clipped > CLIPPED:
        return hint("light", told, "move the lamp: it is mirrored in the board, or shines into the camera")
    return good("light", told)


def check_pins(facts: PinFacts) -> Finding:
    """The pins of a Raspberry Pi."""
    if facts.model is None:
        if facts.needed:
            return bad(
                "pins", "the settings use pins, but this is no Raspberry Pi", "choose other throws: companion play --throws"
            )
        return hint("pins", "this is no Raspberry Pi, it has none", "throws come from the keyboard or the touch screen here")
    if facts.barred:
        return bad("pins", f"{', '.join(facts.barred)} may not be opened", "sudo usermod -aG gpio $USER, then log in again")
    if facts.error is not None:
        return bad("pins", f"{facts.model}: {facts.error}", "sudo apt install python3-lgpio python3-gpiozero")
    return good("pins", f"{facts.model}, through {facts.factory}")


def check_die(facts: DieFacts) -> Finding:
    """How throws are told."""
    if facts.error is not None:
        return bad("die", facts.error, "remove that file and pair the die again: companion dice pair")
    if facts.source not in facts.known:
        return bad("die", f"throws {facts.source!r} are not known", f"choose one of {', '.join(facts.known)}")
    if facts.source in BLUETOOTH:
        return _bluetooth(facts)
    return good("die", f"throws are told by {TOLD_BY.get(facts.source, facts.source)}")


def _bluetooth(facts: DieFacts) -> Finding:
    if not facts.bleak:
        return bad("die", f"{facts.source} needs bleak, which is not installed", "pip install bleak")
    if not facts.radio:
        return bad(
            "die", f"{facts.source} needs Bluetooth, this computer has no adapter", "plug one in, or: rfkill unblock bluetooth"
        )
    if facts.source not in facts.paired:
        return hint(
            "die", f"no {facts.source} die is paired, the first one found is taken", f"companion dice pair {facts.source}"
        )
    return good("die", f"throws are told by the paired {facts.source} die")


def check_sound(facts: SoundFacts) -> Finding:
    """Whether anything can be heard."""
    if not facts.cards:
        return hint("sound", "no sound card is there, games are silent", "plug in a loudspeaker, or go without")
    if facts.player is None:
        return hint("sound", f"nothing plays on {facts.cards[0]}", "sudo apt install alsa-utils")
    return good("sound", f"{facts.cards[0]}, through {facts.player}")


def check_display(facts: DisplayFacts) -> Finding:
    """Where the screen is drawn."""
    if facts.desktop is not None:
        return good("display", f"on the desktop ({facts.desktop})")
    if facts.barred and facts.driver != "kmsdrm":
        return bad(
            "display", f"{', '.join(facts.barred)} may not be opened", "sudo usermod -aG video,render $USER, then log in again"
        )
    if facts.driver == "kmsdrm":
        if not facts.sdl_has_console:
            do = "pip uninstall pygame; pip install pygame-ce (or on Raspberry Pi OS: sudo apt install python3-pygame)"
            return bad("display", "there is no desktop, and this pygame cannot draw without one", do)
        return good("display", f"the bare screen ({', '.join(facts.cards)})")
    if facts.driver == "dummy":
        return hint(
            "display", "there is no screen: pictures of it are written instead", "plug a screen in, or log in to a desktop"
        )
    return good("display", f"SDL's {facts.driver}")


def check_speech(facts: SpeechFacts) -> Finding:
    """Whether anything can be said."""
    if not facts.voices:
        return hint("speech", "no voice is installed, games are not spoken", "sudo apt install espeak-ng")
    return good("speech", ", ".join(facts.voices))


def _first(advice: str) -> str:
    return advice.partition("; ")[0]


def _rest(advice: str) -> str:
    return advice.partition("; ")[2]
