"""How fast the simulated camera is: `python -m calibration.drawing_bench` prints frames a second on one core."""

from __future__ import annotations

import time
from random import Random

import cv2

from calibration.drawing import pawns_on
from calibration.drawing_body import PawnAt
from calibration.drawing_hand import HandAt
from calibration.drawing_look import Light, plain_look
from calibration.drawing_painter import DEFAULT_SIZE, BoardScene, TablePainter
from calibration.drawing_view import Pose
from calibration.profile import load_profile

FRAMES = 60


def frames_per_second(moving: bool) -> float:
    """The simulated camera's rate at 1280x720 with sixteen pawns; `moving`: a hand carries a pawn in every frame."""
    board = load_profile("schmidt-4")
    houses = {color: [f"{color}:B{k}" for k in range(1, 5)] for color in board.colors}
    pawns = tuple(pawns_on(board, houses, Random(1)))
    painter = TablePainter(board, plain_look(board), Light(), Pose(tilt_deg=12, board_share=0.85), DEFAULT_SIZE)
    painter.paint(BoardScene(pawns))
    begin = time.perf_counter()
    for number in range(FRAMES):
        x, y = 60.0 + 4 * number, 200.0
        carried = (PawnAt("red", x, y, 30.0, 10.0),) if moving else ()
        painter.paint(BoardScene(pawns + carried, HandAt(x, y, 55.0) if moving else None), number)
    return FRAMES / (time.perf_counter() - begin)


def main() -> None:
    """Prints both rates."""
    cv2.setNumThreads(1)
    for name, moving in (("still table", False), ("hand that carries a pawn", True)):
        print(f"{name}: {frames_per_second(moving):.0f} frames/s at {DEFAULT_SIZE[0]}x{DEFAULT_SIZE[1]}")


if __name__ == "__main__":
    main()
