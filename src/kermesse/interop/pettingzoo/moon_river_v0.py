"""Moon River, under the name that PettingZoo's users expect: `env`, `raw_env`, `parallel_env`."""

from __future__ import annotations

from functools import partial

from kermesse.interop.pettingzoo import aec, parallel

env = partial(aec.env, "moon_river")
raw_env = partial(aec.raw_env, "moon_river")
parallel_env = partial(parallel.parallel_env, "moon_river")
raw_parallel_env = partial(parallel.raw_parallel_env, "moon_river")
