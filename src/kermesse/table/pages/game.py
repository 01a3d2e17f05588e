"""A game's page: what it is, Play now, Invite friends, and the options of a new table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import (
    Child,
    a,
    details,
    div,
    fieldset,
    h1,
    h2,
    input_,
    label,
    legend,
    optgroup,
    p,
    section,
    span,
    summary_,
)
from kermesse.core.options import Option, Value, word
from kermesse.core.words import Words, mark, sentence_case
from kermesse.table.forms import (
    BOT_AT,
    DECISION_SECONDS,
    HINTS,
    OPTION,
    TOTAL_MINUTES,
    USUAL_MINUTES,
    USUAL_SECONDS,
    usual_bot,
)
from kermesse.table.levels import bot_line
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.lesson import first_form
from kermesse.table.pages.parts import (
    HINT_WORDS,
    alert,
    book,
    choose,
    cover,
    fact_list,
    field,
    number_of_players,
    options_of,
    people,
    post,
    submit,
    summary,
    text_input,
    tick,
)
from kermesse.table.pages.rules import variant_note
from kermesse.table.state.terms import ALONE
from kermesse.table.visitor import Visitor
from kermesse.teach.first_match import first_match
from kermesse.teach.lesson import lessons
from kermesse.teach.page import how_to

CLOCK_WORDS = {
    "none": mark("No clock"),
    "decision": mark("Seconds for each decision"),
    "total": mark("Minutes in total for each seat"),
}


def game_page(
    visitor: Visitor,
    game: Game,
    bots: Sequence[str],
    chosen: Mapping[str, str] | None = None,
    problem: str = "",
    search_in: int = 0,
    wrong: str = "",
) -> Markup:
    """``chosen`` are the fields of a form that was refused, ``wrong`` the one to blame.

    Bots that search can do so in ``search_in`` seconds.
    """
    say = visitor.say
    form = chosen or {}
    path = f"/games/{game.name}"
    return layout(
        visitor,
        game.title,
        div(class_="wrap game-page")[
            div(class_="game-cover")[cover(game)],
            div(class_="game-words")[
                h1[game.title],
                fact_list(visitor, game),
                p(class_="lead")[summary(visitor, game)],
            ],
            div(class_="game-side")[
                post(path + "/play", class_="new-table panel", id="new-table")[
                    h2[say("New table")],
                    refusal(visitor, game, problem, wrong),
                    searching_later(search_in, say) if search_in else None,
                    start(game, bots, form, path, say),
                    more(visitor, game, bots, form, wrong),
                ],
                learning(game, say),
            ],
            div(class_="game-more")[
                variant_note(book(game, visitor.language)) if game.variant else None,
                p[
                    a(class_="more", href=f"/rules/{game.name}")[
                        icon("rules"), say("Read the rules")
                    ]
                ],
                p(class_="quiet small")[people(game, visitor.language)],
            ],
        ],
        current=path,
    )


def learning(game: Game, say: Words) -> Markup | None:
    """Ways to learn the game, as far as it has any."""
    first = next(iter(lessons(game)), "")
    doors = [
        (first, f"/learn/{game.name}/{first}", "play", say("Learn it at the board")),
        (how_to(game), f"/games/{game.name}/how", "info", say("How to play on one page")),
    ]
    links = [
        p[a(class_="more", href=path)[icon(picture), words]]
        for has, path, picture, words in doors
        if has
    ]
    if not links:
        return None
    return section(class_="panel game-learn", aria_labelledby="learn-head")[
        h2(id="learn-head")[say("New to the game?")],
        links,
        first_form(game, say) if first_match(game) else None,
    ]


def refusal(visitor: Visitor, game: Game, problem: str, wrong: str) -> Markup | None:
    """Why the last try was refused, with a way to the option that is to blame."""
    for option in game.options:
        if problem and wrong == OPTION + option.name:
            words = sentence_case(visitor.speaks(game)(option.meaning))
            return alert([a(href=f"#{wrong}")[words], ": ", problem])
    return alert(problem)


def searching_later(seconds: int, say: Words) -> Markup:
    """On a fresh installation, bots that search have to wait a little."""
    return p(class_="message", role="status")[
        icon("clock"),
        span[
            say(
                "You can play at once. Strong bots join in about {seconds} seconds.",
                seconds=seconds,
            )
        ],
    ]


def start(
    game: Game, bots: Sequence[str], form: Mapping[str, str], path: str, say: Words
) -> Markup:
    """The two ways to begin; the same fields serve both."""
    levels = [(name, bot_line(name, say)) for name in bots]
    company = [seats for seats in game.seats_for() if seats > 1]
    with_others = [
        p(class_="hint")[say("At once, with bots in all other seats.")],
        submit(say("Invite friends"), "invite", "big", formaction=path + "/invite"),
        p(class_="hint")[say("You get a link to send; bots can fill the rest.")],
    ]
    whose = field(
        say("Bots play as"),
        choose("bot", "bot", levels, form.get("bot") or usual_bot(bots)),
        "bot",
    )
    return div(class_="start")[
        seat_count(game, form, say),
        only_for(company, game, form, whose),
        div(class_="start-buttons")[
            submit(say("Play now"), "play", "primary big", formaction=path + "/play"),
            only_for(company, game, form, with_others, class_="start-buttons"),
        ],
    ]


# --- what depends on the number of seats ----------------------------------------------------------


def wanted_seats(game: Game, form: Mapping[str, str]) -> int:
    """The number of seats that is chosen when the page opens."""
    offered = game.seats_for()
    numbers = [seats for seats in offered if str(seats) == form.get("seats")]
    return numbers[0] if numbers else game.checked_seats(None)


def only_for(
    seats: Sequence[int],
    game: Game,
    form: Mapping[str, str],
    content: Child,
    given: tuple[str, str] | None = None,
    now: bool = True,
    **attributes: object,
) -> Child:
    """Something that is shown for some numbers of seats, or beside some other choice.

    The page's script follows what is chosen; without scripts everything is shown.
    """
    offered = game.seats_for()
    some = [number for number in offered if number in seats]
    if not some:
        return None
    if len(some) == len(offered) and given is None:
        return div(**attributes)[content] if attributes else content
    return div(
        data_seats=" ".join(map(str, some)) if len(some) < len(offered) else None,
        data_given="=".join(given) if given else None,
        hidden=not now or wanted_seats(game, form) not in some,
        **attributes,
    )[content]


def seat_count(game: Game, form: Mapping[str, str], say: Words) -> Markup | None:
    """How many seats, where there is a choice."""
    offered, picked = game.seats_for(), wanted_seats(game, form)
    if len(offered) == 1:
        return None
    return fieldset(class_="segments")[
        legend[say("Seats")],
        [
            label(class_="segment")[
                input_(type="radio", name="seats", value=seats, checked=seats == picked),
                span[seats],
            ]
            for seats in offered
        ],
    ]


def more(
    visitor: Visitor, game: Game, bots: Sequence[str], form: Mapping[str, str], wrong: str
) -> Markup:
    """Everything that most people leave as it is."""
    say = visitor.say
    return details(class_="options", open=bool(wrong))[
        summary_[icon("settings"), span[say("Options")], icon("down")],
        section(class_="option-group")[
            h2[say("Rules of this table")],
            [option_field(visitor, game, option, form, wrong) for option in game.options],
        ]
        if game.options
        else None,
        bots_by_seat(game, bots, form, say),
        clock(form, wrong, say),
        section(class_="option-group")[
            h2[say("Company")],
            field(
                say("Hints from a strong bot"),
                choose(
                    "hints",
                    "hints",
                    [(when, say(HINT_WORDS[when])) for when in HINTS],
                    form.get("hints") or ALONE,
                ),
                "hints",
            ),
            tick(
                "listed",
                "listed",
                say("Show this table in the lobby"),
                form.get("listed") == "true",
                say(
                    "Anybody may then sit down or watch. Otherwise only people with a link come in."
                ),
            ),
            tick("chat", "chat", say("Chat at the table"), form.get("chat", "true") == "true"),
        ],
    ]


def bots_by_seat(game: Game, bots: Sequence[str], form: Mapping[str, str], say: Words) -> Child:
    """A bot for each seat, where there is more than one to choose for."""
    offered = game.seats_for()
    choices = [("", say("As above")), *((name, bot_line(name, say)) for name in bots)]

    def at(seat: int) -> Child:
        name = f"{BOT_AT}{seat}"
        control = choose(name, name, choices, form.get(name, ""))
        sits = [seats for seats in offered if seats > seat]
        return only_for(sits, game, form, field(say("Seat {number}", number=seat), control, name))

    group = fieldset(class_="option-group bots-by-seat")[
        legend[say("Bots seat by seat")], [at(seat) for seat in range(1, offered[-1])]
    ]
    return only_for([seats for seats in offered if seats > 2], game, form, group)


def option_field(
    visitor: Visitor, game: Game, option: Option, form: Mapping[str, str], wrong: str
) -> Child:
    """One line of the game's option table as a control, if it ever matters here."""
    own = visitor.speaks(game)
    name = OPTION + option.name
    now = form.get(name) or word(option.default)
    words = sentence_case(own(option.meaning))
    hint = rule_link(game, option.rule, visitor.say)
    control: Child
    if option.allowed in ((False, True), (True, False)):
        control = tick(name, name, words, now == "true", hint)
    elif isinstance(option.allowed, range) and not option.labels:
        control = field(words, number(name, option.allowed, now, wrong), name, hint)
    else:
        general, groups = labelled(game, option, own, visitor.say, now)
        control = field(words, choose(name, name, general, now, groups), name, hint)
    seats = option.seats if option.seats is not None else game.seats_for()
    if option.given is None:
        return only_for(seats, game, form, control)
    other, value = OPTION + option.given[0], word(option.given[1])
    usual = next(word(o.default) for o in game.options if o.name == option.given[0])
    matters = (form.get(other) or usual) == value
    return only_for(seats, game, form, control, (other, value), matters)


