"""The browser's side of the table, in real Chromium, under the content policy of the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    expect,
)
from tests.browser.client_scenes import (
    CROWD,
    HAND,
    MOMENTS,
    PICKS,
    TABLES,
    Table,
    board,
    serving,
)

SLOW = 0.01
DESK: ViewportSize = {"width": 1280, "height": 800}
INTO_ROW = {**CROWD, "row1": ("c1:fries", *CROWD["row1"])}
LEFT = HAND[1:]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as url:
        yield url


class Visit:
    """A person at a table: their page, and the server's end of its socket."""

    def __init__(self, page: Page, table: Table, address: str, name: str) -> None:
        self.page, self.table, self.address, self.name = page, table, address, name
        self.complaints: list[str] = []
        self.expected: list[str] = []  # complaints that belong to the test
        page.on("console", self.listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def listen(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def open(self, **greeting: Any) -> None:
        """Go to the table; it offers the usual picks unless told otherwise."""
        self.table.greeting |= {"picks": PICKS, **greeting}
        self.page.goto(f"{self.address}/table/{self.name}")
        self.page.locator(".lit").first.wait_for()

    def pick(self, name: str) -> Locator:
        return self.page.locator(f'[data-pick="{name}"]')

    def lit(self) -> set[str]:
        names: list[str] = self.page.eval_on_selector_all(
            ".lit", "found => found.map(e => e.dataset.pick)"
        )
        return set(names)

    def box(self, selector: str) -> FloatRect:
        found = self.page.locator(selector).bounding_box()
        assert found is not None
        return found

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def pace(self, rate: float) -> None:
        """How fast all motion runs: slow enough, a busy machine does not miss it."""
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("Animation.enable")
        tools.send("Animation.setPlaybackRate", {"playbackRate": rate})

    def freeze(self, at: float) -> None:
        """Hold all motion so many milliseconds after its start."""
        self.page.evaluate(
            "at => document.getAnimations().forEach(a => { a.pause(); a.currentTime = at; })", at
        )

    def moving(self) -> set[str]:
        ids: list[str] = self.page.evaluate(
            "() => document.getAnimations().map(a => a.effect.target.id).filter(Boolean)"
        )
        return set(ids)

    def lines(self) -> list[str]:
        return [text.strip() for text in self.page.locator("#log li").all_text_contents()]


NewVisit = Callable[..., Visit]


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[BrowserContext]:
    """A context that most visits share: its cache saves a third of the time."""
    with browser.new_context(viewport=DESK) as context:
        yield context


@pytest.fixture
def visits(
    browser: Browser, plain: BrowserContext, address: str, request: pytest.FixtureRequest
) -> Iterator[NewVisit]:
    """Makes visits; a complaint of a browser fails the test."""
    made: list[Visit] = []

    def visit(**settings: Any) -> Visit:
        name = f"{request.node.name}-{len(made)}"
        context = browser.new_context(viewport=DESK, **settings) if settings else plain
        made.append(Visit(context.new_page(), TABLES[name], address, name))
        return made[-1]

    yield visit
    for one in made:
        one.page.evaluate("localStorage.clear()")
        one.page.close()
        if one.page.context != plain:
            one.page.context.close()
        surprises = [c for c in one.complaints if not any(e in c for e in one.expected)]
        assert surprises == []


@pytest.fixture
def visit(visits: NewVisit) -> Visit:
    return visits()


# --- morphing ---------------------------------------------------------------------------------


def test_elements_live_on_when_they_move_to_another_parent(visit: Visit) -> None:
    visit.open()
    visit.page.evaluate("() => { document.getElementById('c1').mine = true; }")
    visit.page.locator("#menu-1 summary").click()
    visit.table.send(steps=[{"put": {"board": board(LEFT, INTO_ROW)}}], at=2)
    expect(visit.page.locator("#row1 > #c1")).to_be_visible()
    assert visit.page.evaluate("document.getElementById('c1').mine")
    assert visit.page.locator("#hand-0 > .slot:not(.ghost)").count() == len(LEFT)
    assert visit.page.evaluate("document.getElementById('menu-1').open")


def test_focus_scroll_and_typed_text_survive(visit: Visit) -> None:
    visit.open()
    visit.page.evaluate(
        """async () => {
          const { morph } = await import('/static/board.js');
          const box = document.createElement('div');
          box.id = 'box';
          document.getElementById('table').append(box);
          const long = `<div id="long" class="small">${'<p>line</p>'.repeat(60)}</div>`;
          const html = (first) => `<div id="box">${first}${long}</div>`;
          morph(box, html('<input id="typed" value="a"><details id="d"><p>x</p></details>'));
          document.getElementById('long').scrollTop = 40;
          const typed = document.getElementById('typed');
          typed.focus();
          typed.value = 'half a wo';
          document.getElementById('d').open = true;
          morph(box, html('<p><input id="typed" value="b"></p><details id="d"><p>y</p></details>'));
        }"""
    )
    page = visit.page
    assert page.evaluate("document.activeElement.id") == "typed"
    assert page.input_value("#typed") == "half a wo"
    assert page.locator("#box > p > #typed").count() == 1
    assert page.evaluate("document.getElementById('d').open")
    assert page.locator("#d p").text_content() == "y"
    assert page.evaluate("document.getElementById('long').scrollTop") == 40


def test_a_list_is_kept_at_its_end_unless_somebody_reads_further_up(visit: Visit) -> None:
    visit.open()
    lines = "".join(f"<li>line {number}</li>" for number in range(80))
    log = visit.page.locator("[role=log]")
    visit.table.send(steps=[{"add": {"log": lines}}])
    expect(log).to_contain_text("line 79")
    assert log.evaluate("e => e.scrollHeight - e.clientHeight - e.scrollTop") < 2
    log.evaluate("e => { e.scrollTop = 100; }")
    visit.table.send(steps=[{"add": {"log": "<li>one more</li>"}}])
    expect(log).to_contain_text("one more")
    assert log.evaluate("e => e.scrollTop") == 100


def test_a_list_is_kept_at_its_end_when_something_beside_it_grows(visit: Visit) -> None:
    visit.open()
    lines = "".join(f"<li>line {number}</li>" for number in range(80))
    log = visit.page.locator("[role=log]")
    visit.table.send(steps=[{"add": {"log": lines}}])
    expect(log).to_contain_text("line 79")
    tall = f'<div id="seats">{"<p>seat</p>" * 12}</div>'
    visit.table.send(steps=[{"put": {"seats": tall}, "add": {"log": "<li>one more</li>"}}])
    expect(log).to_contain_text("one more")
    assert log.evaluate("e => e.scrollHeight - e.clientHeight - e.scrollTop") < 2


# --- motion -----------------------------------------------------------------------------------


def test_a_card_moves_from_where_it_was(visit: Visit) -> None:
    visit.open()
    visit.pace(SLOW)
    start = visit.middle("#c1")
    visit.table.send(steps=[{"put": {"board": board(LEFT, INTO_ROW)}}], at=2)
    expect(visit.page.locator("#row1 > #c1")).to_be_attached()
    visit.freeze(0)
    assert visit.middle("#c1") == pytest.approx(start, abs=1.5)
    assert visit.box("#c1")["width"] == pytest.approx(72, abs=1.5)
    assert {"c1", "c21"} & visit.moving() == {"c1"}
    visit.freeze(239.9)
    box, row = visit.box("#c1"), visit.box("#row1")
    assert (box["x"], box["y"]) == pytest.approx((row["x"], row["y"]), abs=2)


def test_a_card_comes_from_a_named_place_and_a_lost_one_fades(visit: Visit) -> None:
    visit.open()
    visit.pace(SLOW)
    start, lost = visit.middle("#hand-1"), visit.middle("#c23")
    crowd = {"row1": ("c30:mango", *CROWD["row1"]), "row2": CROWD["row2"][:-1]}
    new = board(HAND, crowd, origins={"c30": "hand-1"})
    visit.table.send(steps=[{"put": {"board": new}, "about": ["c30"]}], at=2)
    expect(visit.page.locator("#c30.about")).to_be_attached()
    visit.freeze(0)
    assert visit.middle("#c30") == pytest.approx(start, abs=1.5)
    assert visit.middle(".ghost[data-was=c23]") == pytest.approx(lost, abs=1.5)
    visit.page.evaluate("document.getAnimations().forEach(a => a.finish())")
    expect(visit.page.locator(".ghost")).to_have_count(0)


def test_what_turns_over_is_neither_faded_nor_moved(visit: Visit) -> None:
    visit.open()
    crowd = {**CROWD, "row1": ("c40:pie", *CROWD["row1"][1:])}
    new = board(HAND, crowd, origins={"c40": "t1"})
    visit.table.send(steps=[{"put": {"board": new}}], at=2)
    expect(visit.page.locator("#c40")).to_be_attached()
    assert visit.page.locator(".ghost").count() == 0
    assert {"c40", "t1"} & visit.moving() == set()


def steps(count: int) -> list[dict[str, Any]]:
    """The card walks from row to row, a line of the log for each step."""
    there = {"row1": ("c1:fries",), "row2": ()}
    back = {"row1": (), "row2": ("c1:fries",)}
    return [
        {"put": {"board": board(LEFT, (there, back)[n % 2])}, "add": {"log": f"<li>step {n}</li>"}}
        for n in range(count)
    ]


def watch(visit: Visit) -> None:
    """Note when the log grows, and where the card is then."""
    visit.page.evaluate(
        """() => {
          window.seen = [];
          const log = document.getElementById('log');
          new MutationObserver(() => seen.push([
            performance.now(), log.lastElementChild.textContent,
            document.getElementById('c1').parentElement.id,
          ])).observe(log, { childList: true });
        }"""
    )


def pauses(visit: Visit) -> list[float]:
    return [later[0] - sooner[0] for sooner, later in pairwise(visit.page.evaluate("seen"))]


def test_steps_play_in_order_with_their_lines(visit: Visit) -> None:
    visit.open()
    watch(visit)
    visit.table.send(steps=steps(3), at=2, picks={"candy": {}})
    expect(visit.page.locator("#log")).to_contain_text("step 2")
    places = [tuple(seen[1:]) for seen in visit.page.evaluate("seen")]
    assert places == [("step 0", "row1"), ("step 1", "row2"), ("step 2", "row1")]
    assert min(pauses(visit)) >= 300  # a move takes 320 ms
    assert visit.lit() == {"candy"}


def test_a_newer_message_hurries_the_queue_and_skips_no_line(visit: Visit) -> None:
    visit.open()
    before = len(visit.lines())
    watch(visit)
    visit.table.send(steps=steps(4), at=2)
    visit.table.send(steps=[{"add": {"log": "<li>newest</li>"}}], at=3)
    expect(visit.page.locator("#log")).to_contain_text("newest")
    assert visit.lines()[before:] == ["step 0", "step 1", "step 2", "step 3", "newest"]
    assert 240 <= min(pauses(visit)) < 350


def test_who_acts_need_not_wait_for_the_motion(visit: Visit) -> None:
    visit.open()
    visit.table.send(steps=steps(9), at=2, picks={"candy": {}})
    expect(visit.page.locator("#log")).to_contain_text("step 0")
    visit.page.wait_for_timeout(300)  # the hand has closed its gap; eight steps are to come
    visit.page.mouse.click(*visit.middle("#pick-c2"))
    assert visit.table.heard("act")["path"] == ["candy"]
    assert visit.lines()[-1] == "step 8"


@pytest.mark.parametrize("reason", ["reduced", "hidden", "whole"])
def test_nothing_moves_where_nothing_should(visits: NewVisit, reason: str) -> None:
    visit = visits(reduced_motion="reduce") if reason == "reduced" else visits()
    visit.open()
    if reason == "hidden":
        visit.page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
    visit.page.evaluate(
        """() => {
          window.moved = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...all) {
            moved += 1;
            return animate.apply(this, all);
          };
        }"""
    )
    watch(visit)
    visit.table.send(steps=steps(6), at=2, **({"whole": True} if reason == "whole" else {}))
    expect(visit.page.locator("#log")).to_contain_text("step 5")
    assert len(visit.page.evaluate("seen")) == 1  # all at once
    assert visit.page.evaluate("moved") == 0
    assert visit.lines()[-6:] == [f"step {n}" for n in range(6)]


def test_a_bad_step_stalls_nothing(visit: Visit) -> None:
    visit.open()
    visit.expected.append("TypeError")
    good = {"put": {"board": board(LEFT, INTO_ROW)}, "add": {"log": "<li>good</li>"}}
    bad: list[dict[str, Any]] = [
        {"put": {"board": "no element at all"}, "add": {"log": "<li>still told</li>"}},
        {"add": {"nowhere": "<li>lost</li>"}, "about": ["nobody"], "sound": "none"},
    ]
    visit.table.send(steps=[*bad, good], at=2, picks={"candy": {}})
    expect(visit.page.locator("#row1 > #c1")).to_be_visible()
    assert visit.lines()[-2:] == ["still told", "good"]
    expect(visit.pick("candy")).to_be_enabled()
    assert visit.complaints


# --- picks ------------------------------------------------------------------------------------


def test_tap_after_tap(visit: Visit) -> None:
    visit.open()
    assert visit.lit() == {"fries", "candy"}
    assert visit.pick("corn").is_disabled()
    visit.pick("fries").click()
    assert visit.lit() == {"row1 >", "row2 >"}
    expect(visit.pick("fries")).to_have_class(re.compile("picked"))
    visit.pick("candy").click()  # another way from further up
    assert visit.lit() == {"row2 >"}
    visit.pick("candy").click()  # back from the last
    assert visit.lit() == {"fries", "candy"}
    assert visit.table.is_silent()
    visit.pick("fries").click()
    visit.pick("row1 >").click()
    message = visit.table.heard("act")
    assert (message["at"], message["path"]) == (1, ["fries", "row1 >"])
    assert re.fullmatch(r"[A-Za-z0-9-]{1,40}", message["id"])
    assert visit.lit() == set()  # nobody decides twice


def test_a_path_ends_where_the_page_offers_nothing_further(visit: Visit) -> None:
    visit.open(picks={"fries": {"elsewhere": {}}})
    visit.pick("fries").click()
    assert visit.table.heard("act")["path"] == ["fries"]


def test_a_message_without_a_moment_leaves_the_path(visit: Visit) -> None:
    visit.open()
    visit.pick("fries").click()
    visit.table.send(steps=[{"add": {"chat": "<li>hello</li>"}, "sound": "talk"}])
    expect(visit.page.locator("#chat")).to_contain_text("hello")
    expect(visit.page.locator("#tab-chat")).to_have_class("unread")
    assert visit.lit() == {"row1 >", "row2 >"}
    visit.table.send(at=5, picks={"candy": {}})
    expect(visit.pick("fries")).to_be_disabled()
    assert visit.lit() == {"candy"}


def drag_by_mouse(visit: Visit, start: str, end: str) -> None:
    mouse = visit.page.mouse
    mouse.move(*visit.middle(start))
    mouse.down()
    x, y = visit.middle(end)
    mouse.move(x + 3, y + 3, steps=4)
    mouse.move(x, y)


def test_drag_by_mouse(visit: Visit) -> None:
    visit.open()
    drag_by_mouse(visit, "#pick-c1", "#push-row2")
    assert visit.middle(".ghost") == pytest.approx(visit.middle("#push-row2"), abs=2)
    expect(visit.pick("row2 >")).to_have_class(re.compile("over"))
    visit.page.mouse.up()
    assert visit.table.heard("act")["path"] == ["fries", "row2 >"]
    # the card goes on from where it was let go
    visit.pace(SLOW)
    place = visit.middle("#push-row2")
    visit.table.send(steps=[{"put": {"board": board(LEFT, INTO_ROW)}}], at=2)
    expect(visit.page.locator("#row1 > #c1")).to_be_attached()
    visit.freeze(0)
    assert visit.middle("#c1") == pytest.approx(place, abs=2)
    assert visit.page.locator(".ghost:not([data-was])").count() == 0


def test_a_drag_that_ends_nowhere_is_cancelled(visit: Visit) -> None:
    visit.open()
    for end in ("#status", "#pick-c1", "#pick-c3"):
        drag_by_mouse(visit, "#pick-c1", end)
        visit.page.mouse.up()
        assert visit.page.locator(".ghost").count() == 0
    drag_by_mouse(visit, "#pick-c1", "#push-row1")
    visit.page.keyboard.press("Escape")
    visit.page.mouse.up()
    assert visit.page.locator(".ghost").count() == 0
    assert visit.lit() == {"fries", "candy"}
    assert visit.table.is_silent()
    x, y = visit.middle("#pick-c1")
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x + 4, y + 3)  # an unsteady hand
    visit.page.mouse.up()
    assert visit.lit() == {"row1 >", "row2 >"}


class Finger:
    """Touches the screen through the browser's own input."""

    def __init__(self, visit: Visit) -> None:
        self.session = visit.page.context.new_cdp_session(visit.page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.session.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touched}
        )


