"""A report as one HTML file: nothing is loaded, nothing has to run, and it prints well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from markupsafe import Markup

import kermesse
from kermesse.core import html as h
from kermesse.lab.findings import Curves, Marks, Plot, Section, Sheet
from kermesse.lab.html_tables import sheet_of, table
from kermesse.lab.phrases import kept_together
from kermesse.lab.plots import draw

DARK = "@media (prefers-color-scheme: dark)"
WARNING = Markup(
    '<svg class="sign" viewBox="0 0 24 24" role="img" aria-label="Look at this" '
    'fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round" '
    'stroke-linecap="round">'
    '<path d="M12 3 22 20H2z"/><path d="M12 9v5M12 17v.2"/></svg>'
)
FEW = 12  # rows of a table that is always printed, and on one page
INTERVALS = (
    "A number that was measured in games is known only as well as there are games. "
    "The 95 % interval beside it says how well: of 100 reports like this one, about 95 have the "
    "truth inside the interval. Where an interval holds the even value, these games do not show a "
    "difference; that is not a proof that there is none.",
    "Every deal is played once for each side, the bots moving on around the table. Games of one "
    "deal have the same cards and are not independent, so intervals are computed over deals.",
    "Bots played these games. A number says how the game is when it is played so; people who play "
    "otherwise may find it otherwise. What chance deals to a seat causes what follows. What a "
    "player chooses only goes with it: perhaps who wins anyway can choose it.",
    "Behind each plot are its numbers. On paper, long tables and those behind plots are printed if "
    "they are open on the screen.",
)


@dataclass(frozen=True)
class Chapter:
    """What is told about one set of games."""

    name: str  # for links
    title: str
    facts: tuple[tuple[str, str], ...]  # what was played, in pairs of words
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Paper:
    """Everything on a page."""

    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    command: str  # that makes the same page again
    notes: tuple[str, ...] = ()  # on how to read it, beside what is always said


def page(paper: Paper) -> str:
    """The file, byte for byte the same for the same paper."""
    body = h.body[
        h.a(class_="skip", href="#report")["To the report"],
        h.header(class_="top")[h.div(class_="wrap brand")[logo(), "Kermesse lab"]],
        h.main(id="report", class_="wrap", tabindex="-1")[
            heading(paper),
            contents(paper),
            in_short(paper.chapters),
            [chapter_part(chapter) for chapter in paper.chapters],
            reading_help(paper),
            again(paper),
        ],
        h.footer[h.div(class_="wrap")[f"Kermesse {kermesse.__version__}"]],
    ]
    head = h.head[
        h.meta(charset="utf-8"),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.meta(name="color-scheme", content="light dark"),
        h.meta(name="description", content=paper.lead),
        h.title[f"{paper.title} – Kermesse lab"],
        h.style[Markup(styles())],
    ]
    return f"<!DOCTYPE html>\n{h.html(lang='en')[head, body]}\n"


@cache
def styles() -> str:
    """The palette of the table and the page's own rules; paper is always light."""
    tokens = (resources.files("kermesse.table") / "static/tokens.css").read_text("utf-8")
    own = (resources.files("kermesse.lab") / "page.css").read_text("utf-8")
    return tokens.replace(DARK, DARK.replace("@media", "@media screen and")) + own


@cache
def logo() -> Markup:
    """The tent."""
    drawing = (resources.files("kermesse.table") / "static/favicon.svg").read_text("utf-8")
    return Markup(drawing.replace("<svg ", '<svg aria-hidden="true" ', 1))


# --- the parts of a page ------------------------------------------------------------------------


def heading(paper: Paper) -> Markup:
    """What this is about."""
    return h.div(class_="title")[
        h.h1[paper.title], h.p(class_="lead")[kept_together(paper.lead)], fact_list(paper.facts)
    ]


def fact_list(facts: Iterable[tuple[str, str]]) -> Markup:
    """Pairs of words, each in a plate."""
    plates = [h.div[h.dt[name], h.dd[kept_together(value)]] for name, value in facts]
    return h.dl(class_="facts")[plates]


def contents(paper: Paper) -> Markup:
    """Links to everything."""
    several = len(paper.chapters) > 1
    items = []
    for chapter in paper.chapters:
        if several:
            items.append(h.li(class_="of")[chapter.title])
        items += [
            h.li[h.a(href=f"#{anchor(chapter, section)}")[section.title]]
            for section in chapter.sections
        ]
    if several:
        items.append(h.li(class_="of")["About this report"])
    items.append(h.li[h.a(href="#reading")["How to read it"]])
    items.append(h.li[h.a(href="#again")["Make it again"]])
    return h.nav(class_="contents", aria_label="Contents")[h.ol[items]]


def anchor(chapter: Chapter, section: Section) -> str:
    """The id of a section: unique on the page."""
    return f"{chapter.name}-{section.name}"


def in_short(chapters: Sequence[Chapter]) -> Markup:
    """The warnings and all answers, before anything else."""
    several = len(chapters) > 1
    return h.section(class_="short", aria_labelledby="short")[
        h.h2(id="short")["In short"],
        [(h.h3[chapter.title] if several else None, answers(chapter)) for chapter in chapters],
    ]


