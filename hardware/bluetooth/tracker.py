"""What of all that a die says is a throw: one value for each roll that it began and ended by itself, in reach all the time."""

from __future__ import annotations

from hardware.bluetooth.messages import Battery, DieMessage, Held, NotRolled, PutDown, Rolled, Rolling
from hardware.ports import DieNotice, DieTrouble, ThrowReport
from hardware.throws.rest import Rest

LOW_PERCENT = 15

Heard = ThrowReport | DieNotice | None


class RollTracker:
    """Fed with what a die says and when; pure, no clock, no connection.

    came          while rolling                  else
    ────────────  ─────────────────────────────  ────────────────────────────
    rolled        a throw                        nothing: told already
    not rolled    its notice                     its notice, once
    put down      put down by hand: a notice     after it was held: a notice
    lost          cut off: a notice              lost: a notice
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._rolling = self._held = False
        self._told: DieTrouble | None = None
        self._battery_told = self._lost = False
        self._rest = Rest()
        self.battery: int | None = None

    def hear(self, message: DieMessage, time_s: float) -> Heard:
        """The throw or notice that the message is, None when it is neither."""
        match message:
            case Rolling():
                self._rolling, self._held, self._told = True, False, None
            case Held():
                self._held = True
            case Rolled(value):
                return self._rolled(value, time_s)
            case NotRolled(trouble):
                return self._again(trouble, time_s)
            case PutDown():
                return self._again(DieTrouble.AGAIN_HANDLED, time_s) if self._rolling or self._held else None
            case Battery(percent):
                return self._charge(percent, time_s)
        return None

    def lost(self, time_s: float) -> DieNotice | None:
        """The connection is gone; told once until it is back."""
        if self._lost:
            return None
        trouble = DieTrouble.AGAIN_CUT_OFF if self._rolling else DieTrouble.LOST
        self._rolling = self._held = False
        self._told, self._lost = None, True
        return self._notice(trouble, time_s)

    def back(self, time_s: float) -> DieNotice | None:
        """The connection is there; told when it had been lost."""
        was_lost, self._lost = self._lost, False
        return self._notice(DieTrouble.BACK, time_s) if was_lost else None

    def _rolled(self, value: int, time_s: float) -> Heard:
        rolling, self._rolling, self._held = self._rolling, False, False
        if not rolling or not self._rest.over(time_s):
            return None
        return ThrowReport(value, self._source, time_s)

    def _again(self, trouble: DieTrouble, time_s: float) -> Heard:
        rolling, self._rolling, self._held = self._rolling, False, False
        if not rolling and self._told is trouble:
            return None
        self._told = trouble
        return self._notice(trouble, time_s)

    def _charge(self, percent: int, time_s: float) -> Heard:
        self.battery = percent
        if percent > LOW_PERCENT or self._battery_told:
            return None
        self._battery_told = True
        return self._notice(DieTrouble.BATTERY_LOW, time_s, f"{percent} %")

    def _notice(self, trouble: DieTrouble, time_s: float, detail: str = "") -> DieNotice:
        return DieNotice(trouble, self._source, time_s, detail)
