"""Makes the plain-Python oracle in `bench/` importable."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[5]

if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))