def labelled(
    game: Game, option: Option, own: Words, say: Words, now: str
) -> tuple[list[tuple[str, str]], list[Child]]:
    """The values of an option in words; those for some numbers of seats only are in groups."""
    values: Sequence[Value] = option.allowed
    labels = option.labels or tuple(
        sentence_case(word(value).replace("_", " ")) for value in values
    )
    offered = game.seats_for()
    general: list[tuple[str, str]] = []
    special: dict[tuple[int, ...], list[tuple[str, str]]] = {}
    for value, words in zip(values, labels, strict=True):
        line = (word(value), sentence_case(own(words)))
        seats = tuple(n for n in game.seats_for({option.name: value}) if n in offered)
        if seats == offered:
            general.append(line)
        elif seats:
            special.setdefault(seats, []).append(line)
    groups: list[Child] = [
        optgroup(
            label=sentence_case(number_of_players(seats, say)), data_seats=" ".join(map(str, seats))
        )[options_of(lines, now)]
        for seats, lines in special.items()
    ]
    return general, groups


def number(name: str, allowed: range, now: str, wrong: str) -> Child:
    """A whole number within bounds."""
    return text_input(
        name,
        name,
        type="number",
        inputmode="numeric",
        min=allowed[0],
        max=allowed[-1],
        step=allowed.step,
        value=now,
        required=True,
        aria_invalid="true" if wrong == name else None,
        aria_describedby=f"{name}-hint",
    )


