"""Languages: every sentence is offered for translation, and every one is translated."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any, cast

import httpx
import pytest
from babel.messages.catalog import Message
from tools.words import catalogue, missing, packages, said

import kermesse
from kermesse.core import words as core_words
from kermesse.core.words import LANGUAGES, Words, words
from kermesse.store import Store
from kermesse.table import messages
from kermesse.table.app import make_app
from kermesse.table.limits import Limits
from kermesse.table.live import worker
from kermesse.table.live.table import LiveTable
from kermesse.table.live.worker import Worker
from kermesse.table.state.picks import tree

OTHERS = [language for language in LANGUAGES if language != "en"]
PACKAGES = packages()
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-tip", "data-ask", "data-copied",
          "data-lost", "data-back", "data-stopped", "data-your-turn")  # fmt: skip
GAMES = [kermesse.game(name) for name in kermesse.game_names()]
TITLES = "|".join(re.escape(game.title) for game in GAMES)
OWN_NAMES = re.compile(
    rf"\b({TITLES}|Kermesse|English|Français|Português|EN|FR|PT|[A-Z]{{2}}-T?\d+|[0-9a-z]{{24}})\b"
)
BOOKS = " ".join(game.rulebook("en").text for game in GAMES).lower()  # translated as a whole
RULEBOOKS = BOOKS + " ".join(BOOKS.split())  # as they are, and with their lines joined


def ids(message: Message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


def texts(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_sentence_is_translated(package: Path, language: str) -> None:
    lacking = [ids(message)[0] for message in missing(package, language)]
    assert not lacking, f"`make words`, then fill in {package.name}/locale/{language}.po: {lacking}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_no_translation_is_left_over(package: Path, language: str) -> None:
    known = {ids(message)[0] for message in said(package)}
    stale = [ids(m)[0] for m in catalogue(package, language) if m.id and ids(m)[0] not in known]
    assert not stale, "`make words` removes them"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_translations_have_the_same_gaps(package: Path, language: str) -> None:
    """As many as in English, except for a number that a language says in words."""
    known = set().union(*(gaps(sentence) for m in said(package) if m.id for sentence in ids(m)))
    for message in catalogue(package, language):
        if message.id:
            wanted = set().union(*(gaps(sentence) for sentence in ids(message)))
            for text in texts(message):
                assert gaps(text) <= known, ids(message)[0]
                assert len(gaps(text) | {"n"}) == len(wanted | {"n"}), ids(message)[0]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_french_signs_stay_with_the_word_before_them(package: Path) -> None:
    """Before `: ! ? ;` stands a space at which no line is broken."""
    for message in catalogue(package, "fr"):
        for text in texts(message) if message.id else ():
            assert not re.search(r"(?<!\N{NO-BREAK SPACE})[:;!?](?!\S)", text), text


EUROPEAN = re.compile(  # Portuguese as it is not spoken here: ours is Brazilian throughout
    r"\b(?:"
    r"(?i:tu|te|ti|contigo|teus?|tuas?|vossos?|vossas?|convosco|connosco"
    r"|és|estás|vais|tens|podes|deves|queres|sabes|vês|fazes|perdes|recebes|escolhes|decides"
    r"|colocas|ficas|indicas|jogas|paras"
    r"|est(?:ou|á|ão|ava|avam) a (?:\w+[aei]r|pôr)"
    r"|rondas?|equipas?|ecrãs?|ficheiros?|utilizador(?:es)?|telemóve(?:l|is)|palavras?-passe"
    r"|partilh\w+|registos?|factos?|contactos?|secç(?:ão|ões)|acç(?:ão|ões)|desportos?|premir"
    r"|em baixo|lado nenhum|por omissão|corrida ao ouro"
    r"|\w*[éó][mn][aeiou]\w*)"  # bónus, autómato, género: bônus, autômato, gênero
    r"|(?:Escolhe|Junta|Coloca|Põe|Roda|Recruta|Larga|Leva|Toca|Tira|Pega|Usa|Dá|Descarta|Espera)"
    r")\b"  # at the head of a sentence: orders to “tu” (elsewhere: somebody does so)
)


def european(text: str) -> list[str]:
    return EUROPEAN.findall(" ".join(text.split()))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_portuguese_is_brazilian_throughout(package: Path) -> None:
    said = [text for m in catalogue(package, "pt") if m.id for text in texts(m)]
    books = [book.read_text(encoding="utf-8") for book in package.glob("rulebook/pt.md")]
    assert not [found for text in said + books for found in european(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Escolhe uma parcela para o teu Ranchero.", ["Escolhe", "teu"]),
        ("Os outros estão a escolher…", ["estão a escolher"]),
        ("O autómato recebe a peça de bónus na ronda 3.", ["autómato", "bónus", "ronda"]),
        ("Bo escolhe a parcela. Também a carta está à esquerda, e nós temos o tema.", []),
        ("{name} está a uma casa da equipe adversária: coloque-a embaixo.", []),
    ],
)
def test_the_other_portuguese_is_recognised(text: str, found: list[str]) -> None:
    assert european(text) == found


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(core_words.KermesseError, match="no language 'de'"):
        words("kermesse.table", "de")


# --- a language in which everything that was translated can be seen -----------------------------


class Bracketed:
    """A catalogue that puts brackets around every sentence."""

    def gettext(self, sentence: str) -> str:
        return f"⟦{sentence}⟧"

    def ngettext(self, one: str, several: str, n: int) -> str:
        return f"⟦{one if n == 1 else several}⟧"


class Reader(HTMLParser):
    """Collects what a person reads or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._deaf = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in SPOKEN and value]
        if tag in ("code", "style", "script", "pre") or dict(attrs).get("class") == "commitment":
            self._deaf += 1
            self._silent = tag

    def handle_endtag(self, tag: str) -> None:
        if self._deaf and tag == self._silent:
            self._deaf -= 1

    def handle_data(self, data: str) -> None:
        if not self._deaf and data.strip():
            self.found.append(data)


