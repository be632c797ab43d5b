"""What the stages cost on one core.  `make bench`, or `python -m companion.measuring.bench [PICTURE]`.

Medians in milliseconds over one still picture of a board at 1280x720 (drawn, unless one is given), and how fast the simulated
camera and the rules are.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

import cv2
import numpy as np

from calibration.drawing import random_scene
from calibration.drawing_bench import frames_per_second
from calibration.finder import find_board
from calibration.following import Follower, follow_board
from calibration.profile import load_profile
from companion.app.screenshots import Samples
from companion.belief.believer import Believer
from companion.belief.candidates import Known
from companion.display import Screen
from companion.display.screen import LIVE_EVERY_S
from companion.live_marks import LiveShot
from companion.places import Places, rules_board
from companion.rules import Color, after_throw, initial_state, legal_moves, parse_game
from companion.vision.ground import Ground
from companion.vision.inks import fit_inks
from companion.vision.network import trained_network
from companion.vision.patches import PatchSampler
from companion.vision.reader import BoardReader
from companion.vision.rim import Rim, changed
from companion.vision.stillness import Stillness, watched_area_px
from companion.words import Language
from hardware.errors import CompanionError
from hardware.ports import BgrImage, Frame

REPEATS = 15
GAMES = 60


def median_ms(act: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median time of an act, after one that does not count."""
    act()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - begin))
    return float(np.median(times))


def seeing(bgr: BgrImage) -> list[tuple[str, float]]:
    """Each stage of a reading, and all of it."""
    board = load_profile("schmidt-4")
    registration = find_board(bgr, board)
    frame = Frame(bgr, 0.0, 0)
    other = Frame(bgr.copy(), 0.1, 1)
    stillness, area = Stillness(), watched_area_px(board, registration)
    rim = Rim(board)
    ground, rim_before = Ground(board, rim), rim.look(bgr, registration)
    sampler, fit, network = PatchSampler(board, registration), fit_inks(bgr, board, registration), trained_network()
    seen, expectation = sampler.seen(bgr, fit), network.expectation(sampler.expected(fit))
    reader, follower = BoardReader(board), Follower(board)
    place = follower.follow(bgr, registration) or registration
    game = parse_game("schmidt-2016", "schmidt-4", None, None, {"schmidt-4": rules_board(board)})
    known = Known(state=initial_state(game, Color("yellow")), throw=6, held=(), standing=None)
    believer, observation = Believer(game, Places(board)), reader.read(frame, registration)
    return [
        ("finding the board", median_ms(lambda: find_board(bgr, board), 5)),
        ("motion check", median_ms(lambda: (stillness.update(frame, area), stillness.update(other, area))) / 2),
        ("registration check", median_ms(lambda: follower.follow(bgr, place))),
        ("following a moved board", median_ms(lambda: follow_board(bgr, board, registration))),
        ("light and inks", median_ms(lambda: fit_inks(bgr, board, registration))),
        ("72 patches", median_ms(lambda: sampler.seen(bgr, fit))),
        ("network, one look", median_ms(lambda: network.logits(seen, expectation))),
        ("whole reading, two looks", median_ms(lambda: reader.read(frame, registration))),
        ("hands: the rim", median_ms(lambda: changed(rim_before, rim.look(bgr, registration)))),
        ("hands: the ground", median_ms(lambda: ground.look(bgr, registration))),
        ("belief", median_ms(lambda: believer.believe(observation, known))),
    ]


def live_view_ms(bgr: BgrImage, size: tuple[int, int]) -> float:
    """What a picture of the live view costs: cut, brought to size, with the lines of a throw; in its window, on SDL's dummy
    driver."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    registration = find_board(bgr, load_profile("schmidt-4"))
    screen = Screen(size)
    screen.show(Samples(Language.GERMAN).throw())
    screen.live, screen.live_source = True, lambda: LiveShot(bgr, registration)
    took = median_ms(screen.draw_live)
    screen.close()
    return took


def rules_speed(seed: int = 1) -> tuple[float, float]:
    """Full random games and throws a second of the base game, one process."""
    board = rules_board(load_profile("schmidt-4"))
    game = parse_game("schmidt-2016", "schmidt-4", None, None, {"schmidt-4": board})
    rng, throws = Random(seed), 0
    begin = time.perf_counter()
    for _ in range(GAMES):
        state = initial_state(game, Color("yellow"))
        while state.turn is not None:
            throw = rng.randint(1, 6)
            moves = legal_moves(game, state.position, state.turn, throw)
            state = after_throw(game, state, throw, rng.choice(moves) if moves else None)
            throws += 1
    took = time.perf_counter() - begin
    return GAMES / took, throws / took


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", nargs="?", help="a picture of the Schmidt board instead of a drawn one")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    bgr = _drawn() if args.picture is None else cv2.imread(args.picture)
    if bgr is None:
        print(f"bench: {args.picture}: expected a picture, but it cannot be read", file=sys.stderr)
        return 2
    try:
        rows = seeing(np.asarray(bgr, dtype=np.uint8))
    except CompanionError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    print(f"medians at {bgr.shape[1]}x{bgr.shape[0]}, one core:")
    for name, took in rows:
        print(f"  {name:28s} {took:7.1f} ms")
    for name, moving in (("still table", False), ("hand carrying a pawn", True)):
        print(f"simulated camera, {name}: {frames_per_second(moving):.0f} frames/s")
    for size in ((800, 480), (1920, 1080)):
        took = live_view_ms(np.asarray(bgr, dtype=np.uint8), size)
        print(f"live view at {size[0]}x{size[1]}: {took:.1f} ms, {1 / LIVE_EVERY_S:.0f} frames/s on the screen")
    games, throws = rules_speed()
    print(f"rules: {games:.0f} full random four-player games/s, {throws:.0f} throws/s")
    return 0


def _drawn() -> BgrImage:
    board = load_profile("schmidt-4")
    houses = {color: [f"{color}:B{k}" for k in range(1, 4)] + [board.start[color]] for color in board.colors}
    return random_scene(board, Random(3), houses, max_tilt_deg=20).bgr


if __name__ == "__main__":
    sys.exit(main())
