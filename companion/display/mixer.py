"""The loudspeaker, through pygame's mixer: short sounds on one channel, the voice on another. Nothing here waits."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.sounds import SAMPLE_RATE_HZ
from hardware.errors import DeviceError

BUFFER_SAMPLES = 1024
"""23 ms: short enough for a sound to seem to come at once."""
_EFFECTS, _VOICE = 0, 1


class Mixer:
    """One open sound device. Raises `DeviceError` where there is none, and whenever it has gone."""

    def __init__(self) -> None:
        try:
            pygame.mixer.init(SAMPLE_RATE_HZ, -16, 1, BUFFER_SAMPLES)
            pygame.mixer.set_num_channels(2)
        except pygame.error as error:
            raise DeviceError(f"no sound device can be used: {error}") from None
        self._channels = pygame.mixer.Channel(_EFFECTS), pygame.mixer.Channel(_VOICE)

    def play_sound(self, samples: Sequence[NDArray[np.int16]], volume: float) -> None:
        """Plays mono samples at `SAMPLE_RATE_HZ`, one array after the other, in place of the sound before."""
        try:
            sound = pygame.mixer.Sound(buffer=_spread(np.concatenate(samples)))
            sound.set_volume(volume)
            self._channels[_EFFECTS].play(sound)
        except pygame.error as error:
            raise _gone(error) from None

    def play_voice(self, wav: bytes, volume: float) -> None:
        """Plays a WAV file in place of the one before."""
        try:
            sound = pygame.mixer.Sound(file=BytesIO(wav))
            sound.set_volume(volume)
            self._channels[_VOICE].play(sound)
        except pygame.error as error:
            raise _gone(error) from None

    def stop_voice(self) -> None:
        """Cuts the voice."""
        try:
            self._channels[_VOICE].stop()
        except pygame.error as error:
            raise _gone(error) from None

    def voice_plays(self) -> bool:
        """Whether the voice is heard."""
        try:
            return self._channels[_VOICE].get_busy()
        except pygame.error as error:
            raise _gone(error) from None

    def close(self) -> None:
        """Gives the device back."""
        pygame.mixer.quit()


def _spread(samples: NDArray[np.int16]) -> bytes:
    """The samples once for each channel the device gave: many have no mono."""
    opened = pygame.mixer.get_init()
    channels = 1 if opened is None else opened[2]
    return np.repeat(samples, channels).tobytes()


def _gone(error: pygame.error) -> DeviceError:
    return DeviceError(f"the sound device is gone: {error}")
