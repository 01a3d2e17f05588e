"""The page of a report: well-formed, self-contained, complete, the same bytes each time."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from importlib import resources
from itertools import pairwise

import numpy as np
import pytest

from kermesse.core.html import VOID
from kermesse.core.variants import variant
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Section, Sheet
from kermesse.lab.html_tables import sheet_of, table
from kermesse.lab.page import INTERVALS, page, styles
from kermesse.lab.report import ANALYSES, Report, Told, chapter, ladder_of

from .papers import CARDS, ENDINGS, FAIR, KNOWN, LENGTH, NASTY, POINTS, SEATS, SHORT, paper
from .synthetic import games_of, won_by

CLEVER = Section("skill", "Skill", "Does skill win?", "Yes.")


class Reader(HTMLParser):
    """Reads a page as strictly as a proof-reader: what is opened is closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[tuple[str, ...], str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"<{tag}> says something twice"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append((tuple(self.open), data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def said(self, tag: str) -> list[str]:
        return [data for around, data in self.words if around and around[-1] == tag]


@cache
def printed(chapters: int = 1) -> str:
    """A page that many tests look at: its pictures take a second to draw."""
    return page(paper(chapters))


def read(chapters: int = 1) -> Reader:
    return Reader(printed(chapters))


# --- as HTML ------------------------------------------------------------------------------------


def test_a_page_is_well_formed_and_has_one_title() -> None:
    text = printed()
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    found = Reader(text)
    assert len(found.all("h1")) == 1
    assert len(found.all("main")) == 1
    assert found.said("h1") == [f"{NASTY} with 3 players"]
    levels = [int(tag[1]) for tag, _ in found.tags if re.fullmatch(r"h\d", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_nothing_is_loaded_and_nothing_runs() -> None:
    text = printed(2)
    found = Reader(text)
    assert not {"script", "link", "img", "iframe", "object", "image"} & {
        tag for tag, _ in found.tags
    }
    for _, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "src"]
        for name in ("href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    without_names = text.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in without_names
    assert "@import" not in text
    assert not [url for url in re.findall(r"url\(([^)]*)\)", text) if not url.startswith("#")]


def test_names_are_unique_and_links_lead_somewhere() -> None:
    found = read(2)
    names = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert len(names) == len(set(names))
    asked = [link["href"] or "" for link in found.all("a")]
    assert len(asked) > 10
    for _, attributes in found.tags:
        asked += [f"#{name}" for name in (attributes.get("aria-labelledby") or "").split()]
    assert {name.removeprefix("#") for name in asked} <= set(names)


@pytest.mark.long  # day by day the whole command is held to it
def test_the_same_paper_is_the_same_bytes() -> None:
    assert page(paper(2)) == page(paper(2))
    assert page(paper(2)) != page(paper(1))


def test_every_name_is_escaped_everywhere() -> None:
    text = printed()
    assert "<b>" not in text
    assert text.count("&lt;b&gt;Ana&lt;/b&gt;") > 10


# --- what stands where -------------------------------------------------------------------------


def test_warnings_and_answers_come_first() -> None:
    text = printed()
    short, first = text.index('id="short"'), text.index('id="games-1"')
    assert short < text.index("Seat 1 wins too often.") < first
    assert short < text.index("Seat 1 wins 26.3\N{NO-BREAK SPACE}% of games") < first
    assert text.index('class="contents"') < short


def test_an_answer_that_is_the_warning_is_said_once_with_a_sign() -> None:
    text = printed()
    short = text[text.index('id="short"') : text.index('id="games-1"')]
    assert short.count(SHORT.answer) == 1
    assert short.count('aria-label="Look at this"') == 2


def test_a_section_has_question_answer_pictures_tables_and_remarks() -> None:
    found = read()
    assert FAIR.question in found.said("p")
    for words in FAIR.remarks:
        assert words in found.said("li")
    titles = found.said("h4")
    assert titles == [plot.title for plot in FAIR.plots]


def test_every_plot_has_its_numbers_behind_it() -> None:
    found = read()
    figures = len(found.all("figure"))
    assert figures == len(FAIR.plots)
    assert len(found.all("details")) == figures + 1
    assert found.said("caption") == [
        "Wins of each seat",
        "Cards",
        "How it ends",
        "Points",
        "Length",
        "When it is known",
        "Ties",
    ]
    assert "12,345" in found.said("td")


def test_tables_name_their_columns_and_rows() -> None:
    found = read()
    heads = [attributes["scope"] for attributes in found.all("th")]
    assert set(heads) == {"col", "row"}
    assert heads.count("row") == len(found.all("tr")) - len(found.all("thead"))


def test_a_report_with_several_chapters_tells_them_apart() -> None:
    found = read(2)
    assert found.said("h2") == [
        "In short", "1 players", "2 players", "How to read it", "Make it again",
    ]  # fmt: skip
    assert found.said("h3")[:2] == ["1 players", "2 players"]
    assert [words for around, words in found.words if around[-2:] == ("ol", "li")] == [
        "1 players", "2 players", "About this report",
    ]  # fmt: skip


def test_games_that_tell_nothing_are_not_passed_over() -> None:
    nothing = replace(paper(2).chapters[1], sections=())
    text = page(replace(paper(), chapters=(paper().chapters[0], nothing)))
    Reader(text)
    assert text.count("These games are too few to tell anything.") == 1


def test_how_to_read_it_and_how_to_make_it_again() -> None:
    found = Reader(page(replace(paper(), notes=("Some of 3 % more.",))))
    said = found.said("p")
    for words in (*INTERVALS, "Some of 3 % more."):
        assert words.replace(" %", "\N{NO-BREAK SPACE}%") in said
    assert found.said("code") == [paper().command]


def test_what_is_typed_is_set_apart() -> None:
    section = replace(SHORT, remarks=("`kermesse arena` measures 3 % <more>.",))
    one = replace(paper().chapters[0], sections=(section,))
    text = page(replace(paper(), chapters=(one,)))
    words = "<code>kermesse arena</code> measures 3\N{NO-BREAK SPACE}% &lt;more&gt;."
    assert f"<li>{words}</li>" in text


def test_signs_are_explained_where_they_are_drawn() -> None:
    def signs(**changes: object) -> str:
        section = replace(FAIR, plots=(replace(SEATS, **changes),))  # type: ignore[arg-type]
        one = replace(paper().chapters[0], sections=(section,))
        return page(replace(paper(), chapters=(one,)))

    assert "Full diamonds stand out when all rows" in signs()
    assert "Nothing stands out when all rows" in signs(strong=(False, False, False))
    assert "when all rows" not in signs(strong=())
    assert "Dashed: where nothing is special." in signs()
    assert "Dashed" not in signs(even=None)


# --- styles ---------------------------------------------------------------------------------------


def test_the_page_is_dark_in_the_dark_and_light_on_paper() -> None:
    sheet = styles()
    assert sheet.count("@media screen and (prefers-color-scheme: dark)") == 1
    assert "@media (prefers-color-scheme: dark)" not in sheet
    tokens = (resources.files("kermesse.table") / "static/tokens.css").read_text("utf-8")
    assert tokens.count("@media (prefers-color-scheme: dark)") == 1
    assert "--paper: #1b1527" in sheet


def test_paper_shows_what_is_folded_away_and_cuts_nothing_off() -> None:
    paper_rules = styles()[styles().index("@media print") :]
    for rule in (
        "details::details-content { content-visibility: visible",
        ".scroll { overflow: visible; max-height: none }",
        "break-inside: avoid",
        "thead { display: table-header-group }",
    ):
        assert rule in paper_rules


def test_every_colour_of_the_page_is_one_of_the_house() -> None:
    sheet = styles()
    asked = set(re.findall(r"var\((--[a-z-]+)", sheet))
    given = set(re.findall(r"(--[a-z0-9-]+):", sheet))
    assert asked <= given


# --- tables ---------------------------------------------------------------------------------------


def cells(sheet: Sheet) -> list[list[str]]:
    text = str(table(sheet))
    Reader(text)
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def test_a_column_has_as_many_decimals_everywhere() -> None:
    sheet = Sheet(
        "x",
        ("", "% of games", "mean", "n"),
        (("a", 26.31, 3.0, 1200), ("b", 25.0, 2.25, None), ("c", float("nan"), -1.5, 7)),
    )
    assert cells(sheet)[1:] == [
        ["a", "26.3", "3.00", "1,200"],
        ["b", "25.0", "2.25", "–"],
        ["c", "–", "\N{MINUS SIGN}1.50", "7"],
    ]


def test_numbers_stand_at_the_right_and_words_at_the_left() -> None:
    text = str(table(CARDS))
    assert text.count('class="number"') == 2 * (1 + len(CARDS.rows))


def test_sentences_in_a_table_get_room() -> None:
    long = Sheet(
        "x", ("rule", "says"), (("A-1", "so many words that they need a column of their own"),)
    )
    assert str(table(long)).count('class="words"') == 2
    assert 'class="words"' not in str(table(CARDS))


def test_a_table_without_rows_is_a_table() -> None:
    assert cells(Sheet("x", ("a", "b"), ())) == [["a", "b"]]


def test_the_numbers_of_every_kind_of_plot() -> None:
    assert cells(sheet_of(SEATS))[:2] == [
        ["", "% of games won", "interval from (%)", "interval to (%)"],
        ["Seat 1", "26.3", "25.8", "26.8"],
    ]
    assert cells(sheet_of(ENDINGS))[1] == ["deck empty", "71.2"]
    assert [row[:2] for row in cells(sheet_of(POINTS))] == [
        ["points at the end", "Seat 1, % of games"], ["0 to 2", "20"], ["3 to 5", "50"],
        ["6 to 8", "30"],
    ]  # fmt: skip
    assert [row[0] for row in cells(sheet_of(LENGTH))[1:]] == ["0.000 to 0.250", "0.250 to 0.500"]
    alone = replace(POINTS, edges=(2.5, 3.5, 4.5, 6.5))
    assert [row[0] for row in cells(sheet_of(alone))[1:]] == ["3", "4", "5 to 6"]
    heads, first, *_ = cells(sheet_of(KNOWN))
    assert heads[:3] == [
        "% of the decisions taken", "the leader: % of games won by the leader",
        "the leader: interval from (%)",
    ]  # fmt: skip
    assert first == ["10", "30", "28", "32", "30"]
    one = replace(KNOWN, lines={"the leader": KNOWN.lines["the leader"]})
    assert cells(sheet_of(one))[0][1] == "% of games won by the leader"


# --- reports --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def told() -> Told:
    chance = np.random.default_rng(3)
    winners = chance.choice(4, 400, p=[0.4, 0.2, 0.2, 0.2])
    columns = {"decisions": chance.integers(60, 90, 400), "points": chance.integers(0, 9, (400, 4))}
    return Told.by(games_of(won_by(winners, 4), seed=7, **columns))


def test_a_chapter_has_every_analysis_that_has_something_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []

    def noted(*words: object) -> Section:
        asked.extend(words[1:])
        return CLEVER

    games = games_of(won_by([0, 1, 1, 0], 2))
    some = (lambda games: FAIR, lambda games: None, lambda games: SHORT)
    monkeypatch.setattr("kermesse.lab.report.ANALYSES", some)
    monkeypatch.setattr("kermesse.lab.report.skill", noted)
    monkeypatch.setattr("kermesse.lab.report.reach", noted)
    assert chapter(games) == [FAIR, SHORT, CLEVER]
    assert asked == [()]
    assert chapter(games, [games], watched=7, workers=2) == [FAIR, SHORT, CLEVER, CLEVER]
    assert asked == [(), [games], 7, 2]


def test_a_ladder_is_climbed_with_the_seats_and_options_of_the_report() -> None:
    setting = Experiment.checked("viva", seats=3, options={"rounds": 1}, seed=5)
    assert ladder_of(setting, 0) == []
    rungs = ladder_of(setting, 30)
    assert len(rungs) > 1
    assert {(each.seats, each.options["rounds"], each.seed) for each in rungs} == {(3, 1, 5)}
    assert {each.games for each in rungs} == {30}


def test_the_analyses_come_in_the_order_of_a_designers_questions(told: Told) -> None:
    names = [analysis.__name__ for analysis in ANALYSES]
    assert names == ["order", "balance", "length", "tension", "scores", "worth"]
    found = [section.name for section in told.sections]
    assert found == ["order", "balance", "length", "tension", "scores", "skill"]  # no card differs


def test_a_report_says_what_was_played(told: Told) -> None:
    made = Report(told.experiment.game, [told]).paper("kermesse lab report viva")
    assert made.title == "VIVA with 4 players"
    assert made.lead == "What 400 games tell about the design of VIVA."
    facts = dict(made.facts)
    assert facts["Games"] == "400 games: 100 deals, each played 4 times"
    assert facts["Bots"] == "greedy"
    assert facts["Options"] == "as usual"
    assert facts["Seed"] == "7"
    assert made.chapters[0].facts == ()
    Reader(page(made))


def test_options_and_bots_are_told_where_they_are_not_usual() -> None:
    setting = Experiment.checked("viva", seats=2, options={"rounds": 1}, bots=["greedy", "random"])
    made = Report(setting.game, [Told(setting, 1000, ())]).paper("")
    assert dict(made.facts)["Options"] == "rounds=1"
    assert dict(made.facts)["Bots"] == "greedy, random"
    alone = Experiment.checked("shuppa", seats=1)
    made = Report(alone.game, [Told(alone, 1000, ())]).paper("")
    assert made.title == "Shuppa with 1 player"
    assert dict(made.facts)["Bots"] == "greedy"
    assert dict(made.facts)["Games"] == "1,000 games"


def test_a_variant_says_in_what_it_differs() -> None:
    short = variant({"title": "Short", "game": "viva", "options": {"rounds": 1}})
    setting = Experiment.checked(short, seats=2)
    facts = dict(Report(short, [Told(setting, 1000, ())]).paper("").facts)
    assert facts["Game"] == "VIVA · Short, rules 1"
    assert facts["Variant"] == "rounds of the match: 1 instead of 3"
    assert facts["Options"] == "as usual"


def test_games_of_people_have_a_chapter_of_their_own(told: Told) -> None:
    people = replace(
        told, number=1, people=True, experiment=replace(told.experiment, bots=("people", "strong"))
    )
    made = Report(told.experiment.game, [told, people]).paper("")
    assert [each.title for each in made.chapters] == ["4 players", "4 players, at the table"]
    assert made.title == "VIVA with 4 players"
    assert dict(made.facts)["Games"] == "401 games"
    assert dict(made.chapters[1].facts) == {
        "Games": "1 game, played at the table",
        "Options": "as usual",
        "Players": "people and strong",
    }
    assert len(made.notes) == 1
    Reader(page(made))


def test_everything_is_in_the_json(told: Told) -> None:
    odd = Section("x", "X", "?", "!", plots=(replace(SEATS, values=(float("nan"), 1.0, 2.0)),))
    made = Report(told.experiment.game, [replace(told, sections=(*told.sections, odd))]).as_json()
    found = json.loads(json.dumps(made, allow_nan=False))
    (one,) = found["chapters"]
    assert one["experiment"]["seed"] == 7
    assert one["games"] == 400
    assert not one["at_the_table"]
    assert one["sections"][0]["answer"] == told.sections[0].answer
    assert one["sections"][-1]["plots"][0]["kind"] == "marks"
    assert one["sections"][-1]["plots"][0]["values"] == [None, 1.0, 2.0]
