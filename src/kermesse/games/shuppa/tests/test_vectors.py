"""The examples of the rules, each played as it is told."""

from __future__ import annotations

import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import (
    acting,
    asked,
    columns,
    discarded,
    hand,
    heard,
    kinds,
    options,
    place,
    steps,
    tokens,
    won,
    zone_text,
)

CASCADE = "[3 13*A] [9 18 19] [14 25 26] [5 62*B] [11 74]"


def sizes(position: Position) -> tuple[int, ...]:
    s = position.record
    cards = sum(len(column) for column in columns(position))
    return len(columns(position)), cards, int(s.bonbonniere), int(s.reserve), int(s.action_pile)


@pytest.mark.rule("SH-T01", "SH-01", "SH-04", "SH-05", "SH-06", "SH-07")
@pytest.mark.parametrize(
    ("seats", "wanted"),
    [(2, (5, 10, 22, 29, 20)), (3, (6, 12, 22, 20, 18)), (4, (7, 14, 22, 11, 16))],
)
def test_piles(seats: int, wanted: tuple[int, ...]) -> None:
    batch = game.blank(seats=seats)
    game.kernels["setup"](batch[0])
    assert sizes(Position(game, batch)) == wanted


@pytest.mark.rule("SH-T02", "SH-95", "SH-23")
def test_one_card_of_the_bonbonniere_gives_the_last_direction() -> None:
    position = game.new(seats=2, seed=1)
    while not position.over:
        seat = min(position.due)
        position.act(seat, position.legal(seat)[0])
        if position.record.number == 7:
            assert position.record.bonbonniere == 1
            assert position.record.arrow in (0, 1)
    assert position.record.number == 7


@pytest.mark.rule("SH-T03", "SH-30")
@pytest.mark.parametrize(("arrow", "order"), [("right", [1, 2, 0]), ("left", [0, 2, 1])])
def test_direction(arrow: str, order: list[int]) -> None:
    position = place("[1 2*B] [3] [6 9*C] [10] [13 14*A] [17]", arrow=arrow)
    events = steps(position)
    assert [args[0] for args in heard(events, "no_lot")] == order


@pytest.mark.rule("SH-T04", "SH-73", "SH-74", "SH-75")
@pytest.mark.parametrize(
    ("action", "column"), [("lift 2 up", [2, 3, 5, 1]), ("lift 2 down", [5, 1, 2, 3])]
)
def test_lift(action: str, column: list[int]) -> None:
    position = acting("[16*A] [1 2 3 5] [9] [10] [11]")
    position.act(0, action)
    assert columns(position)[1] == column


@pytest.mark.rule("SH-T05", "SH-102", "SH-103", "SH-104")
@pytest.mark.parametrize(
    ("difficulty", "deck", "reserve", "pile"),
    [(2, [7, 2], 29, 20), (5, [4, 5], 32, 17), (9, [0, 9], 36, 13)],
)
def test_difficulty(difficulty: int, deck: list[int], reserve: int, pile: int) -> None:
    batch = game.blank(seats=1, options={"difficulty": difficulty})
    game.kernels["setup"](batch[0])
    s = batch[0]
    assert s.deck.tolist() == deck
    assert (s.reserve, s.action_pile) == (reserve, pile)


@pytest.mark.rule("SH-T06", "SH-22", "SH-25", "SH-26", "SH-35", "SH-70", "SH-72", "SH-81")
def test_sort_drop_claim() -> None:
    position = place(
        "[1 2] [3 5] [6 9] [10 11] [13 14]",
        phase="sort_three",
        arrow="..",
        row="90 18 47",
        **{"hand 0": "30 31", "hand 1": "64 65"},
    )
    while position.pending:
        position.record.rng = 1
        event = position.advance()
        if event.kind == "arrow" and event.args[0] == 1:  # the example's arrow points right
            position.record.arrow, position.record.rights = 0, 1
    assert position.record.row[:3].tolist() == [17, 46, 89]
    position.act(0, "30")
    position.decide(1, "64")
    steps(position, "sorted_row")
    assert position.record.row[:5].tolist() == [17, 29, 46, 63, 89]
    while position.record.column or position.record.row[0] >= 0:
        position.advance()
    assert zone_text(position) == "[1 2 18] [3 5 30*A] [6 9 47] [10 11 64*B] [13 14 90]"
    events = steps(position)
    assert won(position, 0) == {18, 30, 47}
    assert heard(events, "fell") == []
    assert heard(events, "stayed") == [(1, 63)]
    assert heard(events, "drew") == []
    swaps = options(position, 1)
    assert swaps[0] == "decline"
    assert len(swaps) == 17
    upright = [swap for swap in swaps[1:] if swap.split()[1][0] == swap.split()[2][0]]
    assert len(upright) == 7
    before = hand(position, 1)
    events = position.act(1, "decline")
    assert kinds(events)[:2] == ["declined", "drew"]
    assert len(hand(position, 1) - before) == 1
    assert tokens(position) == {}


