"""What is heard of a game, and the process that plays it: never waited for, whatever it does."""

from __future__ import annotations

import io
import os
import sys
import wave
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.profile import load_profile
from companion.app.sound_process import BEFORE_VOICE_S, NO_DEVICE, carry_out, main, orders
from companion.app.sounding import FIRST_PAUSE_S, GIVE_UP_FULL_S, Sounding, SoundProcess, sound_command
from companion.display.mixer import Mixer
from companion.scene import Mode, Scene, SceneCount, ScenePiece, ScenePlayer
from companion.sounds import Cue, CueKind, rendered
from companion.speech.lines import Order
from companion.speech.narrator import LOST_AGAIN_S, Heard, Narrator, is_night
from companion.speech.settings import AtNight, SoundSettings
from companion.speech.speaker import Speaker
from companion.words import Language
from hardware.errors import DeviceError

PLAYERS = (ScenePlayer("yellow", "Gelb"), ScenePlayer("green", "Grün"))
HOME = (ScenePiece("yellow", "yellow:B1"), ScenePiece("green", "T5"))
TURN = Scene(load_profile("schmidt-4"), Mode.TURN, PLAYERS, HOME, on="yellow", spoken="Gelb ist dran.")
THROW = replace(TURN, mode=Mode.THROW, throw=5, spoken="Fünf!")
WRONG = replace(TURN, mode=Mode.WRONG, spoken="Es geht nur vorwärts.")
HAND = replace(TURN, mode=Mode.HAND, spoken="Ich warte.")
LOST = replace(TURN, mode=Mode.LOST, spoken="Ich sehe das Brett nicht.")
GREEN = replace(TURN, on="green", spoken="Grün ist dran.")


def heard(*scenes: Scene) -> list[Heard | None]:
    narrator = Narrator()
    return [narrator.heard(scene, float(k)) for k, scene in enumerate(scenes)]


def kinds(of: Heard | None) -> list[str]:
    assert of is not None
    return [str(cue.kind) for cue in of.cues]


# what was shown, what comes, its sounds
HEARD: tuple[tuple[str, Scene, Scene, list[str]], ...] = (
    ("the throw", TURN, THROW, ["throw"]),
    ("something is open", THROW, WRONG, ["look"]),
    ("a move, and the turn passes", THROW, replace(GREEN, pieces=(HOME[0], ScenePiece("green", "T9"))), ["right", "turn"]),
    (
        "a move with a six, the turn stays",
        THROW,
        replace(TURN, mode=Mode.SIX_AGAIN, pieces=(ScenePiece("yellow", "T0"), HOME[1])),
        ["right"],
    ),
    (
        "a capture",
        THROW,
        replace(GREEN, pieces=(ScenePiece("yellow", "T5"), ScenePiece("green", "green:B1"))),
        ["capture", "turn"],
    ),
    (
        "a piece comes home",
        THROW,
        replace(GREEN, pieces=(HOME[1],), players=(replace(PLAYERS[0], home=1), PLAYERS[1])),
        ["home", "turn"],
    ),
    ("no move", TURN, replace(GREEN, mode=Mode.NO_MOVE, spoken="Kein Zug möglich."), ["turn"]),
    ("the end", THROW, replace(TURN, mode=Mode.END, spoken="Gelb gewinnt!"), ["win"]),
    ("the camera is gone", TURN, LOST, ["camera_lost"]),
    ("counting", THROW, replace(TURN, mode=Mode.COUNT, count=SceneCount("yellow", ("T1", "T2", "T3"), 2)), ["step"]),
    ("counting begins", THROW, replace(TURN, mode=Mode.COUNT, count=SceneCount("yellow", ("T1", "T2"), 0)), []),
    ("the pieces before the game", TURN, replace(TURN, mode=Mode.START_CHECK, spoken="Fast fertig."), []),
)


@pytest.mark.parametrize(("what", "before", "scene", "sounds"), HEARD, ids=[row[0] for row in HEARD])
def test_what_is_heard(what: str, before: Scene, scene: Scene, sounds: list[str]) -> None:
    told = heard(before, scene)[1]
    assert kinds(told) == sounds, what
    assert told is not None and told.text == scene.spoken


def test_the_first_scene_is_said_without_a_sound() -> None:
    assert heard(TURN) == [Heard((), "Gelb ist dran.")]


def test_nothing_new_is_not_said_again() -> None:
    assert heard(TURN, TURN, replace(TURN, pieces=()))[1:] == [None, None]


def test_a_hand_is_waited_for_in_silence_and_leaves_no_gap() -> None:
    assert heard(TURN, HAND, TURN)[1:] == [None, None]
    assert kinds(heard(THROW, HAND, GREEN)[2]) == ["turn"]


def test_the_third_time_the_voice_stays_silent_and_shows() -> None:
    told = heard(TURN, THROW, WRONG, THROW, WRONG, THROW, WRONG)
    assert [h.text for h in told[2::2] if h is not None] == [WRONG.spoken, WRONG.spoken, ""]
    assert kinds(told[6]) == ["look"]


