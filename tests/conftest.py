"""What all tests share: Hypothesis may take its time, because a kernel compiles on first use."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("kermesse", deadline=None)
settings.load_profile("kermesse")
