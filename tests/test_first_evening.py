"""What families run into on the first evening: typed throws, screens that cannot be reached, settings with a slip in them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.app.devices import Devices, make_devices
from companion.app.newest_frame import NewestFrame
from companion.app.worker import Worker
from companion.display import Screen
from companion.history import begin
from companion.pipeline import Pipeline
from companion.resume import games_folder, simulated_data
from companion.rules import Color
from companion.settings import load_settings
from hardware.errors import InputError, NoScreenError
from tests.fake_table import Confusion, Player, schmidt, schmidt_game


def typed_table(pipeline: Pipeline) -> tuple[Worker, Devices]:
    """A worker whose throws are typed in, at a simulated table."""
    game = schmidt_game()
    devices = make_devices("simulated", "keyboard", schmidt(), begin(game, Color("yellow")), Random(1), 0.0)
    return Worker(pipeline, NewestFrame(devices.camera, paced=False), devices, lambda: 5.0), devices


def test_simulated_people_move_only_by_throws_that_were_taken() -> None:
    """A key pressed twice is one throw: the second was refused, so nobody at the table heard it."""
    player = Player(schmidt_game(), "yellow", schmidt(), Confusion(Random(1), sure_by=10.0, noise=0.5))
    worker, devices = typed_table(player.pipeline)
    assert devices.table is not None
    before = devices.table.state
    taken = player.frames(1, 4)
    worker._heard_at_the_table(taken, said=False)
    assert devices.table.state != before
    moved = devices.table.state
    # The board shows that nobody has moved: the second throw is refused.
    worker._heard_at_the_table(player.frames(4, 4), said=False)
    assert devices.table.state == moved


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_screen_that_cannot_be_reached_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, ":77")
    with pytest.raises(NoScreenError, match=f"no screen can be .* .{name}=:77."):
        Screen((320, 240))


def test_a_real_board_never_goes_on_with_a_simulated_game() -> None:
    assert games_folder(simulated_data()) != games_folder(None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[names]\ngelb = "Opa"', "names has 'gelb'; expected colours, in English: yellow, green, red"),
        ('board = "chess"', "board: unknown board"),
        ('rules = "nonsense"', "nonsense"),
        ("[rules]\nfoo = true", "foo"),
    ],
)
def test_a_slip_in_the_settings_names_the_file(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=said) as told:
        load_settings(path)
    assert str(path) in str(told.value)