def test_after_a_turn_everything_may_be_said_again() -> None:
    told = heard(WRONG, THROW, WRONG, THROW, GREEN, WRONG)
    assert told[5] is not None and told[5].text == WRONG.spoken


def test_another_verdict_is_said() -> None:
    other = replace(WRONG, spoken="So weit reicht das Ziel nicht.")
    assert [h.text for h in heard(WRONG, WRONG, other) if h is not None] == [WRONG.spoken, other.spoken]


END = replace(TURN, mode=Mode.END, spoken="Gelb hat gewonnen!")
SCORE = replace(TURN, mode=Mode.EVENING, spoken="Unser Abend")


@pytest.mark.parametrize("between", [(SCORE,), (SCORE, replace(SCORE, mode=Mode.HALL)), (HAND, LOST), (WRONG,)])
def test_whoever_comes_back_to_the_end_hears_no_second_fanfare(between: tuple[Scene, ...]) -> None:
    told = heard(TURN, END, *between, END)
    assert (kinds(told[1]), told[-1]) == (["win"], None)


@pytest.mark.parametrize("between", [TURN, THROW, replace(TURN, mode=Mode.START_CHECK)])
def test_the_next_game_has_a_fanfare_of_its_own(between: Scene) -> None:
    assert kinds(heard(TURN, END, SCORE, between, END)[-1]) == ["win"]


def test_another_end_is_told() -> None:
    told = heard(TURN, END, replace(END, spoken="Grün hat gewonnen!"))[-1]
    assert told is not None and told.text == "Grün hat gewonnen!"


def test_nothing_is_heard_of_another_game_that_is_looked_at_after_this_one() -> None:
    looked_at = replace(TURN, past=True, spoken="Rot ist dran.")
    assert heard(TURN, END, looked_at, replace(looked_at, mode=Mode.THROW, throw=6), END)[2:] == [None, None, None]


def test_a_camera_that_stays_away_is_told_once_more() -> None:
    narrator = Narrator()
    told = [narrator.heard(LOST, t) for t in (0.0, 1.0, LOST_AGAIN_S + 1, LOST_AGAIN_S + 2, 10 * LOST_AGAIN_S)]
    assert told == [Heard((Cue(CueKind.CAMERA_LOST),), LOST.spoken), None, Heard((Cue(CueKind.CAMERA_LOST),)), None, None]


def test_the_hours_of_the_night() -> None:
    assert [hour for hour in range(24) if is_night(hour)] == [0, 1, 2, 3, 4, 5, 6, 22, 23]


# ---- orders ----


class Taken(SoundProcess):
    """Keeps what was sent."""

    def __init__(self) -> None:
        super().__init__(())
        self.orders: list[Order] = []

    def send(self, order: Order, now_s: float) -> bool:
        assert now_s >= 0
        self.orders.append(order)
        return True


@pytest.mark.parametrize(
    ("settings", "hour", "night", "volumes"),
    [
        (SoundSettings(80, 60), 15, False, (0.6, 0.8)),
        (SoundSettings(80, 60), 23, False, (0.30, 0.40)),
        (SoundSettings(80, 60), 15, True, (0.30, 0.40)),
        (SoundSettings(0, 60), 15, False, (0.6, 0.0)),
        (SoundSettings(80, 60, AtNight.SILENT), 15, False, (0.6, 0.8)),
        (SoundSettings(80, 60, AtNight.SILENT), 23, False, None),
        (SoundSettings(0, 0), 15, False, None),
    ],
)
def test_volumes(settings: SoundSettings, hour: int, night: bool, volumes: tuple[float, float] | None) -> None:
    taken = Taken()
    Sounding(settings, taken, lambda: hour).scene(replace(TURN, night=night), 0.0)
    assert [(order.effects, order.voice) for order in taken.orders] == (
        [] if volumes is None else [pytest.approx(volumes, abs=0.01)]
    )


def test_an_order_is_one_line_and_comes_back() -> None:
    order = Order((Cue(CueKind.TURN, "green"), Cue(CueKind.STEP, count=3)), "Grün\nist „dran“.", 0.5, 0.25)
    assert order.line().count(b"\n") == 1 and Order.parse(order.line()) == order


class Speakers:
    """A player that notes what it plays."""

    def __init__(self) -> None:
        self.sounds: list[tuple[int, float]] = []

    def play_sound(self, samples: Sequence[NDArray[np.int16]], volume: float) -> None:
        self.sounds.append((sum(len(piece) for piece in samples), volume))

    def play_voice(self, wav: bytes, volume: float) -> None:
        raise AssertionError((wav, volume))

    def stop_voice(self) -> None:
        pass

    def voice_plays(self) -> bool:
        return False


class Listening(Speaker):
    """A speaker that notes when it may begin."""

    def __init__(self) -> None:
        super().__init__(None, Speakers())
        self.said: list[tuple[str, float, float]] = []

    def say(self, text: str, now_s: float, not_before_s: float = 0.0, volume: float = 1.0) -> None:
        self.said.append((text, round(not_before_s - now_s, 3), volume))


