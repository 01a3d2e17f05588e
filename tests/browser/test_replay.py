"""Looking back: any moment through anybody's eyes, the file of a match, and whether it is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewGuest
from tests.browser.servers import Guest

SECRET = ".card:not(.back):not(:has(.known))"  # shown, though not everybody knows it


@pytest.fixture
def ana(guests: NewGuest) -> Guest:
    """Somebody at the replay of a match that she has just played."""
    player = guests("Ana")
    path = player.table(short=True)
    player.play_to_the_end()
    player.go(path.replace("/table/", "/replay/"))
    expect(player["#board"]).to_be_visible()
    return player


def moment(guest: Guest) -> int:
    return int(guest["#moment"].input_value())


def seen(guest: Guest) -> list[str]:
    """The cards on the board, by id."""
    ids: list[str] = guest["#board .card"].evaluate_all("found => found.map(e => e.id)")
    return ids


def test_every_moment_by_slider_buttons_keys_events_and_by_itself(ana: Guest) -> None:
    last = int(ana["#moment"].get_attribute("max") or 0)
    lines = ana["#events button"].all_inner_texts()
    assert last > 10
    assert len(lines) == last + 1

    def shows(number: int) -> None:
        expect(ana["#line"]).to_have_text(lines[number])
        expect(ana["#events [aria-current=step]"]).to_have_attribute("data-moment", str(number))
        assert moment(ana) == number

    shows(0)
    begun = seen(ana)
    ana["#moment"].fill(str(last))
    shows(last)
    assert seen(ana) != begun
    ana["#first"].click()
    shows(0)
    assert seen(ana) == begun
    ana["#next"].click()
    shows(1)
    ana.page.keyboard.press("ArrowRight")
    shows(2)
    ana["#back"].click()
    shows(1)
    ana["#events button"].nth(7).click()
    shows(7)
    ana["#speed"].select_option("4")
    ana["#play"].click()
    expect(ana["#play"]).to_have_attribute("aria-pressed", "true")
    ana.page.wait_for_function("() => Number(document.querySelector('#moment').value) >= 9")
    ana["#play"].click()
    expect(ana["#play"]).to_have_attribute("aria-pressed", "false")
    ana["#last"].click()
    shows(last)


def test_the_same_moment_through_everybodys_eyes(ana: Guest) -> None:
    views = ana["#view-as option"].evaluate_all("found => found.map(e => e.value)")
    assert views == ["open", "all", "0", "1"]
    hidden = {"open": (0, 0), "all": (1, 1), "0": (0, 1), "1": (1, 0)}
    for view in views[1:] + views[:1]:
        ana["#view-as"].select_option(view)
        ana.page.wait_for_url(re.compile(f"as={view}"))
        ana["#moment"].fill("3")
        expect(ana["#events [aria-current=step]"]).to_have_attribute("data-moment", "3")
        for seat, is_hidden in enumerate(hidden[view]):
            backs = ana[f"#hand-{seat} .card.back"]
            if is_hidden:
                expect(backs).not_to_have_count(0)
            else:
                expect(backs).to_have_count(0)


@pytest.mark.thorough
def test_a_link_leads_to_its_very_moment_and_view(ana: Guest, guests: NewGuest) -> None:
    ana["#view-as"].select_option("1")
    ana.page.wait_for_url(re.compile("as=1"))
    ana["#events button"].nth(9).click()
    expect(ana["#events [aria-current=step]"]).to_have_attribute("data-moment", "9")
    link = ana["#link"].get_attribute("data-copy") or ""
    rui = guests()
    rui.go(link)
    assert moment(rui) == 9
    expect(rui["#view-as"]).to_have_value("1")
    assert seen(rui) == seen(ana)
    expect(rui["#line"]).to_have_text(ana["#line"].inner_text())


def test_the_file_of_a_match_is_verified_wherever_it_is_opened(
    ana: Guest, guests: NewGuest, tmp_path: Path
) -> None:
    expect(ana[".fair .pill"]).to_have_text("Everything matches")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name="Download the match file").click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    rui = guests()
    rui.go("/replay")
    rui["#file"].set_input_files(file)
    rui.button("Open the match").click()
    rui.page.wait_for_url("**/replay/file/*")
    expect(rui[".fair .pill"]).to_have_text("Everything matches")
    expect(rui[".replay-head"]).to_contain_text("Ana · Random")
    assert rui["#events button"].all_inner_texts() == ana["#events button"].all_inner_texts()
    rui["#last"].click()
    expect(rui["#line"]).to_contain_text("wins the match")


@pytest.mark.thorough
def test_a_tampered_file_shows_what_is_wrong(ana: Guest, tmp_path: Path) -> None:
    text = ana.context.request.get(ana["a[download]"].get_attribute("href") or "").text()
    match = json.loads(text)
    match["result"]["places"].reverse()
    file = tmp_path / "tampered.json"
    file.write_text(json.dumps(match), encoding="utf-8")
    ana.go("/replay")
    ana["#file"].set_input_files(file)
    ana.button("Open the match").click()
    expect(ana[".fair .pill"]).to_have_text("Does not match")
    expect(ana[".problems li"]).not_to_have_count(0)
    expect(ana[".problems"]).to_contain_text(re.compile("result|places"))


def test_what_is_no_match_file_is_refused_in_words(guests: NewGuest, tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_text("Dear Ana,", encoding="utf-8")
    rui = guests()
    rui.go("/replay")
    rui["#file"].set_input_files(file)
    rui.forgive("status 400")
    rui.button("Open the match").click()
    expect(rui["[role=alert]"]).not_to_be_empty()
    expect(rui["#file"]).to_be_visible()


def test_an_unfinished_match_shows_its_player_only_what_they_saw(guests: NewGuest) -> None:
    ana, rui = guests("Ana"), guests()
    path = ana.table().replace("/table/", "/replay/")
    ana.play()
    ana.is_due()
    ana.go(path)
    expect(ana[".replay-head .pill"]).to_have_text("Still playing")
    expect(ana[f"#hand-1 {SECRET}"]).to_have_count(0)
    expect(ana["#view-as option"]).to_have_count(1)
    rui.go(path)
    expect(rui[f"#hand-0 {SECRET}"]).to_have_count(0)
    for guest in (ana, rui):
        guest.forgive("status 403")
        guest.go(path + "?as=open")
        expect(guest["h1"]).to_have_text("Not allowed")
        assert guest.context.request.get(path + "/file").status == 403
        assert guest.context.request.get(path + "/frames?as=1").status == 403