@pytest.mark.rule("SH-T07", "SH-34", "SH-52", "SH-53", "SH-58", "SH-89", "SH-90")
def test_cascade() -> None:
    hands = {"hand 0": "30 31", "hand 1": "64 65", "number": 6}
    position = place(CASCADE, **hands)
    events = steps(position, "turned_up")
    assert won(position, 0) == {13, 18, 25, 9, 14, 19, 26}
    assert heard(events, "marked") == [(0, 3, 0), (0, 4, 1)]
    assert heard(events, "no_lot") == [(1, 61)]
    assert [args[0] for args in heard(events, "drew")] == [1]
    assert [args[0] for args in heard(events, "restocked")] == [1, 2]
    left = columns(position)
    assert (left[0], left[3], left[4]) == ([3], [5, 62], [11, 74])
    assert len(left[1]) == len(left[2]) == 1


@pytest.mark.rule("SH-T08", "SH-46", "SH-47", "SH-57")
def test_sharing_in_a_cascade() -> None:
    zone = "[3 13*A] [9 18 19] [14 25 26*B] [5 62] [11 74]"
    position = place(zone)
    events = steps(position)
    assert len(won(position, 0)) == 5
    assert len(won(position, 1)) == 2
    assert discarded(position) == set()
    assert heard(events, "drew") == []
    assert heard(events, "took_back") == [(0b01,), (0b10,)]
    position = place(zone, arrow="left")
    events = steps(position)
    assert kinds(events)[:2] == ["no_lot", "drew"]
    assert heard(events, "drew")[0][0] == 1
    assert len(won(position, 0)) == 7


@pytest.mark.rule("SH-T09", "SH-54", "SH-40")
def test_a_lot_that_grows_is_new() -> None:
    position = asked("[2 13*A] [9 18 19] [14 25 26] [5 62] [11 74]")
    assert won(position, 0) == {13, 18, 25, 2, 9, 14, 19, 26}


@pytest.mark.rule("SH-T10", "SH-32", "SH-33")
def test_a_lot_is_broken_before_its_owners_turn() -> None:
    zone = "[1 6*A] [13 11] [3 17*B] [9 23] [10 90]"
    position = place(zone)
    events = steps(position)
    assert won(position, 0) == {1, 6, 13}
    assert won(position, 1) == set()
    assert heard(events, "no_lot") == [(1, 16)]
    assert columns(position) == [[], [11], [3, 17], [9, 23], [10, 90]]
    position = asked(zone, arrow="left")
    assert won(position, 0) == {1, 6, 13}
    assert won(position, 1) == {11, 17, 23}


@pytest.mark.rule("SH-T11", "SH-48", "SH-31", "SH-47")
def test_share_of_zero() -> None:
    position = place("[2 13*A] [9 18 22*B] [17 25 27*C] [5 33*D] [10 50] [26 58] [30 89]", seats=4)
    events = steps(position)
    assert won(position, 0) == {13, 18, 25}
    assert discarded(position) == {22, 27, 33}
    assert [won(position, player) for player in (1, 2, 3)] == [set()] * 3
    assert heard(events, "took_back") == [(0b0001,), (0b1110,)]
    assert heard(events, "drew") == []
    assert heard(events, "no_lot") == []


TWO_LOTS = "[3 9] [13 30] [2 35*A] [17 41] [10 90]"
THREE_WAYS = ["share 1 0 0", "share 0 1 0", "share 0 0 1"]


@pytest.mark.rule("SH-T12", "SH-18", "SH-37", "SH-97")
def test_multicolour_in_two_lots() -> None:
    position = asked(TWO_LOTS)
    assert won(position, 0) == {13, 30, 35, 17, 41}
    assert position.points == [6, 0]