def test_drag_by_touch(visits: NewVisit) -> None:
    visit = visits(has_touch=True)
    visit.open()
    finger = Finger(visit)
    (x, y), end = visit.middle("#pick-c1"), visit.middle("#push-row1")
    finger("Start", (x, y))
    for share in (0.1, 0.4, 0.7, 1.0):
        finger("Move", (x + (end[0] - x) * share, y + (end[1] - y) * share))
    finger("End")
    assert visit.table.heard("act")["path"] == ["fries", "row1 >"]


def test_a_long_press_explains_and_does_not_choose(visits: NewVisit) -> None:
    visit = visits(has_touch=True)
    visit.open()
    finger = Finger(visit)
    finger("Start", visit.middle("#pick-c1"))
    expect(visit.page.locator("#tip")).to_have_text("This is fries.")
    assert visit.page.locator("#c1").get_attribute("aria-describedby") == "tip"
    finger("End")
    visit.page.wait_for_timeout(100)
    expect(visit.page.locator("#tip")).to_be_visible()  # still there to be read
    assert visit.lit() == {"fries", "candy"}
    finger("Start", visit.middle("#pick-c1"))
    finger("End")
    expect(visit.page.locator("#tip")).to_be_hidden()
    expect(visit.pick("fries")).to_have_class(re.compile("picked"))
    assert visit.table.is_silent()