def rule_link(game: Game, rule: str, say: Words) -> Markup:
    """Where the rulebook speaks of it."""
    return a(href=f"/rules/{game.name}#rule-{rule}")[say("Rule {rule}", rule=rule)]


def clock(form: Mapping[str, str], wrong: str, say: Words) -> Markup:
    """Time to think, and what happens when it is over."""
    picked = form.get("clock") or "none"
    seconds = form.get("decision_seconds") or str(USUAL_SECONDS)
    minutes = form.get("total_minutes") or str(USUAL_MINUTES)
    amounts = {
        "none": None,
        "decision": number("decision_seconds", DECISION_SECONDS, seconds, wrong),
        "total": number("total_minutes", TOTAL_MINUTES, minutes, wrong),
    }
    amount_names = {"none": "", "decision": "decision_seconds", "total": "total_minutes"}
    return fieldset(class_="option-group clock", aria_describedby="clock-hint")[
        legend[say("Clock")],
        [
            div(class_="clock-line")[
                input_(
                    type="radio",
                    name="clock",
                    id=f"clock-{kind}",
                    value=kind,
                    checked=kind == picked,
                ),
                label(for_=f"clock-{kind}")[say(words)],
                amount(amount_names[kind], amounts[kind], say(words)),
            ]
            for kind, words in CLOCK_WORDS.items()
        ],
        p(class_="hint", id="clock-hint")[
            say(
                "When time is up, a bot takes that decision. The seat stays yours: touch the "
                "table, and you decide again."
            )
        ],
    ]


def amount(name: str, control: Child, words: str) -> Markup | None:
    """The number that belongs to a kind of clock."""
    if not name:
        return None
    return span(class_="clock-amount")[
        label(for_=name, class_="unseen")[words],
        control,
        span(class_="unseen", id=f"{name}-hint")[words],
    ]