@pytest.mark.rule("SH-T12", "SH-49", "SH-43", "SH-44")
@pytest.mark.parametrize(("answer", "owner"), list(zip(THREE_WAYS, (0, 1, None), strict=True)))
def test_the_common_card_goes_to_the_lot_with_more_players(answer: str, owner: int | None) -> None:
    position = asked(TWO_LOTS.replace("41", "41*B"))
    assert position.due == {0}
    assert options(position, 0) == THREE_WAYS
    position.act(0, answer)
    assert {13, 30} <= won(position, 0)
    assert [35 in won(position, 0), 35 in won(position, 1)] == [owner == 0, owner == 1]
    assert (35 in discarded(position)) == (owner is None)
    assert len(won(position, 0)) == 3
    assert len(won(position, 1)) == 1
    assert len(discarded(position)) == 1


@pytest.mark.rule("SH-T12", "SH-41")
def test_the_second_lot_of_the_other_player_is_broken() -> None:
    position = asked(TWO_LOTS.replace("41", "41*B"), arrow="left")
    assert position.due == {1}
    assert options(position, 1) == THREE_WAYS
    events = position.act(1, "share 0 1 0")
    assert 35 in won(position, 0)
    assert heard(events, "took_back") == [(0b11,)]
    assert columns(position)[1] == [13, 30]


@pytest.mark.rule("SH-T12", "SH-19")
def test_as_a_fifth_suit_there_is_no_lot() -> None:
    position = place(TWO_LOTS, multicolour="fifth_suit")
    assert heard(steps(position), "no_lot") == [(0, 34)]


@pytest.mark.rule("SH-T13", "SH-44", "SH-45")
def test_share_vectors() -> None:
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    assert options(position, 0) == [
        "share 2 0 0",
        "share 1 1 0",
        "share 1 0 1",
        "share 0 2 0",
        "share 0 1 1",
    ]
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]", share_mode="auto")
    assert {7, 21} <= won(position, 0)
    position = asked("[1*A] [7*B] [13*C] [18] [3] [9]")
    assert len(options(position, 0)) == 4
    position = place("[1 6*A] [13 18] [25 30*B] [3] [9]")
    events = steps(position)
    assert "shared" not in kinds(events)
    assert [len(won(position, player)) for player in (0, 1)] == [3, 3]


@pytest.mark.rule("SH-T14", "SH-64", "SH-65", "SH-78")
def test_eat_with_cascade() -> None:
    position = acting("[9 13] [3 14] [26 5] [10 62] [11 75 4*A]")
    events = position.act(0, "eat 2:0")
    assert won(position, 0) == {3, 9, 14, 26}
    assert heard(events, "drew") == []
    assert columns(position)[:4] == [[13], [], [5], [10, 62]]


@pytest.mark.rule("SH-T15", "SH-67", "SH-68")
def test_jump_to_an_empty_column() -> None:
    position = acting("[13] [18] [] [5 25] [11 8*A]")
    position.act(0, "jump 4 3")
    assert won(position, 0) == {13, 18, 25}


@pytest.mark.rule("SH-T16", "SH-62", "SH-63", "SH-71", "SH-77", "SH-69")
def test_foreign_tokens() -> None:
    def open_to(card: int, column: str) -> list[str]:
        zone = f"[{column}] [9] [10] [11] [{card}*A]"
        position = place(zone.replace("2*B", "4*B").replace("1*B", "4*B"), phase="action")
        position.record.arrow, position.record.rights = 1, 0
        steps(position)
        return [option for option in options(position, 0) if " 1" in option]

    eaten = [option for option in open_to(32, "1 2*B 3") if option.startswith("eat")]
    assert eaten == ["eat 1:0", "eat 1:2"]
    swaps = [option for option in open_to(12, "1 2*B 3") if option.endswith((" 1:1", " 1:2"))]
    assert swaps == []
    assert open_to(16, "1 2*B 3") == ["lift 1 up", "lift 1 down"]
    assert [o for o in open_to(8, "1 2*B 3") if o.startswith("jump 1")] == [
        "jump 1 2", "jump 1 3", "jump 1 4", "jump 1 5",
    ]  # fmt: skip
    assert open_to(16, "1*B 2 3") == ["lift 1 down"]