def test_keys_only(visit: Visit) -> None:
    visit.open()
    keys = visit.page.keyboard
    keys.press("ArrowDown")
    assert visit.page.evaluate("document.activeElement.id") == "pick-c1"
    expect(visit.page.locator("#tip")).to_be_hidden()  # the card has the tip, not its button
    keys.press("ArrowRight")
    keys.press("ArrowRight")  # corn cannot be chosen
    assert visit.page.evaluate("document.activeElement.id") == "pick-c2"
    keys.press("ArrowLeft")
    keys.press("Enter")
    keys.press("ArrowUp")
    assert visit.page.evaluate("document.activeElement.id") == "push-row2"
    expect(visit.page.locator("#tip")).to_have_text("Pushes row2.")
    keys.press("ArrowUp")
    keys.press("Escape")  # takes the card back
    assert visit.lit() == {"fries", "candy"}
    keys.press("ArrowDown")
    keys.press("Space")
    keys.press("ArrowUp")
    keys.press("Space")
    assert visit.table.heard("act")["path"] == ["fries", "row2 >"]
    visit.table.send(at=2, picks={"row1 >": {}})
    expect(visit.pick("row1 >")).to_be_enabled()
    keys.press("ArrowUp")  # from where the focus was
    keys.press("Enter")
    assert visit.table.heard("act")["path"] == ["row1 >"]


