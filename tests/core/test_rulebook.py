"""Reading a rulebook: one paragraph per numbered rule."""

from __future__ import annotations

import pytest

import kermesse
from kermesse.core.errors import KermesseError, UnknownRule
from kermesse.core.rulebook import Rulebook

PAGE = """# A game

Some words about **XX-99**, which is no rule because it does not start a paragraph.

**XX-01** The first rule,
over two lines.

| a | table |
| --- | --- |

**XX-02** The second rule.

**XX-T01** An example. It cites XX-02.
```text
a diagram
```

**XX-03** The last rule."""


def test_rules_by_id_in_the_order_of_the_book() -> None:
    book = Rulebook("en", PAGE)
    assert book.rules == {
        "XX-01": "The first rule, over two lines.",
        "XX-02": "The second rule.",
        "XX-T01": "An example. It cites XX-02. ```text a diagram ```",
        "XX-03": "The last rule.",
    }
    assert list(book.rules) == ["XX-01", "XX-02", "XX-T01", "XX-03"]


@pytest.mark.parametrize("wanted", ["XX-02", "xx-02", "  Xx-02 "])
def test_a_rule_is_quoted_by_its_id(wanted: str) -> None:
    assert Rulebook("en", PAGE).rule(wanted) == "The second rule."


@pytest.mark.parametrize("wanted", ["XX-99", "", "XX", "XX-2"])
def test_an_unknown_id_is_refused_with_the_range(wanted: str) -> None:
    with pytest.raises(UnknownRule, match="its ids run from XX-01 to XX-03"):
        Rulebook("en", PAGE).rule(wanted)


def test_a_book_in_another_language_is_refused_by_name() -> None:
    with pytest.raises(KermesseError, match="no rulebook in 'xx'; there are en, fr, pt"):
        kermesse.game("muvuca").rulebook("xx")
    with pytest.raises(KermesseError):
        kermesse.game("muvuca").rulebook("../rulebook/en")
