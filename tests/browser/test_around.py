"""Around the board: spectators, presence, titles, sounds, chat, the first page, one's own data."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser import servers
from tests.browser.conftest import NewGuest
from tests.browser.servers import Guest

MOST_BYTES = 300_000


def at_one_table(guests: NewGuest, first: str = "Ana", second: str = "Rui") -> list[Guest]:
    """Two people at a table."""
    ana, rui = guests(first), guests(second)
    path = ana.table(bots=False)
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    rui.connected()
    ana.is_due()
    return [ana, rui]


def test_a_spectator_sees_what_is_public_and_cannot_write(guests: NewGuest) -> None:
    ana, _ = at_one_table(guests)
    ana.say("Hello, everybody")
    watcher = guests()
    watcher.sit(ana.page.url)
    expect(ana["#seats"]).to_contain_text("1 person is watching")
    ana.play()
    expect(watcher["#log", "Ana puts"]).to_have_count(1)
    expect(watcher["[id^=pick-]"]).to_have_count(0)
    for seat in (0, 1):
        cards = watcher[f"#hand-{seat} .card"]
        expect(cards).not_to_have_count(0)
        expect(watcher[f"#hand-{seat} .card:not(.back)"]).to_have_count(0)
    expect(watcher[".lit"]).to_have_count(0)
    expect(watcher["#status"]).to_have_text("The jacket vendor is choosing a card and a push…")
    watcher["#tab-chat"].click()
    expect(watcher["#chat"]).to_contain_text("Hello, everybody")
    expect(watcher["#chat-form"]).to_have_count(0)
    expect(watcher["#bar button"]).to_have_count(0)


def test_who_is_there_and_who_is_away(guests: NewGuest) -> None:
    ana, rui = at_one_table(guests)
    expect(ana["#seat-1 .presence"]).to_have_text("here")
    rui.go("/")
    expect(ana["#seat-1 .presence"]).to_have_text("away")
    rui.page.go_back()
    expect(ana["#seat-1 .presence"]).to_have_text("here")


def test_the_title_says_when_it_is_your_turn(guests: NewGuest) -> None:
    ana, rui = at_one_table(guests)
    expect(ana.page).to_have_title("Your turn · Muvuca · Kermesse")
    expect(rui.page).to_have_title("Muvuca · Kermesse")
    ana.play()
    expect(rui.page).to_have_title("Your turn · Muvuca · Kermesse")
    expect(ana.page).to_have_title("Muvuca · Kermesse")


def test_silence_is_remembered(guests: NewGuest) -> None:
    ana = guests("Ana")
    path = ana.table()
    ana["#tab-settings"].click()
    expect(ana["#mute"]).to_have_attribute("aria-pressed", "false")
    ana["#mute"].click()
    expect(ana["#mute"]).to_have_attribute("aria-pressed", "true")
    expect(ana["#mute use"]).to_have_attribute("href", re.compile("#silent$"))
    ana.sit(path)
    expect(ana["#mute"]).to_have_attribute("aria-pressed", "true")


def test_names_and_messages_are_texts_whatever_they_contain(guests: NewGuest) -> None:
    bold, image = "<b>Ana</b>", "<img src=x onerror=alert()>"
    ana, rui = at_one_table(guests, bold, "Rui")
    ana.say(image)
    rui["#tab-chat"].click()
    expect(rui["#chat .who"]).to_have_text(bold)
    expect(rui["#chat .what"]).to_have_text(image)
    expect(rui["#seat-0 .seat-name"]).to_have_text(bold)
    rui.say("<script>alert()</script> & so on")
    expect(ana["#chat .what"].last).to_have_text("<script>alert()</script> & so on")
    ana.play()
    expect(rui["#log", f"{bold} puts"]).to_have_count(1)
    for guest in (ana, rui):
        guest.page.reload()
        expect(guest["#chat li"]).to_have_count(2)
        assert guest["main b:text-is('Ana'), main img, #chat script"].count() == 0


def test_a_new_message_marks_the_tab_until_it_is_read(guests: NewGuest) -> None:
    ana, rui = at_one_table(guests)
    ana.say("Hello")
    expect(rui["#tab-chat.unread"]).to_have_count(1)
    rui["#tab-chat"].click()
    expect(rui["#tab-chat.unread"]).to_have_count(0)


def test_a_line_of_the_log_shows_what_it_speaks_of(guests: NewGuest) -> None:
    ana, _ = at_one_table(guests)
    ana.card.click()
    ana["#push-row3-right"].click()
    line = ana["#log li", "Ana puts"]
    line.hover()
    expect(ana["#cell-3-1.shown"]).to_have_count(1)


def test_without_chromium_the_tests_fail_and_say_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(servers, "CHROMIUMS", ("/nowhere/chromium",))
    with pytest.raises(AssertionError, match="apt-get install chromium"), servers.chromium():
        pass


@pytest.mark.thorough
def test_the_lobby_shows_first_what_waits_for_the_visitor(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.is_due()
    ana.table(bots=False)
    ana.table(short=True)
    ana.play_to_the_end()
    ana.go("/")
    states = ana["[aria-labelledby=yours] .table-line .pill"].all_inner_texts()
    assert states == ["Your turn", "Waiting for players"]
    assert ana["[aria-labelledby=finished] .pill"].all_inner_texts() == ["Finished"]


def test_the_first_page_is_small(guests: NewGuest) -> None:
    ana = guests()
    network = ana.context.new_cdp_session(ana.page)
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    network.send("Network.enable")
    ana.page.goto("/", wait_until="networkidle")
    assert len(sizes) > 4
    assert sum(sizes) < MOST_BYTES


@pytest.mark.thorough
def test_somebody_comes_back_on_another_device_with_number_and_passphrase(
    guests: NewGuest,
) -> None:
    home, away = guests("Ana"), guests()
    path = home.table()
    home.go("/you")
    home["#passphrase"].fill("three merry vendors")
    home.button("Save the passphrase").click()
    number = home["#account-number"].inner_text()
    away.go("/you")
    away["summary", "I have been here before"].click()
    away["#number"].fill(number)
    away["#return-passphrase"].fill("three sad vendors")
    away.forgive("status 403")
    away.button("Come back").click()
    expect(away["[role=alert]"]).to_contain_text("No account has this number")
    away["#number"].fill(number)
    away["#return-passphrase"].fill("three merry vendors")
    away.button("Come back").click()
    expect(away["h1"]).to_have_text("Hello, Ana")
    away.sit(path)
    away.play()
    home.sit(path)
    expect(home["#log", "Ana puts"]).to_have_count(1)


def test_deleted_data_is_gone_everywhere(guests: NewGuest) -> None:
    ana, rui = at_one_table(guests, "Ana the forgotten")
    ana.say("You will not remember this")
    rui["#tab-chat"].click()
    expect(rui["#chat"]).to_contain_text("You will not remember this")
    ana.go("/you")
    ana.page.get_by_role("link", name="Delete my data").click()
    ana.button("Delete everything").click()
    expect(ana["[role=status]"]).to_contain_text("Your data is deleted.")
    expect(ana["h1"]).to_have_text("You")
    assert not [c for c in ana.context.cookies() if c.get("name", "").startswith("kermesse")]
    expect(rui["#chat"]).to_contain_text("This line was deleted.")
    rui.page.reload()
    assert "Ana the forgotten" not in rui.page.content()
    assert "You will not remember this" not in rui.page.content()


@pytest.mark.thorough
def test_a_persons_matches_are_listed_with_who_won_and_nobody_elses(guests: NewGuest) -> None:
    ana, rui = guests("Ana of the matches"), guests("Rui")
    running = ana.table()
    ana.is_due()
    path = ana.table(short=True)
    ana.play_to_the_end()
    expect(ana["#status"]).to_have_text(re.compile("win"))
    said = ana["#status"].inner_text()
    points = ana["#seats .points"].all_inner_texts()
    ana.go("/replay")
    lines = ana["[aria-labelledby=mine] .table-line"]
    expect(lines).to_have_count(2)
    over = lines.nth(0)
    expect(over.locator(".result")).to_have_text(said)
    expect(over.locator(".chip b")).to_have_text(points)
    expect(over.locator(".chip-won")).to_have_count(1)
    expect(over.locator("time")).to_have_text(re.compile(r"\d{4}-\d\d-\d\d"))
    assert lines.nth(1).get_by_role("link").get_attribute("href") == running
    ana.go("/")
    expect(ana["[aria-labelledby=finished] .result"]).to_have_text(said)
    ana["[aria-labelledby=finished]"].get_by_role("link", name="Replay").click()
    ana.page.wait_for_url(f"**{path.replace('table', 'replay')}")
    rui.go("/replay")
    expect(rui["main"]).to_contain_text("You have played no match yet.")
    assert rui[".table-line", "Ana of the matches"].count() == 0


def test_many_matches_have_pages(guests: NewGuest) -> None:
    ana = guests("Ana")
    tables = [ana.post("/games/muvuca/play").url.rpartition("/")[2] for _ in range(21)]
    ana.go("/replay")
    expect(ana[".table-line"]).to_have_count(20)
    ana.page.get_by_role("link", name="Older matches").click()
    last = ana[".table-line"].get_by_role("link")
    expect(last).to_have_count(1)
    assert str(last.get_attribute("href")).rpartition("/")[2] in tables
    ana.page.get_by_role("link", name="Newer matches").click()
    expect(ana[".table-line"]).to_have_count(20)
