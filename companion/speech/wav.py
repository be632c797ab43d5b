"""WAV files that come through a pipe: whoever writes one does not know yet how long it will be, and says something wrong."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_RIFF, _CHUNK = struct.Struct("<4sI4s"), struct.Struct("<4sI")
_FORMAT = struct.Struct("<HHIIHH")


@dataclass(frozen=True, slots=True)
class Speech:
    """`wav` is a whole file, its lengths put right."""

    wav: bytes
    length_s: float


def speech_of(data: bytes) -> Speech | None:
    """The file with the lengths its header should have; None when it is no sound at all (RIFF/WAVE, PCM 16 bit)."""
    if len(data) < _RIFF.size or data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        return None
    at, bytes_a_second = _RIFF.size, 0
    while at + _CHUNK.size <= len(data):
        name, length = _CHUNK.unpack_from(data, at)
        body = at + _CHUNK.size
        if name == b"fmt " and body + _FORMAT.size <= len(data):
            bytes_a_second = _FORMAT.unpack_from(data, body)[3]
        if name == b"data":
            return _whole(data[:at], data[body : body + length], bytes_a_second)
        at = body + length + length % 2
    return None


def _whole(head: bytes, samples: bytes, bytes_a_second: int) -> Speech | None:
    if not samples or not bytes_a_second:
        return None
    body = head[_RIFF.size :] + _CHUNK.pack(b"data", len(samples)) + samples
    return Speech(_RIFF.pack(b"RIFF", len(body) + 4, b"WAVE") + body, len(samples) / bytes_a_second)
