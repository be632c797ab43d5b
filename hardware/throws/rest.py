"""A rest between two inputs: nobody throws twice in half a second, but fingers press twice."""

from __future__ import annotations

REST_S = 0.5


class Rest:
    """Lets an input through when the one before it lies far enough back."""

    def __init__(self, rest_s: float = REST_S) -> None:
        self._rest_s = rest_s
        self._last_s = float("-inf")

    def over(self, time_s: float) -> bool:
        """Whether an input at `time_s` counts; one that does not count begins no rest of its own."""
        if time_s - self._last_s < self._rest_s:
            return False
        self._last_s = time_s
        return True
