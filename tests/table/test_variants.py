"""Variants at a real server: in the lobby, at the table, looked at again, and gone."""

from __future__ import annotations

import html
import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.variants.scenes import CHANGED, QUICK

import kermesse
from kermesse.core.game import Game
from kermesse.core.matchfile import read_match
from kermesse.core.verification import verify
from kermesse.table.forms import OPTION
from kermesse.table.live.compilation import kinds_of_search, warm_up

from .wires import COMPILING, Browser, play_out, running, until

SMALL = kermesse.variant(CHANGED["muvuca"])  # other tables
QUICKER = kermesse.variant(QUICK)  # other options
GONE = "This table is of a game or a variant that is not offered here any more."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("variants")


@contextmanager
def visiting(folder: Path, *variants: Game) -> Iterator[Browser]:
    """Somebody at a server that offers Muvuca and some variants, once these can be played."""
    with running(folder, variants=variants) as club:
        for game in variants:
            until(
                lambda name=game.name: name not in club.tables.services.compilation.under_way,
                COMPILING,
            )
        browser = Browser(club)
        with closing(browser.http):
            yield browser


@pytest.fixture(scope="module")
def ann(folder: Path) -> Iterator[Browser]:
    with visiting(folder, SMALL, QUICKER) as browser:
        yield browser


def test_variants_stand_in_the_lobby_beside_the_original(ann: Browser) -> None:
    lobby = html.unescape(ann.get("/").text)
    for game in (kermesse.game("muvuca"), SMALL, QUICKER):
        assert f'<a href="/games/{game.name}">{game.title}</a>' in lobby
    assert lobby.count(">Variant<") == 2


def test_the_page_of_a_variant_says_what_differs_and_starts_from_its_options(ann: Browser) -> None:
    shown = html.unescape(ann.get(f"/games/{SMALL.name}").text)
    assert "This is the variant “Small hands” of Muvuca. What differs:" in shown
    assert "<code>first_hand</code>: 4 instead of 5" in shown
    field = shown.partition(f'name="{OPTION}turn_cap"')[2].partition(">")[0]
    assert 'value="20"' in field
    sheet = shown.partition("/static/")[2].partition("/")[0]
    css = ann.get(f"/static/{sheet}/games/{SMALL.name}/board.css")
    assert (css.status_code, css.headers["content-type"][:8]) == (200, "text/css")


@pytest.mark.parametrize("path", ["/rules/{name}", "/rules/{name}/panel"])
def test_the_rules_of_a_variant_show_its_numbers(ann: Browser, path: str) -> None:
    shown = html.unescape(ann.get(path.format(name=SMALL.name)).text)
    assert "This is the variant “Small hands” of Muvuca." in shown
    assert "The first player starts the round with a hand of 4 cards." in shown
    original = html.unescape(ann.get(path.format(name="muvuca")).text)
    assert "The first player starts the round with a hand of 5 cards." in original
    assert "variant “" not in original


@pytest.fixture(scope="module")
def played(ann: Browser) -> tuple[str, str]:
    """The table of a finished match of a variant, and its file."""
    made = ann.post(f"/games/{SMALL.name}/play", bot="random")
    assert made.status_code == 303, made.text
    table = made.headers["location"].rpartition("/")[2]
    with ann.socket(table) as talk:
        play_out(talk, random.Random(1))
        assert "Muvuca · Small hands" in ann.get(f"/table/{table}").text
    assert ann.running.tables.services.store.table(table).game == SMALL.name  # type: ignore[union-attr]
    assert "Muvuca · Small hands" in ann.get(f"/replay/{table}").text
    return table, ann.get(f"/replay/{table}/file").text


def test_a_match_is_played_by_link_and_its_file_can_be_checked(played: tuple[str, str]) -> None:
    file = read_match(played[1])
    assert file.game is SMALL
    assert file.options["turn_cap"] == 20
    assert verify(played[1]) == []


def copied(ann: Browser, tmp_path: Path) -> Path:
    """All that a server has written so far, for another one to start from."""
    ann.running.tables.services.store.backup(tmp_path / "kermesse.sqlite3")
    return tmp_path


def test_a_restarted_server_knows_the_tables_of_its_variants(
    played: tuple[str, str], ann: Browser, tmp_path: Path
) -> None:
    with visiting(copied(ann, tmp_path), SMALL) as browser:
        assert "Muvuca · Small hands" in browser.get(f"/replay/{played[0]}").text
        sent = browser.http.post("/replay/upload", files={"file": ("m.json", played[1])})
        assert sent.status_code == 303
        assert "Muvuca · Small hands" in browser.get(sent.headers["location"]).text


def test_a_variant_that_is_no_longer_offered_is_named_in_a_sentence(
    played: tuple[str, str], ann: Browser, tmp_path: Path
) -> None:
    with visiting(copied(ann, tmp_path)) as browser:
        for path in ("/table/{}", "/replay/{}"):
            answer = browser.get(path.format(played[0]))
            assert (answer.status_code, GONE in html.unescape(answer.text)) == (404, True)
        assert browser.get(f"/games/{SMALL.name}").status_code == 404
        assert browser.get("/").status_code == 200
        sent = browser.http.post("/replay/upload", files={"file": ("m.json", played[1])})
        assert sent.status_code == 400
        assert "the file is of a game or a variant that is not played here" in sent.text


def test_a_variant_that_wants_more_seats_is_prepared_and_played(tmp_path: Path) -> None:
    """Quick play takes as many seats as its options need."""
    fourth = {"title": "Fourth", "game": "viva", "options": {"first_dealer": "seat3"}}
    game = kermesse.variant(fourth)
    warm_up(game)
    assert {seats for _, seats in kinds_of_search(game)} <= {4, 5, 6}
    with visiting(tmp_path, game) as ann:
        assert ">4 to 6 players<" in ann.get("/").text
        made = ann.post(f"/games/{game.name}/play", bot="random")
        assert made.status_code == 303
        table = ann.running.tables.services.store.table(made.headers["location"].rpartition("/")[2])
        assert table is not None
        assert table.seats == 4
        refused = ann.post(f"/games/{game.name}/play", seats="2")
        assert refused.status_code == 400
        assert "Choose another number: 4, 5, 6." in refused.text
        assert ann.post(f"/games/{game.name}/invite", seats="6").status_code == 303