def test_tab_reaches_the_lit_picks(visit: Visit) -> None:
    visit.open()
    visit.page.locator("#mute").focus()
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.dataset.pick") == "fries"
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.dataset.pick") == "candy"


def test_confirm_mode(visit: Visit) -> None:
    visit.open()
    visit.page.locator("#tab-settings").click()
    visit.page.locator("#confirm").check()
    visit.page.reload()
    assert visit.page.locator("#confirm").is_checked()  # remembered
    visit.pick("fries").click()
    visit.pick("row1 >").click()
    expect(visit.page.locator("#confirm-act")).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator("#confirm-act")).to_be_hidden()
    visit.pick("row2 >").click()
    visit.page.locator("#cancel-act").click()
    assert visit.lit() == {"row1 >", "row2 >"}
    assert visit.table.is_silent()
    visit.pick("row2 >").focus()
    visit.page.keyboard.press("Enter")
    assert visit.page.evaluate("document.activeElement.id") == "confirm-act"
    visit.page.keyboard.press("Enter")
    assert visit.table.heard("act")["path"] == ["fries", "row2 >"]


# --- answers, questions, talk -----------------------------------------------------------------


def refuse(visit: Visit) -> None:
    visit.pick("fries").click()
    visit.pick("row1 >").click()
    error = {"kind": "illegal", "text": "The <Cart> blocks row 1.", "rule": "MV-20", "said": "Why."}
    visit.table.send(re=visit.table.heard("act")["id"], error=error)


