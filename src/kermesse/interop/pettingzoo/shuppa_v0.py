"""Shuppa, under the name that PettingZoo's users expect: `env`, `raw_env`, `parallel_env`."""

from __future__ import annotations

from functools import partial

from kermesse.interop.pettingzoo import aec, parallel

env = partial(aec.env, "shuppa")
raw_env = partial(aec.raw_env, "shuppa")
parallel_env = partial(parallel.parallel_env, "shuppa")
raw_parallel_env = partial(parallel.raw_parallel_env, "shuppa")
