"""The voice: which program speaks, and what becomes of a message when that program is slow, hangs, dies or is not there."""

from __future__ import annotations

import shutil
import struct
import threading
import wave
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from companion.speech.settings import AtNight, SoundSettings, parse_sound
from companion.speech.speaker import TOO_LONG_S, TRIES, Speaker
from companion.speech.voices import Synthesizer, find_voice
from companion.speech.wav import speech_of
from companion.words import Language
from hardware.errors import InputError

DE, EN = Language.GERMAN, Language.ENGLISH


def wav(seconds: float = 0.5, rate: int = 8000) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(b"\x01\x02" * round(seconds * rate))
    return file.getvalue()


class Loudspeaker:
    """What was played, by when it began; a voice plays until it is stopped."""

    def __init__(self) -> None:
        self.played: list[tuple[int, float]] = []
        self.plays = False

    def play_voice(self, wav: bytes, volume: float) -> None:
        speech = speech_of(wav)
        assert speech is not None
        self.played.append((round(speech.length_s * 1000), volume))
        self.plays = True

    def stop_voice(self) -> None:
        self.plays = False

    def voice_plays(self) -> bool:
        return self.plays


class Programs:
    """Synthesizers as small shell scripts. One that speaks writes its text beside itself, and a sound of 10 ms a letter."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for letters in range(1, 30):
            (folder / f"{letters}.wav").write_bytes(wav(letters / 100))

    def __call__(self, name: str, script: str) -> Synthesizer:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\ncd {self.folder}\n{script}\n", "utf-8")
        path.chmod(0o755)
        return Synthesizer(name, (str(path),))

    def speaks(self) -> Synthesizer:
        return self("speaks", 'read -r text; echo "$text" >>said; cat "${#text}.wav"')

    def hangs(self) -> Synthesizer:
        return self("hangs", "exec sleep 600")

    def said(self) -> list[str]:
        return (self.folder / "said").read_text("utf-8").splitlines()


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path)


def until(true: Callable[[], bool]) -> None:
    """Waits for another process; a minute is for ever."""
    pause = threading.Event()
    for _ in range(6000):
        if true():
            return
        pause.wait(0.01)
    raise AssertionError("it did not happen within a minute")


def _done(speaker: Speaker, now_s: float, true: Callable[[], bool]) -> bool:
    speaker.poll(now_s)
    return true()


def spoken(speaker: Speaker, loudspeaker: Loudspeaker, now_s: float, count: int = 1) -> bool:
    speaker.poll(now_s)
    return len(loudspeaker.played) >= count


def test_a_message_is_spoken_at_its_volume(programs: Programs) -> None:
    loud = Loudspeaker()
    speaker = Speaker(programs.speaks(), loud)
    speaker.say("Gelb ist dran.", 0.0, volume=0.4)
    assert speaker.busy
    until(lambda: spoken(speaker, loud, 0.1))
    assert loud.played == [(140, 0.4)] and programs.said() == ["Gelb ist dran."]
    assert speaker.busy
    loud.plays = False
    assert not speaker.busy


def test_not_before_its_time(programs: Programs) -> None:
    loud = Loudspeaker()
    speaker = Speaker(programs.speaks(), loud)
    speaker.say("Fünf", 0.0, not_before_s=0.9)
    until(lambda: _done(speaker, 0.5, lambda: (programs.folder / "said").exists()))
    until(lambda: _done(speaker, 0.89, lambda: speaker._making is None))
    assert loud.played == [] and speaker.busy
    speaker.poll(0.9)
    assert len(loud.played) == 1


def test_the_newest_message_wins_over_one_that_is_being_made(programs: Programs) -> None:
    loud = Loudspeaker()
    slow = programs("slow", 'read -r text; [ "$text" = old ] && exec sleep 600; echo "$text" >>said; cat "${#text}.wav"')
    speaker = Speaker(slow, loud)
    speaker.say("old", 0.0)
    speaker.say("newer", 0.1)
    until(lambda: spoken(speaker, loud, 0.2))
    assert loud.played == [(50, 1.0)] and programs.said() == ["newer"]


def test_the_newest_message_cuts_one_that_is_heard(programs: Programs) -> None:
    loud = Loudspeaker()
    speaker = Speaker(programs.speaks(), loud)
    speaker.say("one", 0.0)
    until(lambda: spoken(speaker, loud, 0.1))
    speaker.say("three", 0.2)
    assert not loud.plays
    until(lambda: spoken(speaker, loud, 0.3, count=2))
    assert loud.plays


def test_an_empty_message_cuts_and_says_nothing(programs: Programs) -> None:
    loud = Loudspeaker()
    speaker = Speaker(programs.speaks(), loud)
    speaker.say("one", 0.0)
    until(lambda: spoken(speaker, loud, 0.1))
    speaker.say("", 0.2)
    assert not speaker.busy and not loud.plays


def test_a_program_that_hangs_is_ended_and_left_out_in_the_end(programs: Programs) -> None:
    loud = Loudspeaker()
    speaker = Speaker(programs.hangs(), loud)
    for k in range(TRIES):
        assert speaker.trouble is None
        speaker.say("hello", 100.0 * k)
        hanging = speaker._making
        assert hanging is not None
        speaker.poll(100.0 * k + TOO_LONG_S - 0.1)
        assert speaker.busy
        speaker.poll(100.0 * k + TOO_LONG_S + 0.1)
        assert not speaker.busy and hanging.process.returncode == -9
    assert speaker.trouble is not None and "hangs" in speaker.trouble and "within 8 s" in speaker.trouble
    speaker.say("hello", 1000.0)
    assert not speaker.busy


def test_what_a_program_started_ends_with_it(programs: Programs) -> None:
    speaker = Speaker(programs("nest", "sleep 600 & echo $! >child; wait"), Loudspeaker())
    speaker.say("hello", 0.0)
    child = programs.folder / "child"
    until(lambda: child.exists() and child.read_text().strip() != "")
    speaker.stop()
    pid = int(child.read_text())

    def gone() -> bool:
        # Adopted by init, it may wait there for a moment as a zombie.
        try:
            return ") Z" in Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return True

    until(gone)


BROKEN = {
    "dies": ("read -r text; exit 7", "ended with status 7"),
    "says nothing": ("read -r text", "gave no sound"),
    "says rubbish": ("cat", "gave no sound"),
    "is killed": ("kill -9 $$", "ended with status -9"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_program_that_breaks_is_tried_again_and_left_out_in_the_end(programs: Programs, name: str) -> None:
    script, why = BROKEN[name]
    loud = Loudspeaker()
    speaker = Speaker(programs(name.replace(" ", "_"), script), loud)
    for k in range(TRIES):
        assert speaker.trouble is None
        speaker.say("hello", float(k))
        until(lambda: _done(speaker, 0.0, lambda: not speaker.busy))
    assert speaker.trouble is not None and why in speaker.trouble
    assert loud.played == []


def test_a_program_that_breaks_once_is_forgiven(programs: Programs) -> None:
    loud = Loudspeaker()
    speaker = Speaker(programs("moody", 'read -r text; [ "$text" = bad ] && exit 1; cat "${#text}.wav"'), loud)
    for k in range(2 * TRIES):
        speaker.say("bad", float(k))
        until(lambda: _done(speaker, 0.0, lambda: not speaker.busy))
        speaker.say("good", float(k))
        until(lambda k=k: spoken(speaker, loud, 0.1, count=k + 1))  # type: ignore[misc]
        loud.plays = False
    assert speaker.trouble is None


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    speaker = Speaker(Synthesizer("gone", (str(tmp_path / "gone"),)), Loudspeaker())
    for _ in range(TRIES):
        speaker.say("hello", 0.0)
    assert speaker.trouble is not None and "cannot be started" in speaker.trouble


def test_without_a_voice_all_is_silent() -> None:
    speaker = Speaker(None, Loudspeaker())
    speaker.say("hello", 0.0)
    speaker.poll(1.0)
    assert not speaker.busy and speaker.trouble is None


def test_a_volume_of_nothing_starts_no_program(programs: Programs) -> None:
    speaker = Speaker(programs.speaks(), Loudspeaker())
    speaker.say("hello", 0.0, volume=0.0)
    assert not speaker.busy


# ---- which voice ----


def has(*names: str) -> Callable[[str], str | None]:
    return lambda name: f"/usr/bin/{name}" if name in names else None


def piper_voice(folder: Path, name: str, described: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"")
    if described:
        (folder / f"{name}.json").write_text("{}")
    return folder / name


def test_espeak_where_it_is_installed() -> None:
    for language in Language:
        voice = find_voice(language, which=has("espeak-ng"))
        assert voice is not None
        assert voice.argv[:3] == ("/usr/bin/espeak-ng", "-v", str(language)) and "--stdout" in voice.argv


def test_nothing_where_nothing_is(tmp_path: Path) -> None:
    assert find_voice(DE, None, has()) is None
    assert find_voice(DE, tmp_path / "nowhere", has()) is None


def test_a_piper_voice_is_preferred_for_its_language(tmp_path: Path) -> None:
    model = piper_voice(tmp_path, "de_DE-thorsten-medium.onnx")
    german, english = find_voice(DE, tmp_path, has("espeak-ng", "piper")), find_voice(EN, tmp_path, has("espeak-ng", "piper"))
    assert german is not None and german.argv == ("/usr/bin/piper", "--model", str(model), "--output_file", "-")
    assert english is not None and english.name == "espeak-ng"


def test_piper_beside_its_voices(tmp_path: Path) -> None:
    piper_voice(tmp_path / "voices", "en_GB-alba-medium.onnx")
    program = tmp_path / "piper" / "piper"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    voice = find_voice(EN, tmp_path, has())
    assert voice is not None and voice.argv[0] == str(program) and voice.name == "piper en_GB-alba-medium"


@pytest.mark.parametrize("programs_there", [("espeak-ng",), ("espeak-ng", "piper")])
def test_a_piper_voice_that_cannot_be_used(tmp_path: Path, programs_there: tuple[str, ...]) -> None:
    """Without its description, or without the program, espeak-ng speaks."""
    piper_voice(tmp_path, "de_DE-thorsten-medium.onnx", described="piper" not in programs_there)
    voice = find_voice(DE, tmp_path, has(*programs_there))
    assert voice is not None and voice.name == "espeak-ng"


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", Language)
def test_the_real_espeak(language: Language) -> None:
    loud = Loudspeaker()
    speaker = Speaker(find_voice(language), loud)
    speaker.say("Grün ist dran. Bitte würfeln." if language is DE else "Green's turn. Please throw.", 0.0)
    until(lambda: spoken(speaker, loud, 0.1))
    assert 1000 < loud.played[0][0] < 5000, "milliseconds"


# ---- WAV from a pipe ----


def test_lengths_are_put_right() -> None:
    good = wav(0.25)
    piped = good[:4] + struct.pack("<I", 0x7FFFF024) + good[8:40] + struct.pack("<I", 0x7FFFF000) + good[44:]
    speech = speech_of(piped)
    assert speech is not None and speech.wav == good and speech.length_s == pytest.approx(0.25)


@pytest.mark.parametrize("data", [b"", b"RIFF", wav()[:30], wav()[:44], b"OggS" + wav()[4:], b"x" * 200])
def test_what_is_no_sound(data: bytes) -> None:
    assert speech_of(data) is None


# ---- settings ----


def test_settings(tmp_path: Path) -> None:
    assert parse_sound(None, "x") == parse_sound({}, "x") == SoundSettings()
    set_ = parse_sound({"voice": 0, "effects": 100, "night": "silent", "voices": str(tmp_path)}, "x")
    assert set_ == SoundSettings(0, 100, AtNight.SILENT, tmp_path)
    assert SoundSettings(0, 0).silent and not SoundSettings(0, 1).silent


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (3, "sound is 3; expected a table"),
        ({"voice": 101}, "sound.voice is 101; expected 0 to 100"),
        ({"effects": True}, "sound.effects is True"),
        ({"night": "loud"}, "sound.night is 'loud'; expected one of quieter, silent"),
        ({"voices": 1}, "sound.voices is 1; expected the path of a folder"),
        ({"volume": 1}, r"unknown setting sound.volume; known are voice, effects, night, voices"),
    ],
)
def test_settings_that_cannot_be_used(data: object, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_sound(data, "settings.toml")