def test_a_refusal_says_why_and_names_the_rule(visit: Visit) -> None:
    visit.open()
    refuse(visit)
    refusal = visit.page.locator("#refusal")
    expect(refusal).to_contain_text("The <Cart> blocks row 1.")
    expect(refusal).to_contain_text("Why.")
    assert visit.lit() == {"fries", "candy"}  # offered again, from the start
    refusal.locator("a").click()
    wanted = visit.page.locator("#rules .wanted")
    expect(wanted).to_contain_text("MV-20")
    wanted.locator("a").click()  # from rule to rule
    expect(wanted).to_contain_text("The card enters")
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator("#rules")).to_be_hidden()
    visit.page.keyboard.press("Escape")
    expect(refusal).to_be_hidden()


def test_a_refusal_goes_by_itself(visit: Visit) -> None:
    visit.page.clock.install()
    visit.open()
    refuse(visit)
    expect(visit.page.locator("#refusal")).to_be_visible()
    visit.page.clock.run_for(9500)
    expect(visit.page.locator("#refusal")).to_be_hidden()


def test_the_rules_can_be_searched(visit: Visit) -> None:
    visit.open()
    visit.page.locator("#rules-button").click()
    visit.page.locator("#rules-search").fill("LEAVES")
    expect(visit.page.locator("#rules-text p:visible")).to_have_count(1)
    assert visit.page.evaluate("CSS.highlights.get('hit').size") == 1
    visit.page.locator("#rules-search").fill("")
    expect(visit.page.locator("#rules-text p:visible")).to_have_count(3)


