"""Every page in every language and theme: well-formed, escaped, labelled, within the policy."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markupsafe import Markup
from tests.toys import huddle

import kermesse
from kermesse.core.html import div
from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names
from kermesse.core.words import LANGUAGES
from kermesse.table import assets
from kermesse.table.forms import BOT_AT, HOUSE_FIELDS, OPTION, read_wish
from kermesse.table.pages.about import about_page
from kermesse.table.pages.admin import PersonLine, admin_login, admin_page
from kermesse.table.pages.art import plain_cover
from kermesse.table.pages.game import game_page
from kermesse.table.pages.join import ENDED, FULL, SEATED, join_page
from kermesse.table.pages.lobby import lobby
from kermesse.table.pages.notices import notice
from kermesse.table.pages.parts import cover, facts, minutes, players, summary, who_won
from kermesse.table.pages.replay import replay_page, replays_page
from kermesse.table.pages.rules import rules_fragment, rules_page
from kermesse.table.pages.you import SAVED, delete_page, you_page
from kermesse.table.visitor import THEMES, SeatLine, TableLine, Visitor

MUVUCA = kermesse.game("muvuca")
HUDDLE = huddle.game  # several seat counts, no pictures
BARE = replace(MUVUCA, name="bare", page=None)
BOTS = ["random", "greedy"]
HOSTILE = """<script>alert(1)</script>"'&<b onclick=x>"""
STATIC = Path(assets.FOLDER)

VOID = {"area", "br", "hr", "img", "input", "link", "meta"}
POSTS = re.compile(
    r"/games/[a-z_]+/(play|invite)|/learn/[a-z_]+/first|/table/[\w-]+/sit|/join/[\w-]+|/replay/upload"
    r"|/you/(name|language|theme|passphrase|return|delete)|/admin/(login|logout|close|ban)"
)
LINKS = re.compile(
    r"/|/about(#\w+)?|/games/[a-z_]+|/rules/[a-z_]+(#rule-[A-Z]+-T?\d+)?|/you(/delete)?"
    r"|/replay(\?page=\d+|/[\w-]+)?|/table/[\w-]+|/file\.json|#[\w-]+"
    r"|/admin/close\?table=[\w-]+|/learn/[a-z_]+(/[\w-]+)?|/games/[a-z_]+/how"
)