@pytest.mark.rule("SH-T16", "SH-28", "SH-77")
@pytest.mark.parametrize(
    ("column", "action", "left"),
    [
        ("1 4*B 3", "lift 1 up", "[4*B 3 1]"),
        ("1 4*B 3", "lift 1 down", "[3 1 4*B]"),
        ("4*B 2 3", "lift 1 down", "[3 4*B 2]"),
    ],
)
def test_a_lift_takes_foreign_tokens_along(column: str, action: str, left: str) -> None:
    position = acting(f"[{column}] [9] [10] [11] [16*A]", arrow="left")
    position.decide(0, action)
    assert zone_text(position).startswith(left)


@pytest.mark.rule("SH-T17", "SH-55", "SH-79", "SH-80")
def test_a_lot_that_shrinks_is_not_new() -> None:
    position = acting("[13] [18] [25] [30 5] [10 12*A]")
    events = position.act(0, "swap 4:0 4:1")
    assert won(position, 0) == set()
    assert [args[0] for args in heard(events, "drew")] == [0]


@pytest.mark.rule("SH-T18", "SH-86", "SH-87", "SH-91", "SH-94")
def test_restock_and_empty_piles() -> None:
    position = nearly_empty_piles()
    events = steps(position, "turned_up")
    restocked = heard(events, "restocked")
    assert [(args[0], args[2]) for args in restocked] == [(1, 1), (4, 0)]
    assert columns(position)[5] == []
    assert (position.record.reserve, position.record.action_pile) == (0, 0)
    position.settle()
    while True:
        seat = min(position.due)
        events = position.act(seat, options(position, seat)[0])
        if heard(events, "none_left"):
            break
    assert heard(events, "drew") == []


def nearly_empty_piles() -> Position:
    """Three players, one card each in Reserve and Action pile, three empty columns."""
    zone = "[1 2] [] [3 5] [6 9] [] []"
    hands = {"hand 0": "10 4", "hand 1": "11 8", "hand 2": "14 12"}
    used = {1, 2, 3, 5, 6, 9, 10, 4, 11, 8, 14, 12}
    normal = [n for n in range(1, 100) if n % 4 and n not in used]
    action = [n for n in range(4, 97, 4) if n not in used]
    # a round is left, and its three cards and the arrow's: the others are discarded but one each
    gone = normal[5:] + action[1:]
    return place(
        zone, seats=3, phase="restock", number=6, discard=" ".join(map(str, gone)), **hands
    )


@pytest.mark.rule("SH-T19", "SH-107", "SH-108", "SH-109")
def test_automaton() -> None:
    zone, deck = "[13] [18] [] [5 25] [11 72*B]", {"deck": "2 0", "tops": "normal .."}
    position = acting(zone, seats=1, **deck)
    assert position.due == {0}
    assert position.phase == "tie"
    assert options(position) == ["jump 4 1", "jump 4 2", "jump 4 3"]
    position.act(0, "jump 4 2")
    assert columns(position) == [[], [], [], [5], [11, 72]]
    assert won(position, 1) == {13, 18, 25}
    position = place(zone, seats=1, phase="action", solo_ties="first", **deck)
    events = steps(position)
    assert heard(events, "jumped") == [(1, 24, 3, 0)]
    assert columns(position) == [[], [], [], [5], [11, 72]]


@pytest.mark.rule("SH-T20", "SH-97", "SH-98", "SH-99", "SH-100")
def test_final_tie() -> None:
    plain = [n for n in range(1, 100) if n not in (7, 21, 35, 49, 63, 77, 91)]
    a = [7, 21, *plain[:18]]
    b = [35, 49, 63, *plain[18:34]]
    piles = {"won 0": " ".join(map(str, a)), "won 1": " ".join(map(str, b))}
    free = plain[34:]
    zone = " ".join(f"[{n}]" for n in free[:5])
    position = place(zone, phase="over", **piles)
    assert position.points == [22, 22]
    assert position.outcome is not None
    assert position.outcome == ((2, 1), "multicolours")
    piles["won 1"] = " ".join(map(str, [35, 49, *plain[18:36]]))
    zone = " ".join(f"[{n}]" for n in free[5:10])
    position = place(zone, phase="over", **piles)
    assert position.outcome == ((1, 1), "shared")
