"""Nothing that a seat cannot know reaches it in any form: content, order, length or number.

Every frame of many matches is paired with a twin, a world that differs only in what one viewer
cannot know. Both are shown to that viewer by the table's own code, and every byte is compared.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

import kermesse
from kermesse.core.match import Match
from kermesse.core.position import Position, View
from kermesse.core.registry import game_names
from kermesse.table import replay as replays
from kermesse.table.commands import decisions
from kermesse.table.live import broadcast
from kermesse.table.live.broadcast import Broadcast
from kermesse.table.refusals import Refused
from kermesse.table.replay import OPENED, Replay
from kermesse.table.state import table_state
from kermesse.table.state.picks import tree
from kermesse.table.state.table_state import TableState
from kermesse.table.state.viewer_history import ViewerHistory
from kermesse.table.views import chat, panels, table_view
from kermesse.table.views.screen import Screen
from kermesse.table.views.table_view import TableView

from . import worlds
from .wires import huddle
from .worlds import check, compare, in_loop, random_match

MUVUCA = kermesse.game("muvuca")


# --- the tests ------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A game as it is compared: some seats, some options."""

    game: str
    seats: int
    options: dict[str, Any]
    phases: frozenset[str] = frozenset()  # that must have been there


VIVA = {"rounds": 1, "turn_cap": 50, "hand_size": 7, "edition": "regular"}
CASES = (
    Case("muvuca", 2, {"rounds_to_win": 1}, frozenset({"card", "push", "hand_over"})),
    Case("viva", 3, VIVA | {"table": "strict"}, frozenset({"turn", "more", "drawn"})),
    Case("viva", 4, VIVA | {"table": "honour"}, frozenset({"more", "call", "answers"})),
    Case("muckle", 4, {}, frozenset({"select", "play", "ball", "reveal"})),
)
NAMED = {case.game for case in CASES}
ALL_CASES = (
    *CASES,
    *(Case(name, kermesse.game(name).seats[-1], {}) for name in game_names() if name not in NAMED),
)


def case_name(case: Case) -> str:
    return f"{case.game}-{case.seats}-{case.options.get('table', '')}".rstrip("-")


@pytest.mark.threat(33, 34, 35, 36, 37, 39, 40, 41, 43, 44)
@pytest.mark.parametrize("case", ALL_CASES, ids=case_name)
@pytest.mark.varied
def test_twin_worlds_are_the_same_bytes(case: Case) -> None:
    each = 70
    game = kermesse.game(case.game)
    tally = in_loop(lambda: compare(game, case.seats, each, 5, options=case.options))
    check(tally, each * (case.seats + 1))
    assert case.phases <= tally.phases


@pytest.mark.long
@pytest.mark.threat(33, 34, 35, 36, 37, 39, 40, 41, 43, 44)
@pytest.mark.parametrize("case", ALL_CASES, ids=case_name)
def test_ten_thousand_twin_worlds_are_the_same_bytes(case: Case) -> None:
    started = time.monotonic()
    game, each = kermesse.game(case.game), 10_000 // (case.seats + 1)
    for seed in range(98, 100):
        tally = in_loop(
            lambda seed=seed: compare(game, case.seats, each, seed, 8, case.options)  # type: ignore[misc]
        )
        check(tally, each * (case.seats + 1))
        assert case.phases <= tally.phases
    print(f"{case_name(case)}: {tally}, {time.monotonic() - started:.0f} s")


@pytest.mark.threat(33, 36, 37, 40, 41)
@pytest.mark.parametrize("seats", [2, 4])
def test_twin_worlds_of_a_game_with_teams_and_sealed_choices(seats: int) -> None:
    tally = in_loop(lambda: compare(huddle(), seats, 40, seats))
    check(tally, 40 * (seats + 1))


# --- twins that are none --------------------------------------------------------------------------


