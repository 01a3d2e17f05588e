"""A variant of every game, with a changed table, keeps the contract: in plain Python every day."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.variants.scenes import CHANGED, FEWER_HANDS, spec

import kermesse
from kermesse.core.conformance import check
from kermesse.core.variants import read_variant, try_out

CHECK = """
import json, sys
import kermesse
from kermesse.core.conformance import check
from kermesse.core.variants import try_out
text, seats, clauses = sys.argv[1:]
game = kermesse.variant(json.loads(text))
try_out(game, 2 * len(game.seats))
check(game, int(seats), matches=1, clauses=json.loads(clauses))
print("kept by", game.name)
"""
# Clause 9 compares plain Python with machine code, and some take long games minutes: they are among
# the long walks.
PLAINLY = {
    "muvuca": (2, [1, 2, 3, 4, 5, 6, 7, 8, 10]),
    "viva": (3, [1, 2, 3, 4, 5, 6, 7, 8, 10]),
    "muckle": (4, [1, 2, 3, 5, 6, 7, 8, 10]),
    "shuppa": (2, [1, 2, 3, 5, 6, 7, 8, 10]),
    "moon_river": (3, [2, 6, 7]),
}


WHEN = {"viva": pytest.mark.thorough}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=WHEN.get(name, pytest.mark.long)) for name in PLAINLY]
)
def test_a_variant_keeps_the_contract_in_plain_python(name: str) -> None:
    seats, clauses = PLAINLY[name]
    text = read_variant(CHANGED[name]).canonical
    done = subprocess.run(
        [sys.executable, "-c", CHECK, text, str(seats), str(clauses)],
        env=os.environ | {"KERMESSE_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"kept by {read_variant(CHANGED[name]).name}\n", done.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", CHANGED)
def test_a_variant_keeps_the_whole_contract(name: str) -> None:
    game = kermesse.variant(CHANGED[name])
    try_out(game, 2_000)
    check(game, matches=2)


# --- machine code ---------------------------------------------------------------------------------

COMPILE = """
import json, sys
import kermesse
from kermesse.core.variants import try_out
try_out(kermesse.variant(json.loads(sys.argv[1])), 10)
"""
PLAY = """
import json, sys
import numpy as np
import kermesse
from kermesse.core.playout import playouts

def played(game):
    batch = game.blank(20)
    batch["rng"] = np.arange(20)
    game.bind(playouts)(batch, game.bound(game.choose(None)), np.zeros(game.actions, np.int16))
    return batch

games = [kermesse.variant(json.loads(text)) for text in sys.argv[1:]]
games.insert(1, kermesse.game("muvuca"))
for game in [*games, *reversed(games)]:
    print(game.name, played(game).tobytes().hex())
"""


def run(code: str, *texts: str, plain: str = "0") -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *texts],
        env=os.environ | {"KERMESSE_PLAIN": plain},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.long
def test_machine_code_of_several_variants_does_not_mix() -> None:
    """Each was compiled by a process of its own, so that symbols of equal names could meet."""
    other = spec("Other hands", "muvuca", *FEWER_HANDS, ("cards.csv", "candy,crest", "fries,star"))
    texts = [read_variant(content).canonical for content in (CHANGED["muvuca"], other)]
    for text in texts:
        run(COMPILE, text)
    told = run(PLAY, *texts)
    assert told == run(PLAY, *texts, plain="1")
    assert told[:3] == told[:2:-1]
    assert len({line.split()[1] for line in told}) == 3