def answers(chapter: Chapter) -> Markup:
    """What a designer should look at, and the answer to each question."""
    warnings = [
        h.li[WARNING, h.span[prose(words)]]
        for section in chapter.sections
        for words in section.warnings
        if words != section.answer
    ]
    if not chapter.sections:
        return h.p["These games are too few to tell anything."]
    named = f"What to look at: {chapter.title}"
    pairs = [short_answer(section, anchor(chapter, section)) for section in chapter.sections]
    return h.join(
        h.ul(class_="warnings", aria_label=named)[warnings] if warnings else None, h.dl[pairs]
    )


def short_answer(section: Section, name: str) -> Markup:
    """A question and its answer, with a sign if the answer itself is what to look at."""
    warned = section.answer in section.warnings
    return h.div(class_="warned" if warned else None)[
        h.dt[h.a(href=f"#{name}")[section.question], WARNING if warned else None],
        h.dd[prose(section.answer)],
    ]


def chapter_part(chapter: Chapter) -> Markup:
    """One set of games: what was played, and its questions one by one."""
    return h.section(class_="chapter", id=chapter.name, aria_labelledby=f"{chapter.name}-title")[
        h.h2(id=f"{chapter.name}-title")[chapter.title],
        fact_list(chapter.facts) if chapter.facts else None,
        [section_part(section, anchor(chapter, section)) for section in chapter.sections],
    ]


def section_part(section: Section, name: str) -> Markup:
    """A question, its answer, the pictures with their tables, and what they do not say."""
    behind = [sheet_behind(plot, section.sheets) for plot in section.plots]
    pictures = [
        picture(plot, sheet or sheet_of(plot), f"{name}-{number}")
        for number, (plot, sheet) in enumerate(zip(section.plots, behind, strict=True), 1)
    ]
    others = [sheet for sheet in section.sheets if sheet not in behind]
    remarks = [h.li[prose(words)] for words in section.remarks]
    return h.section(class_="finding", id=name)[
        h.h3[section.title],
        h.p(class_="question")[section.question],
        h.p(class_="answer")[prose(section.answer)],
        h.div(class_="pictures")[pictures] if pictures else None,
        [folded(sheet, sheet.caption) for sheet in others],
        h.ul(class_="remarks")[remarks] if remarks else None,
    ]


def sheet_behind(plot: Plot, sheets: Iterable[Sheet]) -> Sheet | None:
    """The table that an analysis made for a plot: the plot's title begins with its caption."""
    return next((sheet for sheet in sheets if plot.title.startswith(sheet.caption)), None)


def picture(plot: Plot, sheet: Sheet, name: str) -> Markup:
    """A plot with its title, how to read it, and the numbers behind it."""
    signs = kept_together(how_to_read(plot))
    return h.figure(class_="picture")[
        h.figcaption[h.h4[plot.title], h.p(class_="reading")[signs] if signs else None],
        draw(plot, name),
        folded(sheet, "The numbers"),
    ]


def folded(sheet: Sheet, title: str) -> Markup:
    """A table that is laid open when somebody wants it; on paper too, if it is short."""
    return h.details(class_="few" if len(sheet.rows) <= FEW else None)[
        h.summary[title],
        h.div(class_="scroll", tabindex="0", role="group", aria_label=sheet.caption)[table(sheet)],
    ]


def how_to_read(plot: Plot) -> str:
    """What the signs of a plot mean, where that does not go without saying."""
    words = []
    if isinstance(plot, Marks):
        words.append("Lines are 95 % intervals.")
    if isinstance(plot, Curves) and any(line.lows for line in plot.lines.values()):
        words.append("Bands are 95 % intervals.")
    if isinstance(plot, Marks | Curves) and plot.even is not None:
        words.append("Dashed: where nothing is special.")
    if isinstance(plot, Marks) and plot.strong:
        stands = "Full diamonds stand out" if any(plot.strong) else "Nothing stands out"
        words.append(f"{stands} when all rows are judged together.")
    return " ".join(words)


def prose(words: str) -> Markup:
    """A sentence of an analysis; what stands between backquotes is typed."""
    parts = kept_together(words).split("`")
    return h.join(h.code[part] if at % 2 else part for at, part in enumerate(parts))


def reading_help(paper: Paper) -> Markup:
    """What intervals are, and what games of bots say about those of people."""
    said = [h.p[prose(words)] for words in (*INTERVALS, *paper.notes)]
    return h.section(class_="reading-help", id="reading", aria_labelledby="reading-title")[
        h.h2(id="reading-title")["How to read it"], said
    ]


def again(paper: Paper) -> Markup:
    """The command that makes this page, byte for byte."""
    return h.section(class_="again", id="again", aria_labelledby="again-title")[
        h.h2(id="again-title")["Make it again"],
        h.p["The same command with the same version of Kermesse gives the same page:"],
        h.pre[h.code[paper.command]],
    ]