def test_buttons_send_their_message_and_ask_first(visit: Visit) -> None:
    visit.open()
    visit.page.locator("#undo").click()
    visit.page.locator("#undo").click()  # the first is not answered yet
    assert visit.table.heard("undo").keys() == {"do", "id"}
    assert visit.table.is_silent()
    for answer in ("no", "yes"):
        visit.page.locator("#menu-1 summary").click()
        visit.page.locator("#kick").click()
        expect(visit.page.locator("#ask")).to_contain_text("Send Max away?")
        visit.page.locator(f"#ask [value={answer}]").click()
    assert visit.table.heard("kick")["seat"] == 1
    assert visit.table.is_silent()


def test_chat_is_kept_until_it_has_arrived(visit: Visit) -> None:
    visit.open()
    visit.page.locator("#tab-chat").click()
    field = visit.page.locator("#chat-form [name=text]")
    field.fill("  good luck  ")
    field.press("Enter")
    message = visit.table.heard("say")
    assert (message["text"], message["to"]) == ("good luck", "table")
    visit.table.send(re=message["id"], error={"kind": "muted", "text": "You are muted."})
    expect(visit.page.locator("#refusal")).to_contain_text("You are muted.")
    assert visit.page.locator("#refusal [data-slot=rule]").is_hidden()
    assert field.input_value() == "  good luck  "
    field.press("Enter")
    visit.table.send(re=visit.table.heard("say")["id"])
    expect(field).to_have_value("")


def test_names_and_chat_are_text(visit: Visit) -> None:
    visit.open()
    said = "<li><b>&lt;img src=x onerror=alert(1)&gt;</b></li>"
    visit.table.send(steps=[{"add": {"log": said}}])
    expect(visit.page.locator("#log b")).to_have_text("<img src=x onerror=alert(1)>")


def test_html_that_should_never_come_runs_nothing(visit: Visit) -> None:
    """Were the server to send raw HTML, the policy would stop it."""
    visit.open()
    visit.expected += ["Content Security Policy", "Content-Security-Policy", "404", "Trusted"]
    evil = (
        '<img id="evil" src="data:," onerror="window.ran = 1"><script>window.ran = 2</script>'
        '<iframe srcdoc="<script>parent.ran = 3</script>"></iframe>'
        '<a id="js" href="javascript:window.ran = 4">x</a>'
        '<svg><animate onbegin="window.ran = 5" attributeName="x" dur="1s"></animate></svg>'
        '<script src="/static/evil.js"></script>'
    )
    morphed = board(extra=evil).replace('id="board"', 'id="board" onclick="window.ran = 6"')
    visit.table.send(
        steps=[{"put": {"board": morphed}}, {"add": {"log": f"<li>{evil}</li>"}}], at=2, whole=True
    )
    expect(visit.page.locator("#log #evil")).to_be_attached()
    visit.page.evaluate("document.getElementById('board').click()")
    visit.page.evaluate("document.getElementById('js').click()")
    visit.page.wait_for_timeout(150)
    assert visit.page.evaluate("window.ran") is None
    with pytest.raises(Exception, match="TrustedHTML"):  # there is no other way to make HTML
        visit.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>x</p>')")


def test_your_turn_is_in_the_title(visit: Visit) -> None:
    visit.open(yours=True)
    expect(visit.page).to_have_title("Your turn · Muvuca")
    visit.table.send(at=2)
    expect(visit.page).to_have_title("Muvuca")
    assert visit.lit() == set()


# --- the connection ---------------------------------------------------------------------------


