"""Three languages at one table: everybody reads in their own."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.servers import Guest

import kermesse

PROMPT = "Choose a card and where to push it."


def in_words(language: str, text: str) -> str:
    return kermesse.game("muvuca").words(language)(text)


def puts(guest: Guest) -> str:
    """The line of the log that tells where Ana's card came in."""
    return guest["#log li[data-about^=cell]"].last.inner_text()


def test_each_reads_the_table_in_their_own_language(guests: NewGuest) -> None:
    ana, rui, zoe = guests("Ana"), guests(locale="pt-PT"), guests("Zoé")
    zoe.speak("fr")
    path = ana.table(bots=False)
    rui.go(ana.link())
    rui.page.wait_for_url(f"**{path}")
    zoe.sit(path)
    rui.connected()
    people = {"en": ana, "pt": rui, "fr": zoe}
    for language, guest in people.items():
        expect(guest["html"]).to_have_attribute("lang", language)
    expect(ana["#status"]).to_have_text(PROMPT)
    ana.card.click()
    ana["#push-row2-right"].click()
    expect(rui["#status"]).to_have_text(in_words("pt", PROMPT))
    expect(zoe["#log li[data-about^=cell]"]).not_to_have_count(0)
    expect(ana["#log li[data-about^=cell]"]).not_to_have_count(0)
    told = {language: puts(guest) for language, guest in people.items()}
    assert len(set(told.values())) == 3
    assert all("Ana" in line for line in told.values())
    labels = {guest["#cell-2-1 .card"].get_attribute("aria-label") for guest in people.values()}
    assert len(labels) == 3
    statuses = {guest["#status"].inner_text() for guest in people.values()}
    assert len(statuses) == 3
    assert in_words("pt", PROMPT) != PROMPT != in_words("fr", PROMPT)


def test_the_language_of_the_browser_holds_until_another_is_chosen(guests: NewGuest) -> None:
    zoe = guests(locale="fr-CH")
    zoe.go("/games/muvuca")
    expect(zoe["html"]).to_have_attribute("lang", "fr")
    zoe["button.settings"].click()
    zoe["#settings button[value=pt]"].click()
    expect(zoe["html"]).to_have_attribute("lang", "pt")
    assert zoe.page.url.endswith("/games/muvuca")
    zoe.go("/rules/muvuca")
    expect(zoe["html"]).to_have_attribute("lang", "pt")
    expect(zoe[".prose[lang]"]).to_have_attribute("lang", "pt")
