"""Whatever comes from outside is a value or an error for people; `make fuzz` tries longer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.measuring.fuzz import damaged, try_once
from companion.measuring.fuzz_targets import targets


@pytest.mark.parametrize("name", targets())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=200), st.integers(0, 2**32)))
def test_no_input_falls(tmp_path: Path, name: str, what: bytes | int) -> None:
    data = what if isinstance(what, bytes) else damaged(targets()[name].seeds[0], Random(what))
    try_once(name, data, tmp_path)
