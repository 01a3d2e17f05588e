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
    """Leave out what is marked as thorough."""
    if not THOROUGH:
        late = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if item not in set(late)]