def same_world(position: Position, seat: int, key: int) -> Position:
    return position


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_pairs_that_do_not_differ_prove_nothing_about_a_game_with_secrets(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "twin", same_world)
    game = kermesse.game(case.game)
    tally = in_loop(lambda: compare(game, case.seats, 20, 5, options=case.options))
    assert (tally.leak, tally.hiding) == ("", True)
    assert tally.different <= tally.pairs // 2  # a few, where one world has fewer frames
    with pytest.raises(AssertionError):
        check(tally, tally.pairs)


def test_only_views_that_hide_nothing_excuse_pairs_that_do_not_differ() -> None:
    """Moon River has no secrets; the check is the same for all games, and knows none by name."""
    tally = in_loop(lambda: compare(kermesse.game("moon_river"), 3, 20, 5))
    assert (tally.different, tally.hiding) == (0, False)
    check(tally, tally.pairs)
    for hiding, different in ((True, 0), (True, tally.pairs // 2), (False, 1)):
        with pytest.raises(AssertionError):
            check(replace(tally, hiding=hiding, different=different), tally.pairs)


# --- planted leaks --------------------------------------------------------------------------------


def secret_cards(frame: Position, viewer: int) -> list[int]:
    """The cards of a hidden hand, by number."""
    seat = 1 if viewer == 0 else 0
    hidden = int(frame.record.hand[seat]) & ~int(frame.record.known[seat])
    return [card for card in range(25) if hidden >> card & 1]


def last_of(scene: Screen) -> Position:
    assert scene.state.match is not None
    return scene.state.match.frames[-1]


Patch = pytest.MonkeyPatch


def board_from_the_record(patch: Patch) -> None:
    def view(self: Screen, frame: Position) -> View:
        seen = View(frame.game, frame.copy()._batch)
        seen.record.viewer = self.audience.seat
        return seen

    patch.setattr(Screen, "view", view)


def leaky_board(patch: Patch, change: Callable[[str, list[int]], str]) -> None:
    """Change the board's HTML by what the viewer cannot know."""
    plain_view, plain_board = Screen.view, Screen.board

    def view(self: Screen, frame: Position) -> View:
        seen = plain_view(self, frame)
        seen.frame = frame  # type: ignore[attr-defined]
        return seen

    def leaky(self: Screen, seen: View) -> Any:
        html = plain_board(self, seen)
        cards = secret_cards(seen.frame, self.audience.seat)  # type: ignore[attr-defined]
        return type(html)(change(str(html), cards))

    patch.setattr(Screen, "view", view)
    patch.setattr(Screen, "board", leaky)


def hidden_ids_by_card(patch: Patch) -> None:
    def change(html: str, cards: list[int]) -> str:
        for slot, card in enumerate(cards):
            html = html.replace(f'id="h1-{slot}"', f'id="h1-{card}"')
            html = html.replace(f'id="h0-{slot}"', f'id="h0-{card}"')
        return html

    leaky_board(patch, change)


def hidden_order_by_deal(patch: Patch) -> None:
    def change(html: str, cards: list[int]) -> str:
        if cards and cards[0] % 2:
            html = html.replace('id="h1-0"', "id=x").replace('id="h1-1"', 'id="h1-0"')
            html = html.replace("id=x", 'id="h1-1"').replace('id="h0-0"', 'id="h0-9"')
        return html

    leaky_board(patch, change)


def sizes_differ(patch: Patch) -> None:
    leaky_board(patch, lambda html, cards: html + " " * (cards[0] if cards else 0))


def log_from_the_record(patch: Patch) -> None:
    plain = Screen.frame_line

    def frame_line(self: Screen, number: int, view: View, *rest: Any) -> Any:
        assert self.state.match is not None
        frame = self.state.match.frames[number]
        return plain(self, number, View(frame.game, frame.copy()._batch), *rest)

    patch.setattr(Screen, "frame_line", frame_line)


def picks_of_the_other(patch: Patch) -> None:
    def picks(self: Screen) -> Any:
        frame = last_of(self)
        return tree(frame, min(frame.due)) if frame.due else {}

    patch.setattr(Screen, "picks", picks)


def points_from_the_record(patch: Patch) -> None:
    patch.setattr(Screen, "points", property(lambda self: last_of(self).points))


def an_error_that_names_a_card(patch: Patch) -> None:
    plain = decisions.tried

    def tried(state: TableState, seat: int, path: list[str], language: str) -> Match:
        try:
            return plain(state, seat, path, language)
        except Refused as refused:
            assert state.match is not None
            cards = secret_cards(state.match.frames[-1], seat)
            raise Refused(refused.kind, refused.rule, f"your opponent has {cards}") from None

    patch.setattr(decisions, "tried", tried)


def one_message_more(patch: Patch) -> None:
    plain = Broadcast.frames

    def frames(self: Broadcast, first: int) -> None:
        plain(self, first)
        match = self._table.state.match
        assert match is not None
        for socket in self.connections:
            cards = secret_cards(match.frames[-1], self.audience(socket).seat)
            if cards and cards[0] % 2:
                socket.send("{}")

    patch.setattr(Broadcast, "frames", frames)


def keys_in_another_order(patch: Patch) -> None:
    plain = table_view.moment

    def moment(screen: Screen) -> dict[str, Any]:
        told = plain(screen)
        cards = secret_cards(last_of(screen), screen.audience.seat)
        return dict(reversed(told.items())) if cards and cards[0] % 2 else told

    patch.setattr(table_view, "moment", moment)


def a_board_sent_by_parts_unless_a_hidden_card_is_odd(patch: Patch) -> None:
    plain = TableView._base

    def base(self: TableView, screen: Screen, frame: Position | None = None) -> Any:
        cards = secret_cards(last_of(screen), screen.audience.seat)
        return None if cards and cards[0] % 2 else plain(self, screen, frame)

    patch.setattr(TableView, "_base", base)


def about_from_the_record(patch: Patch) -> None:
    plain = TableView._step

    def step(self: TableView, screen: Screen, number: int, *rest: Any) -> Any:
        assert self.state.match is not None
        frame = self.state.match.frames[number]
        page = self.state.game.page
        assert page is not None
        made = plain(self, screen, number, *rest)
        return made | {"about": list(page.about(cast(View, frame)))}

    patch.setattr(TableView, "_step", step)


def a_replay_with_open_hands(patch: Patch) -> None:
    patch.setattr(worlds, "way", lambda world: OPENED)


def a_replay_told_from_the_record(patch: Patch) -> None:
    patch.setattr(Replay, "told", lambda self, viewer, language: told_openly(self, language))


def told_openly(replay: Replay, language: str) -> list[tuple[int, str]]:
    words = replay.game.words(language)
    tell = replay.game.notation.event_text
    return [(n, tell(f.record, replay.players, words)) for n, f in enumerate(replay.match.frames)]


def a_status_that_knows(patch: Patch) -> None:
    plain = panels.status_text

    def status_text(scene: Screen) -> str:
        return plain(scene) + "!" * (secret_cards(last_of(scene), scene.audience.seat) or [0])[0]

    patch.setattr(panels, "status_text", status_text)


def a_step_of_the_replay_from_the_record(patch: Patch) -> None:
    patch.setattr(Replay, "view", lambda self, frame, viewer: replays.opened(frame))


LEAKS = [
    a_board_sent_by_parts_unless_a_hidden_card_is_odd,
    board_from_the_record,
    hidden_ids_by_card,
    hidden_order_by_deal,
    sizes_differ,
    log_from_the_record,
    picks_of_the_other,
    points_from_the_record,
    an_error_that_names_a_card,
    one_message_more,
    keys_in_another_order,
    about_from_the_record,
    a_replay_with_open_hands,
    a_replay_told_from_the_record,
    a_step_of_the_replay_from_the_record,
    a_status_that_knows,
]


@pytest.mark.threat(33, 36, 37, 39, 43, 44)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
@pytest.mark.varied
def test_a_planted_leak_is_found(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    tally = in_loop(lambda: compare(MUVUCA, 2, 300, 3, pages_every=4))
    assert tally.leak != ""


# what only some may notice: hidden decisions, answers in a window, talk of another team


def every_frame_is_shown(patch: Patch) -> None:
    def frames(self: Screen, first: int) -> Any:
        assert self.state.match is not None
        return list(range(first, len(self.state.match.frames)))

    patch.setattr(Screen, "frames", frames)


def lines_are_numbered_by_frame(patch: Patch) -> None:
    patch.setattr(ViewerHistory, "place", lambda self, number: number)


def moments_count_events(patch: Patch) -> None:
    patch.setattr(TableState, "moment", lambda self, viewer: self.seq)


def an_empty_message_where_nothing_is_seen(patch: Patch) -> None:
    plain = Broadcast._tell

    def tell(self: Broadcast, render: Callable[[TableView, Screen], Any]) -> None:
        plain(self, lambda view, screen: render(view, screen) or {"steps": []})

    patch.setattr(Broadcast, "_tell", tell)


def clocks_show_hidden_decisions(patch: Patch) -> None:
    patch.setattr(decisions, "others_notice", lambda *given: True)


def an_answer_is_told_to_all(patch: Patch) -> None:
    patch.setattr(Broadcast, "held", lambda self, seat: self.notes())


def seats_show_who_has_answered(patch: Patch) -> None:
    patch.setattr(Screen, "due", property(lambda self: self.state.due))


def a_replay_counts_hidden_frames(patch: Patch) -> None:
    everything = lambda self, viewer: list(range(len(self.match.frames)))  # noqa: E731
    patch.setattr(Replay, "moments", everything)


def lines_of_chat_are_numbered(patch: Patch) -> None:
    plain = chat.chat_line

    def chat_line(state: TableState, line: Any, *rest: Any) -> Any:
        shown = plain(state, line, *rest)
        return shown and type(shown)(str(shown).replace("<li", f'<li id="c{line.id}"', 1))

    for module in (chat, broadcast):
        patch.setattr(module, "chat_line", chat_line)


def team_talk_reaches_all(patch: Patch) -> None:
    patch.setattr(chat, "may_read", lambda *given: True)


def the_chat_is_as_long_as_all_have_said(patch: Patch) -> None:
    patch.setattr(table_state, "latest", lambda teams, lines: list(lines)[-6:])


HIDDEN_LEAKS = [
    (every_frame_is_shown, "viva"),
    (lines_are_numbered_by_frame, "viva"),
    (moments_count_events, "viva"),
    (an_empty_message_where_nothing_is_seen, "viva"),
    (clocks_show_hidden_decisions, "viva"),
    (an_answer_is_told_to_all, "viva"),
    (seats_show_who_has_answered, "viva"),
    (a_replay_counts_hidden_frames, "viva"),
    (lines_of_chat_are_numbered, "muckle"),
    (team_talk_reaches_all, "muckle"),
    (the_chat_is_as_long_as_all_have_said, "muckle"),
    (board_from_the_record, "viva"),
    (board_from_the_record, "muckle"),
    (log_from_the_record, "viva"),
    (log_from_the_record, "muckle"),
    (picks_of_the_other, "viva"),
    (picks_of_the_other, "muckle"),
]


@pytest.mark.threat(33, 36, 37, 40, 41, 43, 44)
@pytest.mark.parametrize(
    ("leak", "name"), HIDDEN_LEAKS, ids=[f"{leak.__name__}-{name}" for leak, name in HIDDEN_LEAKS]
)
def test_a_leak_of_what_only_some_notice_is_found(
    leak: Callable[[Patch], None], name: str, monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    case = next(case for case in reversed(CASES) if case.game == name)
    game = kermesse.game(name)
    tally = in_loop(lambda: compare(game, case.seats, 300, 5, 4, case.options))
    assert tally.leak != ""


def test_a_frame_holds_no_chance() -> None:
    """The twins of this test differ in cards only: no frame of a match holds the next draws."""
    match = random_match(MUVUCA, 2, random.Random(1))
    assert all(int(frame.record.rng) == 0 for frame in match.frames)
    assert np.all([frame.record.viewer == -2 for frame in match.frames])
