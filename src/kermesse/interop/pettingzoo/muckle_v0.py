"""Muckle, under the name that PettingZoo's users expect: `env`, `raw_env`, `parallel_env`."""

from __future__ import annotations

from functools import partial

from kermesse.interop.pettingzoo import aec, parallel

env = partial(aec.env, "muckle")
raw_env = partial(aec.raw_env, "muckle")
parallel_env = partial(parallel.parallel_env, "muckle")
raw_parallel_env = partial(parallel.raw_parallel_env, "muckle")