class Reader(HTMLParser):
    """Takes a page apart and insists on closed elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in tags]

    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]


def table(name: str, **more: object) -> TableLine:
    seats = (SeatLine(name), SeatLine("greedy", True), SeatLine(""))
    return replace(TableLine("t-1", MUVUCA, seats, "playing"), **more)  # type: ignore[arg-type]


def replay(visitor: Visitor, name: str, verdict: list[str] | None) -> Markup:
    return replay_page(
        visitor,
        MUVUCA,
        [name, "Bruno"],
        [(0, f"{name} starts."), (4, "Bruno pushes.")],
        9,
        3,
        "0",
        [("0", name), ("all", "Everybody")],
        div(id="board")["the board"],
        verdict,
        "/file.json",
        "/replay/x/frames",
        verdict is not None,
        commitment="ab" * 32,
        secret="cd" * 32 if verdict is not None else "",
        path="/replay/x",
    )


def tables(name: str) -> list[TableLine]:
    return [
        table(name, your_turn=True, yours=True),
        table(name, id="t-2", state="gathering", open_seats=(1, 2), minutes_idle=5),
        table(name, id="t-3", state="over", minutes_idle=5000, yours=True, result=f"{name} wins."),
        table(name, id="t-4", minutes_idle=100),
    ]


PAGES: dict[str, Callable[[Visitor, str], Markup]] = {
    "empty lobby": lambda v, _: lobby(v, [MUVUCA], [], []),
    "full lobby": lambda v, n: lobby(v, [MUVUCA, BARE, HUDDLE], tables(n)[:1], tables(n)[1:]),
    "game": lambda v, _: game_page(v, MUVUCA, BOTS, None, "", True),
    "bare game": lambda v, _: game_page(v, BARE, ["random"], None, "", False),
    "refused game": lambda v, n: game_page(
        v, HUDDLE, BOTS, {"seats": "4", "bot": n, "clock": "total", "total_minutes": n}, n, True, n
    ),
    "refused option": lambda v, n: game_page(
        v, MUVUCA, BOTS, {OPTION + "turn_cap": n}, n, True, OPTION + "turn_cap"
    ),
    "invitation": lambda v, n: join_page(v, "tok-1", MUVUCA, n, "t-1", [(1, n)]),
    "invitation to choose": lambda v, n: join_page(v, "tok-1", BARE, n, "t-1", [(0, n), (2, n)]),
    "invitation full": lambda v, n: join_page(v, "tok-1", MUVUCA, n, "t-1", [], FULL),
    "invitation ended": lambda v, n: join_page(v, "tok-1", MUVUCA, n, "t-1", [], ENDED),
    "invitation seated": lambda v, n: join_page(v, "tok-1", MUVUCA, n, "t-1", [(1, n)], SEATED),
    "you": lambda v, _: you_page(v),
    "you refused": lambda v, n: you_page(v, n, wrong="name"),
    "you returned": lambda v, _: you_page(v, saved="returned"),
    **{f"you saved {key}": lambda v, _, key=key: you_page(v, saved=key) for key in SAVED},
    "delete": lambda v, _: delete_page(v),
    "replay": lambda v, n: replay(v, n, []),
    "broken replay": lambda v, n: replay(v, n, [n]),
    "running replay": lambda v, n: replay(v, n, None),
    "replays": lambda v, n: replays_page(v, tables(n), n, page=1, pages=3),
    "no replays": lambda v, _: replays_page(v),
    "rules": lambda v, _: rules_page(v, MUVUCA, MUVUCA.rulebook(v.language)),
    "office door": admin_login,
    "office": lambda v, n: admin_page(
        v, tables(n), [PersonLine(1, n), PersonLine(2, n, 90, 2, True)], {n: n}, n, n
    ),
    "empty office": lambda v, _: admin_page(v, [], [], {}),
    "notice": lambda v, n: notice(v, n, n),
    "notice of ours": lambda v, n: notice(v, n, n, "/you", 503),
    "about": lambda v, _: about_page(v, [MUVUCA, BARE, HUDDLE]),
}


@pytest.fixture(params=list(PAGES))
def render(request: pytest.FixtureRequest) -> Callable[[Visitor, str], Markup]:
    return PAGES[request.param]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_page_in_every_language_and_theme(
    render: Callable[[Visitor, str], Markup], language: str, theme: str
) -> None:
    visitor = Visitor(7, "Ana", language, theme, True)
    page = render(visitor, "Ana")
    assert page.startswith("<!doctype html><html lang=")
    (root,) = Reader(page).all("html")
    assert root["lang"] == language
    assert root.get("data-theme") == (None if theme == "auto" else theme)


def test_strangers_get_every_page_too(render: Callable[[Visitor, str], Markup]) -> None:
    Reader(render(Visitor(), "Ana"))


def test_hostile_names_are_only_text(render: Callable[[Visitor, str], Markup]) -> None:
    page = render(Visitor(7, HOSTILE, "en", "auto", True), HOSTILE)
    assert "<script>alert" not in page
    assert "<b onclick" not in page
    Reader(page)


def test_pages_keep_to_the_policy(render: Callable[[Visitor, str], Markup]) -> None:
    page = Reader(render(Visitor(7, HOSTILE), HOSTILE))
    for tag, attributes in page.elements:
        assert tag != "style"
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
    for script in page.all("script"):
        assert (script["src"] or "").startswith("/static/")
    for sheet in page.all("link"):
        assert (sheet["href"] or "").startswith("/static/")


def test_ids_are_unique(render: Callable[[Visitor, str], Markup]) -> None:
    ids = Reader(render(Visitor(7, "Ana", has_passphrase=True), "Ana")).ids()
    assert len(ids) == len(set(ids))


def test_everything_to_fill_in_has_a_label(render: Callable[[Visitor, str], Markup]) -> None:
    page = Reader(render(Visitor(7, "Ana"), "Ana"))
    labelled = {attributes.get("for") for attributes in page.all("label")}
    for attributes in page.all("input", "select", "textarea"):
        inside_its_label = attributes.get("name") == "seats"
        if attributes.get("type") != "hidden" and not inside_its_label:
            assert attributes["id"] in labelled


def test_references_lead_somewhere(render: Callable[[Visitor, str], Markup]) -> None:
    page = Reader(render(Visitor(7, "Ana", has_passphrase=True), "Ana"))
    ids = set(page.ids())
    for _, attributes in page.elements:
        for name in ("aria-labelledby", "aria-describedby", "for", "popovertarget"):
            assert set((attributes.get(name) or "").split()) <= ids
    for link in page.all("a"):
        href = link["href"] or ""
        assert LINKS.fullmatch(href), href
        if href.startswith("#"):
            assert href[1:] in ids


def test_forms_post_to_known_paths(render: Callable[[Visitor, str], Markup]) -> None:
    page = Reader(render(Visitor(7, "Ana"), "Ana"))
    for form in page.all("form"):
        if form["method"] == "post":
            assert POSTS.fullmatch(form["action"] or "")
    for button in page.all("button"):
        if "formaction" in button:
            assert POSTS.fullmatch(button["formaction"] or "")


def test_one_first_heading_one_main(render: Callable[[Visitor, str], Markup]) -> None:
    page = Reader(render(Visitor(7, "Ana"), "Ana"))
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1


def test_icons_are_in_the_sprite(render: Callable[[Visitor, str], Markup]) -> None:
    known = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "icons.svg").read_text()))
    used = {use["href"] or "" for use in Reader(render(Visitor(7, "Ana"), "Ana")).all("use")}
    own = [href for href in used if "icons.svg" in href]
    assert own
    assert {href.partition("#")[2] for href in own} <= known


# ---- single pages


def test_the_form_of_a_game_page_is_what_the_reader_of_forms_takes() -> None:
    for game in (MUVUCA, HUDDLE):
        page = Reader(game_page(Visitor(), game, BOTS))
        names = {str(each["name"]) for each in page.all("input", "select") if "name" in each}
        names -= {"back"}
        expected = {*HOUSE_FIELDS, *(OPTION + option.name for option in game.options)}
        if game.seats[-1] > 2:  # else the one bot is chosen for all
            expected |= {f"{BOT_AT}{seat}" for seat in range(1, game.seats[-1])}
        assert names == (expected if len(game.seats) > 1 else expected - {"seats"})


def test_a_game_page_left_as_it_is_asks_for_the_defaults() -> None:
    page = Reader(game_page(Visitor(), MUVUCA, BOTS))
    sent: dict[str, str] = {}
    for each in page.all("input"):
        chosen = each.get("type") not in ("checkbox", "radio") or "checked" in each
        if chosen and each.get("name") not in (None, "back"):
            sent[str(each["name"])] = str(each["value"])
    assert read_wish(MUVUCA, sent, BOTS) == read_wish(MUVUCA, {}, BOTS)


def test_a_refused_form_keeps_what_was_typed() -> None:
    chosen = {"bot": "random", OPTION + "turn_cap": "7", "chat": "false", "clock": "decision"}
    page = game_page(Visitor(), MUVUCA, BOTS, chosen, "Too small.", True, OPTION + "turn_cap")
    reader = Reader(page)
    fields = {each["id"]: each for each in reader.all("input") if "id" in each}
    assert fields[OPTION + "turn_cap"]["value"] == "7"
    assert fields[OPTION + "turn_cap"]["aria-invalid"] == "true"
    assert "checked" not in fields["chat"]
    assert "checked" in fields["clock-decision"]
    assert "open" in reader.all("details")[0]
    assert "Too small." in page


def test_the_lobby_offers_what_can_be_done() -> None:
    page = lobby(Visitor(7, "Ana"), [MUVUCA], tables("Ana")[:1], tables("Bo")[1:2])
    reader = Reader(page)
    assert "Your turn" in page
    actions = [form["action"] for form in reader.all("form")]
    assert "/table/t-2/sit" in actions
    seats = [each["value"] for each in reader.all("input") if each.get("name") == "seat"]
    assert seats == ["2"], "a free seat comes before a bot's"


def test_an_empty_lobby_is_friendly() -> None:
    page = lobby(Visitor(), [MUVUCA], [], [])
    assert "No table is open to everybody" in page
    assert "Your tables" not in page


def test_an_invitation_sits_down_by_itself_unless_something_is_wrong() -> None:
    seats = [(1, "Seat 1"), (2, "Casual")]
    good = Reader(join_page(Visitor(), "tok-1", MUVUCA, "Ana", "t-1", seats[:1])).all("form")
    assert [form["action"] for form in good if "data-auto" in form] == ["/join/tok-1"]
    for offered, problem in ((seats, ""), ([], FULL), ([], ENDED), (seats[:1], SEATED)):
        page = Reader(join_page(Visitor(), "tok-1", MUVUCA, "Ana", "t-1", offered, problem))
        assert not [form for form in page.all("form") if "data-auto" in form]


def test_the_account_number_is_shown_only_with_a_passphrase() -> None:
    assert "account-number" in you_page(Visitor(4711, "Ana", has_passphrase=True))
    assert "4711" not in you_page(Visitor(4711, "Ana"))


def test_strangers_have_nothing_to_delete() -> None:
    assert "/you/delete" not in you_page(Visitor())
    assert "/you/delete" in you_page(Visitor(7))


def test_fair_dealing_is_shown_as_it_turned_out() -> None:
    good, bad = replay(Visitor(), "Ana", []), replay(Visitor(), "Ana", ["decision 3: other"])
    running = replay(Visitor(), "Ana", None)
    assert "Everything matches" in good
    assert "cd" * 32 in good
    assert "decision 3: other" in bad
    assert "Everything matches" not in bad
    assert "cd" * 32 not in running
    assert "ab" * 32 in running


def test_the_replay_has_what_its_script_looks_for() -> None:
    page = Reader(replay(Visitor(), "Ana", []))
    wanted = {"moment", "first", "back", "play", "next", "last", "speed", "view-as", "events"}
    assert wanted | {"link", "line", "board"} <= set(page.ids())
    (slider,) = [each for each in page.all("input") if each.get("id") == "moment"]
    assert (slider["min"], slider["max"], slider["value"]) == ("0", "8", "3")
    current = [each for each in page.all("button") if "aria-current" in each]
    assert [each["data-moment"] for each in current] == ["0"]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_rule_has_an_address(language: str) -> None:
    book = MUVUCA.rulebook(language)
    reader = Reader(rules_fragment(MUVUCA, book))
    rules = [id_.removeprefix("rule-") for id_ in reader.ids() if id_.startswith("rule-")]
    assert rules == list(book.rules)
    links = {link["href"] for link in reader.all("a")}
    assert "#rule-MV-49" in links
    assert {str(href)[1:] for href in links} <= set(reader.ids())


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("name", game_names())
def test_the_page_of_the_rules_has_all_of_the_opening(name: str, language: str) -> None:
    game = find_game(name)
    book = game.rulebook(language)
    opening = book.text.split("\n## ", 1)[0]
    shown = words_of(str(rules_page(Visitor(language=language), game, book)))
    parts = [part for part in opening.split("\n\n") if part.strip() and part[0] != "#"]
    assert len(parts) >= 2
    for part in parts:
        rows = part.splitlines() if part.startswith("|") else [part]
        for row in rows:
            for piece in row.strip("| ").split("|") if part.startswith("|") else row.split(" · "):
                assert words_of(piece).casefold() in shown.casefold()
    drawn = Reader(str(rules_fragment(game, book)).split("<h2", 1)[0] + "</div>").all("table")
    assert len(drawn) == sum(part.startswith("|") for part in parts)


PEOPLE = {
    "muvuca": ["Gabriel Toschi"],
    "viva": ["Tobias Angelo Kaufmann", "Erich Brechbühl", "Michael Csorba", "Game Division"],
    "muckle": ["Mark McGee"],
    "shuppa": [
        *("Adrian Dinu", "Vidu", "Benjamin Treilhou", "Laëtitia Boussard", "Vladimir Pakhomoff"),
        *("Laurent Delcroix", "Synergy Games", "Ludically"),
    ],
    "moon_river": ["Bruno Cathala", "Yohan Servais", "Régis Torres"],
}
CREDITS = Path(__file__).parents[2] / "docs" / "credits.md"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_everybody_behind_a_game_is_named(language: str) -> None:
    assert set(PEOPLE) == set(game_names())
    visitor = Visitor(language=language)
    games = [find_game(name) for name in PEOPLE]
    page = html.unescape(str(about_page(visitor, games)))
    documented = CREDITS.read_text(encoding="utf-8")
    for game in games:
        line = page.split(f"<dt>{game.title}</dt><dd>", 1)[1].split("</dd>", 1)[0]
        for name in PEOPLE[game.name]:
            assert name in line
            assert name in documented
        assert not any(map(str.isdigit, line))


def words_of(text: str) -> str:
    """A text without tags and signs of markdown, its spaces made one."""
    return re.sub(r"[\s`*-]+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text))).strip()


def test_rules_are_rendered_once_per_language() -> None:
    first = rules_fragment(MUVUCA, MUVUCA.rulebook("fr"))
    assert rules_fragment(MUVUCA, MUVUCA.rulebook("fr")) is first


def test_html_in_a_rulebook_stays_text() -> None:
    book = replace(MUVUCA.rulebook("en"), text="# X\n\n## 1. A\n\n**MV-01** <script>x</script>\n")
    page = rules_fragment(MUVUCA, book)
    assert "<script>" not in page
    assert 'id="rule-MV-01"' in page


def test_facts_come_from_the_rulebook() -> None:
    assert players(MUVUCA, Visitor().say) == "2 players"
    assert players(HUDDLE, Visitor().say) == "2 or 4 players"
    for language in LANGUAGES:
        assert "25 min" in minutes(MUVUCA, language)
        assert len(facts(MUVUCA, language)) == 5
    assert summary(Visitor(), BARE).startswith("The match kicks off")
    assert facts(HUDDLE, "en") == ()


def test_a_game_without_pictures_gets_the_house_cover() -> None:
    inner = plain_cover().partition(">")[2]
    assert inner in cover(BARE)


def test_static_files_hold_nothing_that_the_policy_drops() -> None:
    for name in ("icons.svg", "favicon.svg"):
        text = (STATIC / name).read_text()
        assert "<style" not in text
        assert "style=" not in text
        assert "<script" not in text
    assert "@import" not in (STATIC / "house.css").read_text()
    assert "http" not in (STATIC / "house.css").read_text()


def test_who_won_is_the_same_for_everybody_who_reads_it() -> None:
    say = Visitor().say
    names = ("Ana", "Rui", "Eva")
    assert who_won((1, 2, 3), names, 0, say) == "You win!"
    assert who_won((1, 2, 1), names, 0, say) == "You win, together with Eva!"
    assert who_won((1, 2, 1), names, 1, say) == "Ana, Eva win."
