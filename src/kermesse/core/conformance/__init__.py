"""The conformance suite: ten clauses that every game keeps, for authors of games to run.

```python
import kermesse
from kermesse.core.conformance import check

def test_conformance():
    check(kermesse.game("muvuca"))
```

`check` tries all seat counts with the default options; `check(game, seats=2, options={…})` one
of them, with ``matches`` and ``seed`` to look further. For one test per seat count and variant:

```python
@pytest.mark.parametrize("case", cases(game, [{}, {"rounds_to_win": 1}]), ids=str)
def test_conformance(case):
    check_case(case)
```

A broken contract raises `ConformanceError`: every clause that does not hold, each with its first
evidence and the place to look. `CLAUSES` has the clauses by number, each with its title and its
function; the functions' docstrings say what is looked at. The same seed gives the same run.
"""

from __future__ import annotations

from kermesse.core.conformance.case import Case, cases
from kermesse.core.conformance.evidence import Broken, ConformanceError, Failure
from kermesse.core.conformance.suite import CLAUSES, Clause, check, check_case, failures_of
from kermesse.core.conformance.walk import Moment, Walk

__all__ = [
    "CLAUSES",
    "Broken",
    "Case",
    "Clause",
    "ConformanceError",
    "Failure",
    "Moment",
    "Walk",
    "cases",
    "check",
    "check_case",
    "failures_of",
]
