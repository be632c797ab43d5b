"""The process that makes sounds: `python -m companion.app.sound_process LANGUAGE [VOICES]`, orders on standard input.

It owns the sound device and the voice, so that neither a device that hangs nor a voice that dies is felt in the game. It ends
when its input ends, with status 0; with status 3 where there is no sound device, or when the device goes.
"""

from __future__ import annotations

import os
import selectors
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.display.mixer import Mixer
from companion.sounds import SAMPLE_RATE_HZ, rendered, seconds
from companion.speech.lines import Order
from companion.speech.speaker import Player, Speaker
from companion.speech.voices import find_voice
from companion.words import Language
from hardware.errors import DeviceError

NO_DEVICE = 3
BUSY_POLL_S = 0.03
BEFORE_VOICE_S = 0.15
""" "A sound ends 150 ms before the voice begins" (LOOK section 8)."""
BETWEEN_S = 0.12
_PAUSE: NDArray[np.int16] = np.zeros(round(BETWEEN_S * SAMPLE_RATE_HZ), dtype=np.int16)


class SoundPlayer(Player, Protocol):
    """What an order needs: a mixer, or its double."""

    def play_sound(self, samples: Sequence[NDArray[np.int16]], volume: float) -> None:
        """Begins to play sounds one after the other."""


def carry_out(order: Order, player: SoundPlayer, speaker: Speaker, now_s: float) -> None:
    """Begins what an order asks for. Raises `DeviceError`."""
    length_s = 0.0
    if order.cues and order.effects > 0:
        pieces = [piece for cue in order.cues for piece in (rendered(cue), _PAUSE)][:-1]
        player.play_sound(pieces, order.effects)
        length_s = sum(seconds(cue) for cue in order.cues) + BETWEEN_S * (len(order.cues) - 1) + BEFORE_VOICE_S
    speaker.say(order.text, now_s, now_s + length_s, order.voice)


def orders(descriptor: int, speaker: Speaker) -> Iterator[Order | None]:
    """Orders as they come, the newest of those that wait; None when it is time to look at the voice. Ends with the input."""
    waiting = b""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while True:
            if not selector.select(BUSY_POLL_S if speaker.busy else None):
                yield None
                continue
            read = os.read(descriptor, 65536)
            if not read:
                return
            *whole, waiting = (waiting + read).split(b"\n")
            if whole:
                yield Order.parse(whole[-1])


def main(arguments: Sequence[str]) -> int:
    """Carries out orders until the input ends."""
    language, voices = Language(arguments[0]), Path(arguments[1]) if len(arguments) > 1 else None
    try:
        mixer = Mixer()
    except DeviceError as error:
        print(error, file=sys.stderr)
        return NO_DEVICE
    speaker = Speaker(find_voice(language, voices), mixer)
    try:
        for order in orders(sys.stdin.fileno(), speaker):
            if order is not None:
                carry_out(order, mixer, speaker, time.monotonic())
            speaker.poll(time.monotonic())
    except DeviceError as error:
        print(error, file=sys.stderr)
        return NO_DEVICE
    except KeyboardInterrupt:  # Ctrl-C reaches the game and us alike
        pass
    finally:
        _give_back(mixer, speaker)
    return 0


def _give_back(mixer: Mixer, speaker: Speaker) -> None:
    try:
        speaker.stop()
    except DeviceError:
        return
    mixer.close()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