def test_the_voice_begins_after_the_sound() -> None:
    player, speaker = Speakers(), Listening()
    carry_out(Order((Cue(CueKind.STEP),), "eins", 0.5, 0.7), player, speaker, 10.0)
    carry_out(Order((), "zwei"), player, speaker, 20.0)
    assert player.sounds == [(len(rendered(Cue(CueKind.STEP))), 0.5)]
    assert speaker.said == [("eins", 0.16 + BEFORE_VOICE_S, 0.7), ("zwei", 0.0, 1.0)]


def test_of_orders_that_wait_the_newest_counts() -> None:
    ours, theirs = os.pipe()
    os.write(theirs, Order(text="old").line() + Order(text="new").line() + b'{"cues"')
    os.close(theirs)
    assert [order.text for order in orders(ours, Listening()) if order is not None] == ["new"]
    os.close(ours)


# ---- the process ----


@pytest.fixture
def processes() -> Iterator[list[SoundProcess]]:
    made: list[SoundProcess] = []
    yield made
    for process in made:
        process.close()


def sound(processes: list[SoundProcess], code: str) -> SoundProcess:
    processes.append(SoundProcess((sys.executable, "-c", code)))
    return processes[-1]


def ended(process: SoundProcess) -> None:
    assert process._process is not None
    process._process.wait(60)


def test_orders_arrive(processes: list[SoundProcess], tmp_path: Path) -> None:
    copy = f"import sys; open({str(tmp_path / 'taken')!r}, 'w').write(sys.stdin.readline())"
    process = sound(processes, copy)
    assert process.send(Order(text="hello"), 0.0)
    ended(process)
    assert Order.parse((tmp_path / "taken").read_bytes()) == Order(text="hello")


def test_one_that_dies_is_started_again_later_and_later(processes: list[SoundProcess]) -> None:
    process = sound(processes, "raise SystemExit(3)")
    starts, now_s = [], 0.0
    for _ in range(200):
        process.send(Order(), now_s)
        if process._process is not None:
            starts.append(now_s)
            ended(process)
            process.send(Order(), now_s)
        now_s += 1.0
    assert starts == [0.0, FIRST_PAUSE_S, 3 * FIRST_PAUSE_S, 7 * FIRST_PAUSE_S, 15 * FIRST_PAUSE_S, 31 * FIRST_PAUSE_S]


def test_one_that_hangs_is_not_waited_for_and_makes_room(processes: list[SoundProcess]) -> None:
    process = sound(processes, "import signal; signal.pause()")
    now_s, taken = 0.0, 0
    while process.send(Order(text="x" * 1000), now_s):
        taken += 1
    assert taken > 10, "the pipe holds some"
    hanging = process._process
    assert not process.send(Order(text="x" * 1000), GIVE_UP_FULL_S + 1)
    assert hanging is not None and hanging.poll() is not None


def test_one_that_cannot_be_started(tmp_path: Path) -> None:
    process = SoundProcess((str(tmp_path / "nothing"),))
    assert not process.send(Order(), 0.0)
    process.close()


def test_the_command() -> None:
    command = sound_command(Language.GERMAN, SoundSettings(voices=Path("/voices")))
    assert command[1:] == ("-m", "companion.app.sound_process", "de", "/voices")


# ---- the loudspeaker ----


@pytest.fixture
def silent_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mixer]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    mixer = Mixer()
    yield mixer
    mixer.close()


def test_the_mixer_plays_sounds_and_the_voice(silent_device: Mixer) -> None:
    silent_device.play_sound([rendered(Cue(CueKind.RIGHT))], 0.5)
    wav = io.BytesIO()
    with wave.open(wav, "wb") as out:
        out.setparams((1, 2, 22050, 0, "NONE", ""))
        out.writeframes(bytes(44100))
    silent_device.play_voice(wav.getvalue(), 0.5)
    assert silent_device.voice_plays()
    silent_device.stop_voice()
    assert not silent_device.voice_plays()


def test_a_voice_that_is_no_sound_is_told(silent_device: Mixer) -> None:
    with pytest.raises(DeviceError, match="sound device is gone"):
        silent_device.play_voice(b"rubbish", 1.0)


def test_a_device_that_has_gone_is_told(silent_device: Mixer) -> None:
    silent_device.close()
    for act in (silent_device.stop_voice, silent_device.voice_plays):
        with pytest.raises(DeviceError, match="sound device is gone"):
            act()


def test_without_a_device_the_process_ends_with_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    assert main(["de"]) == NO_DEVICE
    assert "no sound device can be used" in capsys.readouterr().err


def test_the_whole_process_plays_and_ends_with_its_input(processes: list[SoundProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    process = SoundProcess(sound_command(Language.GERMAN, SoundSettings()))
    processes.append(process)
    assert process.send(Order((Cue(CueKind.WIN),), "Gelb gewinnt!"), 0.0)
    started = process._process
    assert started is not None and started.stdin is not None
    started.stdin.close()
    assert started.wait(60) == 0
