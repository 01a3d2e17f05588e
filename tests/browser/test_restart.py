"""The server dies in the middle of a match and comes back: nobody loses anything."""

from __future__ import annotations

import signal

from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.servers import ServerProcess


def test_a_killed_server_comes_back_and_the_match_goes_on(
    own_house: ServerProcess, own_guests: NewGuest
) -> None:
    ana, rui = own_guests("Ana"), own_guests("Rui")
    for guest in (ana, rui):
        guest.forgive("WebSocket connection to")  # the browser reports each attempt in vain
    path = ana.table(bots=False)
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    ana.play()
    rui.play()
    rui.say("Still there?")
    ana.is_due()
    before = [line for line in ana.lines() if line]
    crowd = ana["#arena .cell .card"].evaluate_all("found => found.map(e => e.id)")

    own_house.end(signal.SIGKILL)
    for guest in (ana, rui):
        expect(guest["#connection"]).to_have_text("Reconnecting …")
        expect(guest["#connection"]).to_be_visible()
    ana.card.click()
    ana.push.click()  # into the void; it is sent when somebody listens again
    own_house.start()

    expect(rui["#log li", "Ana puts"]).to_have_count(2)
    for guest in (ana, rui):
        expect(guest["#connection"]).to_be_hidden()
        lines = [line for line in guest.lines() if line]
        assert len(lines) > len(before)
        assert sum("Ana puts" in line for line in lines) == 2  # exactly once more
        expect(guest["#chat"]).to_contain_text("Still there?")
    assert [line for line in ana.lines() if line][: len(before)] == before
    assert crowd != ana["#arena .cell .card"].evaluate_all("found => found.map(e => e.id)")
    rui.play()
    ana.play()
    rui.is_due()
