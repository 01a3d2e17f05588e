"""How far tests look: a short form every day, further with KERMESSE_THOROUGH=1 (`make check`)."""

from __future__ import annotations

import pytest
from hypothesis import settings

from kermesse.core.conformance.standard import THOROUGH

# no deadline: a kernel is compiled on first use
settings.register_profile("short", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if THOROUGH else "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every day leave out what is thorough, and all but the first case of what is varied."""
    if THOROUGH:
        return
    kept, late, known = [], [], set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        varied = test.startswith("tests/browser/") or item.get_closest_marker("varied")
        again = varied and test in known
        (late if again or item.get_closest_marker("thorough") else kept).append(item)
        known.add(test)
    config.hook.pytest_deselected(items=late)
    items[:] = kept
