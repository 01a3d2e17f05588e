"""The other side: plays Pgx's games in a process of its own, as lines of JSON ask for.

    python bench/batches/pgx_side.py [CORE]

A line `{"env": "leduc_holdem", "games": 1024, "seconds": 2}` is answered by how many steps were
taken. Runs with any Python that has JAX and Pgx; nothing else is imported here.

Pgx is taken at its best: many steps in one compiled loop, with automatic reset. Mask and
observation are part of its state, so that every step writes them.
"""

import json
import os
import sys
from functools import cache
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

LENGTH = 64  # steps in one call: launching it should not count


@cache
def made(env_name: str, games: int) -> tuple[Any, Any, Any]:
    """The loop of an environment, its first states and its first key; compiled and run once."""
    jax, pgx = import_module("jax"), import_module("pgx")
    numbers, wrapped = import_module("jax.numpy"), import_module("pgx.experimental").auto_reset
    env = pgx.make(env_name)
    step = jax.vmap(wrapped(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        states, key = carried
        key, choosing, dealing = jax.random.split(key, 3)
        open_ones = numbers.log(states.legal_action_mask.astype(numbers.float32))
        actions = jax.random.categorical(choosing, open_ones, axis=1)
        return (step(states, actions, jax.random.split(dealing, games)), key), None

    def loop(states: Any, key: Any) -> Any:
        return jax.lax.scan(one, (states, key), None, length=LENGTH)[0]

    key = jax.random.PRNGKey(7)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    compiled = jax.jit(loop)
    return (compiled, *jax.block_until_ready(compiled(states, key)))


def play(env: str, games: int, seconds: float) -> dict[str, Any]:
    """Step for a while."""
    began = perf_counter()
    loop, states, key = made(env, games)
    compiling = perf_counter() - began
    block = import_module("jax").block_until_ready
    calls, began, worked = 0, perf_counter(), process_time()
    while perf_counter() - began < seconds:
        states, key = block(loop(states, key))
        calls += 1
    return {
        "steps": calls * LENGTH * games,
        "seconds": perf_counter() - began,
        "core_seconds": process_time() - worked,
        "compile_seconds": compiling,
        "observation": list(states.observation.shape[1:]),
        "actions": int(states.legal_action_mask.shape[1]),
    }


def about() -> dict[str, Any]:
    """What plays here."""
    jax, pgx = import_module("jax"), import_module("pgx")
    return {"jax": jax.__version__, "pgx": pgx.__version__, "device": str(jax.devices()[0])}


def main() -> None:
    """Answer line by line."""
    if len(sys.argv) > 1:
        os.sched_setaffinity(0, {int(sys.argv[1])})  # before JAX counts the cores
    try:
        print(json.dumps(about()), flush=True)
    except ImportError as absent:
        print(json.dumps({"error": str(absent)}), flush=True)
        return
    for line in sys.stdin:
        try:
            answer = play(**json.loads(line))
        except Exception as problem:  # whatever it is, the others still play
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