def test_what_was_not_answered_is_sent_again_with_its_id(visit: Visit) -> None:
    visit.open()
    visit.pick("fries").click()
    visit.pick("row1 >").click()
    first = visit.table.heard("act")
    visit.table.drop()
    banner = visit.page.locator("#connection")
    expect(banner).to_have_text(re.compile("Connection lost"))
    assert visit.table.heard("act") == first
    expect(banner).to_have_text("Back again.")
    visit.table.send(re=first["id"])
    visit.page.locator("#undo").click()
    visit.table.heard("undo")
    visit.table.send(hello={"version": "1.4.0"}, whole=True, at=2)  # a gap, the same connection
    expect(visit.pick("fries")).to_be_disabled()
    assert visit.table.is_silent()
    visit.table.drop()
    assert visit.table.heard("undo")["do"] == "undo"  # and the answered act is not


def test_it_comes_back_later_and_later(visit: Visit) -> None:
    # what the page asks for is exact; when a busy machine grants it is not
    visit.page.add_init_script(
        """Math.random = () => 0;
        window.pauses = [];
        const later = window.setTimeout;
        window.setTimeout = (call, pause, ...rest) => {
          if (call.name === 'connect') pauses.push(pause);
          return later(call, pause, ...rest);
        };"""
    )
    visit.open()
    visit.table.closes = 2
    visit.table.drop()
    expect(visit.page.locator("#connection")).to_have_text("Back again.", timeout=15_000)
    assert visit.page.evaluate("pauses") == [200, 400, 800]
    visit.table.drop(1008)  # too many messages: a longer rest, counted anew
    expect(visit.page.locator("#connection")).to_contain_text("Connection lost")
    assert visit.page.evaluate("pauses.at(-1)") == 2500


def test_it_stops_where_trying_again_would_not_help(visit: Visit) -> None:
    visit.open()
    visit.table.drop(1009)
    expect(visit.page.locator("#connection")).to_have_text("Please load this page anew.")
    visit.page.wait_for_timeout(600)
    assert len(visit.table.opened) == 1


@pytest.mark.parametrize("code", [4001, 4004])
def test_who_is_not_welcome_goes_to_the_lobby(visit: Visit, code: int) -> None:
    visit.open()
    visit.table.drop(code)
    visit.page.wait_for_url("**/lobby")


def test_goto_stays_on_this_server(visit: Visit) -> None:
    visit.open()
    visit.table.send(goto="//example.invalid/")
    visit.table.send(goto="/lobby")
    visit.page.wait_for_url("**/lobby")


def test_a_page_of_another_version_reloads_once(visit: Visit) -> None:
    visit.open(hello={"version": "9"})
    expect(visit.page.locator(".lit").first).to_be_visible()
    visit.page.wait_for_timeout(200)
    assert len(visit.table.opened) == 2


# --- comforts ---------------------------------------------------------------------------------


def test_tips_by_hover_also_where_nothing_can_be_chosen(visit: Visit) -> None:
    visit.open()
    tip = visit.page.locator("#tip")
    visit.page.mouse.move(*visit.middle("#push-row1"))
    expect(tip).to_have_text("Pushes row1.")
    visit.page.mouse.move(*visit.middle("#c3"))
    expect(tip).to_have_text("This is corn.")
    box = visit.box("#tip")
    assert box["y"] + box["height"] <= visit.box("#c3")["y"]
    visit.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    visit.page.mouse.move(*visit.middle("#c11"))
    expect(tip).to_be_visible()
    visit.page.mouse.move(*visit.middle("#status"))
    expect(tip).to_be_hidden()


def test_a_line_points_at_what_it_speaks_of(visit: Visit) -> None:
    visit.open()
    visit.page.locator("#log [data-about='c11']").hover()
    expect(visit.page.locator("#c11")).to_have_class(re.compile("shown"))
    visit.page.locator("#log [tabindex]").focus()
    expect(visit.page.locator("#row2")).to_have_class(re.compile("shown"))
    expect(visit.page.locator("#c11")).not_to_have_class(re.compile("shown"))