def outside(text: str) -> str:
    """What stands outside all brackets."""
    depth, kept = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        if depth == 0 and sign != "⟧":
            kept.append(sign)
    return OWN_NAMES.sub("", "".join(kept))


def untranslated(page: str) -> list[str]:
    reader = Reader()
    reader.feed(page)
    bare = [text for text in reader.found if re.search(r"[^\W\d_]{2,}", outside(text))]
    return [text for text in bare if text.strip().lower() not in RULEBOOKS]


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Words("en", Bracketed())  # type: ignore[arg-type]
    monkeypatch.setattr(core_words, "_words", lambda package, language: made)
    monkeypatch.setitem(worker._games, "muvuca", kermesse.game("muvuca"))


@pytest.mark.usefixtures("bracketed")
def test_the_reader_notices_what_was_never_offered() -> None:
    assert untranslated("<p>⟦Hello ⟦Ana⟧⟧ 3</p><p aria-label='plain'>⟦x⟧</p><p>bare</p>") == [
        "plain",
        "bare",
    ]


@pytest.mark.usefixtures("bracketed")
def test_everything_that_people_read_was_offered_for_translation(tmp_path: Path) -> None:
    bare = asyncio.run(visit_everything(tmp_path))
    assert not bare


class Here:
    """Does in this process what a worker does beside the server."""

    async def run(self, is_wanted: object, function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    def close(self) -> None:
        pass


async def visit_everything(folder: Path) -> dict[str, list[str]]:
    """Play a short match and look at every page; what was not translated, by page."""
    limits = Limits(bot_pause_ms=0)
    app = make_app(Store(folder), limits, admin_token="a" * 20)
    tables = app.state.tables
    tables.services.worker = cast(Worker, Here())  # another process knows nothing of the brackets
    await tables.start()
    bare: dict[str, list[str]] = {}
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 5))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:

            async def look(path: str) -> None:
                page = await browser.get(path, follow_redirects=True)
                bare[path] = untranslated(page.text)

            await browser.post("/you/name", data={"name": "⟦Ana⟧"})
            quick = {"option-rounds_to_win": "1", "option-end_lines": "1"}
            played = (await browser.post("/games/muvuca/play", data=quick)).headers["location"]
            waiting = (await browser.post("/games/muvuca/invite", data={})).headers["location"]
            live = await tables.find(played.rpartition("/")[2])
            await asyncio.wait_for(live.ready.wait(), 60)
            await look(played)
            await finish(live)
            guest = await tables.find(waiting.rpartition("/")[2])
            link = guest.state.table.invite
            await browser.post("/admin/login", data={"password": "a" * 20})
            for path in (
                *("/", "/about", "/you", "/you/delete", "/replay", "/games/muvuca", "/nowhere"),
                *(played, waiting, f"/join/{link}", "/join/nothing", "/admin"),
                f"/replay/{played.rpartition('/')[2]}?at=3&as=0",
            ):
                await look(path)
    finally:
        await tables.close()
    return {path: found for path, found in bare.items() if found}


async def finish(live: LiveTable) -> None:
    """Play the person's seat until the match is over."""
    match = live.state.match
    assert match is not None
    person = live.services.store.person(live.state.people[0])
    turn = 0
    while live.state.status == "playing":
        assert live.state.match is not None
        options = tree(live.state.match.frames[-1], 0)
        if options:
            card, pushes = next(iter(options.items()))
            path = [card, next(iter(pushes))]
            turn += 1
            act = messages.Act(id=f"t{turn}", at=live.state.moment(0), path=path)
            await live.obey(person, act)
        await asyncio.sleep(0.001)
