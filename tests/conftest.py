"""Marks the tests of faults, wherever they are."""

from __future__ import annotations

import pytest

from tests.faults import FAULTS

_LISTED = frozenset(name for names in FAULTS.values() for name in names)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Adds the marker `fault` to what the list of faults names."""
    for item in items:
        name = f"{item.path.stem}::{getattr(item, 'originalname', item.name)}"
        if name in _LISTED:
            item.add_marker(pytest.mark.fault)
