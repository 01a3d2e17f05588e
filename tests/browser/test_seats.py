"""Who sits where: bots in and out, friends by link, leaving, kicking, muting, the lobby."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import NewGuest
from tests.browser.page_checks import PHONE, breadth, faults
from tests.browser.servers import Guest, opened

NETWORK = (
    "from kermesse.table import network; "
    "network.local_addresses = lambda: ['127.0.0.2', '127.0.0.3']; "
)


def change(host: Guest, words: str, seat: int = 1) -> None:
    """Do something with another's seat by its menu."""
    host[f"#menu-{seat} > summary"].click()
    host[f"#menu-{seat}"].get_by_role("button", name=words, exact=True).click()


def name_at(guest: Guest, seat: int, name: str) -> None:
    """Wait until somebody of that name sits there."""
    expect(guest[f"#seat-{seat} .seat-name"]).to_have_text(name)


def invited(host: Guest, friend: Guest, path: str) -> None:
    """A friend opens the link, and that is all they do."""
    friend.go(host.link())
    friend.page.wait_for_url(f"**{path}")
    friend.connected()


def test_the_host_adds_changes_and_removes_bots_before_the_match(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table(bots=False)
    expect(ana["#status"]).to_have_text("Waiting for 1 more player.")
    name_at(ana, 1, "Seat 1")
    expect(ana.button("Start")).to_have_count(0)
    change(ana, "Let Random play")
    name_at(ana, 1, "Random")
    expect(ana["#seat-1 .tag"]).to_have_text("bot")
    expect(ana["#status"]).to_have_text("Everybody is here. You can start.")
    change(ana, "Let Greedy play")
    name_at(ana, 1, "Greedy")
    change(ana, "Free the seat")
    name_at(ana, 1, "Seat 1")
    expect(ana.button("Start")).to_have_count(0)
    expect(ana.button("Fill with bots and start")).to_be_visible()
    change(ana, "Let Random play")
    ana.button("Start").click()
    ana.play()
    ana.is_due()


@pytest.mark.thorough
def test_the_host_changes_and_removes_bots_during_the_match(guests: NewGuest) -> None:
    ana = guests("Ana")
    ana.table()
    ana.is_due()
    change(ana, "Let Greedy play")
    name_at(ana, 1, "Greedy")
    ana.play()
    ana.is_due()
    change(ana, "Free the seat")
    name_at(ana, 1, "Seat 1")
    ana.play()
    expect(ana["#status"]).to_have_text("Waiting for somebody at seat 1.")
    change(ana, "Let Random play")
    ana.is_due()
    expect(ana["#log", "A bot plays seat 1: Random."]).to_have_count(1)


@pytest.mark.thorough
def test_a_friend_takes_over_a_bots_seat_in_a_match_under_way(guests: NewGuest) -> None:
    ana, rui, eva = guests("Ana"), guests("Rui"), guests("Eva")
    path = ana.table()
    ana.is_due()
    change(ana, "Invite a friend")
    expect(ana["#invite"]).to_be_visible()
    assert faults(ana) == []
    link = ana.link()
    ana["#invite > [data-close]"].click()
    rui.go(link)
    rui.page.wait_for_url(f"**{path}")
    name_at(ana, 1, "Rui")
    ana.play()
    rui.play()
    ana.is_due()
    eva.go(link)
    expect(eva["h1"]).to_have_text("Every seat is taken")
    eva["main a", "Watch"].click()
    expect(eva["#seats .watching"]).to_be_visible()


@pytest.mark.thorough
def test_of_several_bots_a_friend_chooses_whose_seat_to_take(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui", **PHONE)
    path = ana.table_of("viva", seats="4", bot="random")
    change(ana, "Invite a friend", 2)
    rui.go(ana.link())
    assert faults(rui) == []
    rui["button", "Seat 2"].click()
    rui.page.wait_for_url(f"**{path}")
    name_at(ana, 2, "Rui")


def test_a_new_link_replaces_the_old_one_and_the_host_can_copy_it(guests: NewGuest) -> None:
    ana, rui = guests("Ana", permissions=["clipboard-read", "clipboard-write"]), guests("Rui")
    path = ana.table(bots=False)
    old = ana.link()
    ana.button("New link").click()
    ana.button("Yes").click()
    expect(ana["#invite-link"]).not_to_have_value(ana.house.address + old)
    ana["#board"].get_by_role("button", name="Copy the link").click()
    expect(ana["#board"].get_by_role("button", name="Copied")).to_be_visible()
    copied = ana.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(ana.link())
    rui.forgive("status 410")
    rui.go(old)
    expect(rui["main"]).to_contain_text("This link has already been used")
    rui.go(copied)
    rui.page.wait_for_url(f"**{path}")


SHEET = """navigator.share = async (what) => { globalThis.shared = what; };"""


def test_a_phone_shares_the_link(guests: NewGuest) -> None:
    ana, bea = guests("Ana", **PHONE), guests("Bea", **PHONE)
    ana.context.add_init_script(SHEET)
    bea.context.add_init_script("delete Navigator.prototype.share;")
    for guest in (ana, bea):
        guest.table(bots=False)
    ana.button("Share").click()
    assert ana.page.evaluate("shared") == {
        "url": ana.house.address + ana.link(),
        "title": "Muvuca with friends",
    }
    expect(bea.button("Share")).to_have_count(0)  # its browser has no sheet


@pytest.mark.thorough
def test_friends_come_by_the_local_network(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The machine's number in the network is another one of its own here."""
    with opened(tmp_path_factory.mktemp("lan"), NETWORK) as house:
        ana = Guest(browser, house)
        path = ana.table(bots=False)
        expect(ana["#board"]).to_contain_text("So far only this machine can open the link.")
        expect(ana[".qr"]).to_have_count(0)
        assert faults(ana) == []
        ana.button("Let friends on this network join").click()
        ana.connected()
        expect(ana[".qr svg"]).to_be_visible()
        link = ana["#invite-link"].input_value()
        assert link.startswith(f"http://127.0.0.2:{house.port}/join/")
        expect(ana["#board details", "127.0.0.3"]).to_have_count(1)  # of another interface
        assert faults(ana) == []
        rui = Guest(browser, house, **PHONE)
        rui.go(link)
        rui.page.wait_for_url(f"http://127.0.0.2:{house.port}{path}")
        rui.connected()
        ana.play()
        rui.is_due()  # sockets work there, too
        expect(rui.button("Only this machine again")).to_have_count(0)
        for guest in (ana, rui):
            guest.context.close()
            assert guest.blames() == []


def test_the_waiting_room_shows_the_game_teams_and_who_may_start(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui", locale="pt-BR", color_scheme="dark", **PHONE)
    path = ana.table_of("muckle", bots=False)
    rui.speak("pt")
    invited(ana, rui, path)
    for guest, team, other in ((ana, "Team 0", "Team 1"), (rui, "Equipe 0", "Equipe 1")):
        expect(guest["#board h2", "Muckle"]).to_be_visible()
        expect(guest["#board .cover svg"]).to_be_visible()
        expect(guest[".side", team].locator(".seat-name").first).to_have_text("Ana")
        expect(guest[".side", other].locator(".seat-name").first).to_have_text("Rui")
        assert faults(guest) == []
        assert breadth(guest) == guest.page.viewport_size["width"]  # type: ignore[index]
    expect(rui["#status"]).to_have_text("Faltam 2 jogadores.")
    rui["#seat-2"].get_by_role("button", name="Sentar-se aqui").click()  # to be Ana's partner
    expect(ana[".side", "Team 0"].locator(".seat-name").last).to_have_text("Rui")
    expect(rui.button("Completar com bots e começar")).to_have_count(0)
    change(ana, "Change places", 2)
    expect(ana[".side", "Team 0"].locator(".seat-name").first).to_have_text("Rui")
    rui["#board a[data-rule]"].click()
    expect(rui["#rules"]).to_be_visible()
    rui.page.keyboard.press("Escape")
    ana.button("Fill with bots and start").click()
    expect(rui["#board.waiting-room"]).to_have_count(0)
    expect(ana["#log", "A bot plays seat 1"]).to_have_count(1)


def test_the_seat_of_whoever_leaves_is_given_to_a_bot_and_taken_back(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui")
    path = ana.table(bots=False)
    invited(ana, rui, path)
    ana.play()
    rui.is_due()
    rui.button("Leave").click()
    rui.button("No").click()  # on second thoughts
    rui.is_due()
    rui.button("Leave").click()
    rui.button("Yes").click()
    name_at(ana, 1, "Seat 1")
    expect(ana["#log", "Rui leaves seat 1."]).to_have_count(1)
    expect(ana["#status"]).to_have_text("Waiting for somebody at seat 1.")
    change(ana, "Let Random play")
    ana.is_due()
    expect(rui["#hand-1 .card:not(.back):not(:has(.known))"]).to_have_count(0)  # only watches now
    rui.button("Take your seat back").click()
    name_at(ana, 1, "Rui")
    ana.play()
    rui.play()
    ana.is_due()


def test_who_is_sent_away_goes_to_the_lobby_and_does_not_come_back(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui")
    path = ana.table(bots=False)
    invited(ana, rui, path)
    change(ana, "Send away")
    expect(ana["#ask"]).to_contain_text("Send Rui away?")
    ana.button("Yes").click()
    expect(rui.page).to_have_url(f"{rui.house.address}/")
    name_at(ana, 1, "Seat 1")
    rui.forgive("status 404")
    rui.go(path)
    expect(rui["h1"]).to_have_text("Nothing here")


def test_the_host_mutes_somebody_and_lets_them_speak_again(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui")
    path = ana.table(bots=False)
    invited(ana, rui, path)
    change(ana, "Mute in the chat")
    expect(rui["#seat-1 .tag", "muted"]).to_be_visible()
    rui["#tab-chat"].click()
    rui["#chat-text"].fill("Can you hear me?")
    rui["#chat-text"].press("Enter")
    expect(rui["#refusal"]).to_contain_text("The host has muted you in this chat.")
    expect(rui["#chat-text"]).to_have_value("Can you hear me?")  # not lost
    change(ana, "Let them talk")
    expect(rui["#seat-1 .tag", "muted"]).to_have_count(0)
    rui.say("Can you hear me?")
    expect(ana["#chat li"]).to_have_count(1)


def test_a_private_table_is_found_by_nobody_and_a_listed_one_from_the_lobby(
    guests: NewGuest,
) -> None:
    ana, rui = guests("Ana of the lobby"), guests("Rui")
    path = ana.table(bots=False)
    line = ".table-line", "Ana of the lobby"
    rui.go("/")
    expect(rui[line]).to_have_count(0)
    ana.button("Show it in the lobby").click()
    expect(ana["#board"]).to_contain_text("Everybody can see this table in the lobby.")
    rui.page.reload()
    expect(rui[line]).to_have_count(1)
    ana.button("Make it private").click()
    expect(ana["#board"]).to_contain_text("Only people with a link can find this table.")
    rui.page.reload()
    expect(rui[line]).to_have_count(0)
    ana.button("Show it in the lobby").click()
    expect(ana.button("Make it private")).to_be_visible()
    rui.page.reload()
    rui[line].get_by_role("button", name="Sit down").click()
    rui.page.wait_for_url(f"**{path}")
    name_at(ana, 1, "Rui")
    ana.play()
    rui.is_due()


@pytest.mark.thorough
def test_a_spectator_of_a_listed_table_takes_a_bots_seat(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests("Rui")
    path = ana.table(listed="true")
    rui.sit(path)
    rui.button("Sit here").click()
    name_at(ana, 1, "Rui")
    expect(rui["#seat-1.you"]).to_be_visible()
    ana.play()
    rui.play()
    ana.is_due()