def test_tabs_clock_mute_and_copying(visits: NewVisit) -> None:
    visit = visits(permissions=["clipboard-read", "clipboard-write"])
    visit.page.clock.install()
    visit.open()
    page = visit.page
    page.clock.run_for(32_000)
    expect(page.locator("[data-deadline]")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))  # of 1:32
    visit.table.heard("ping")
    page.locator("#tab-log").press("ArrowRight")
    expect(page.locator("#panel-chat")).to_be_visible()
    expect(page.locator("#panel-log")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "https://x/1"
    page.clock.run_for(2100)
    expect(page.locator("#copy")).to_have_text("Copy the link")
    page.locator("#mute").click()
    assert page.locator("#mute").get_attribute("aria-pressed") == "true"
    page.reload()
    assert page.locator("#mute").get_attribute("aria-pressed") == "true"


def test_sounds_are_made_and_muted(visit: Visit) -> None:
    visit.page.add_init_script(
        """window.tones = 0;
        for (const source of [OscillatorNode, AudioBufferSourceNode]) {
          const { start } = source.prototype;
          source.prototype.start = function (...all) {
            tones += 1;
            return start.apply(this, all);
          };
        }"""
    )
    visit.open()
    visit.page.locator("#status").click()
    for name in ("card", "slide", "turn", "point", "win", "talk", "nothing"):
        visit.table.send(steps=[{"sound": name}])
    visit.table.send(steps=[{"add": {"log": "<li>all played</li>"}}])
    expect(visit.page.locator("#log")).to_contain_text("all played")
    made = visit.page.evaluate("tones")  # a layer each: of paper, wood or cloth
    assert made == 2 + 1 + 2 * 3 + 2 * 3 + 4 * 3 + 1
    visit.page.locator("#mute").click()
    visit.table.send(steps=[{"sound": "win", "add": {"log": "<li>won</li>"}}])
    expect(visit.page.locator("#log")).to_contain_text("won")
    assert visit.page.evaluate("tones") == made


def test_the_page_fits(visit: Visit) -> None:
    visit.open()
    for width in (320, 390, 1280):
        visit.page.set_viewport_size({"width": width, "height": 800})
        assert visit.page.evaluate("document.documentElement.scrollWidth") == width
        small = visit.page.eval_on_selector_all(
            "button:not([hidden]), summary, select, #chat-form input",
            """found => found.filter(e => e.checkVisibility())
              .filter(e => e.offsetHeight < 44 || e.offsetWidth < 44).map(e => e.outerHTML)""",
        )
        assert small == []
        seats, squares = visit.box("#seats"), visit.box("#board")
        if width < 900:
            assert seats["y"] > squares["y"] + squares["height"]
        else:
            assert seats["x"] > squares["x"] + squares["width"]


# --- the replay -------------------------------------------------------------------------------


def shows(visit: Visit, moment: int) -> None:
    expect(visit.page.locator("#board")).to_have_attribute("data-shows", str(moment))
    expect(visit.page.locator("#moment-number")).to_have_text(f"{moment} / {MOMENTS - 1}")


def test_replay(visits: NewVisit) -> None:
    visit = visits(permissions=["clipboard-read", "clipboard-write"])
    page, keys = visit.page, visit.page.keyboard
    page.goto(f"{visit.address}/replay?at=17&as=table")
    shows(visit, 17)
    expect(page.locator("#events [aria-current=step]")).to_have_text("Event 15")
    visit.pace(SLOW)
    page.locator("#next").click()
    shows(visit, 18)
    assert "c1" in visit.moving()  # the next one moves there
    visit.pace(1)
    expect(page.locator("#line")).to_have_text("Moment 18")
    page.evaluate("document.getAnimations().forEach(a => a.finish())")
    page.locator("#moment").fill("40")
    shows(visit, 40)
    assert "c1" not in visit.moving()  # any other is simply there
    page.wait_for_url("**/replay?at=40&as=table")
    page.locator("#link").click()
    expect(page.locator("#link span")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/replay?at=40&as=table")
    page.locator("#events [data-moment='9']").click()
    shows(visit, 9)
    page.locator("#events [data-moment='9']").evaluate("e => e.blur()")
    for key, moment in (("End", 69), ("ArrowLeft", 68), ("Home", 0), ("ArrowRight", 1)):
        keys.press(key)
        shows(visit, moment)
    page.locator("#speed").select_option("8")
    page.locator("#speed").evaluate("e => e.blur()")
    keys.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board")).not_to_have_attribute("data-shows", "1")
    keys.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.locator("#first").click()
    shows(visit, 0)
    asked = TABLES["replay"].received
    ranges = [tuple(asked.get_nowait().values()) for _ in range(asked.qsize())]
    assert sorted(ranges) == [("0", "32", "table"), ("32", "64", "table"), ("64", "96", "table")]
    page.locator("#view-as").select_option("0")
    page.wait_for_url("**/replay?at=0&as=0")
    shows(visit, 0)
