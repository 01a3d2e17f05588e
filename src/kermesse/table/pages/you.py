"""The visitor's own page: name, language, colours, a way back, and a way out."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.html import a, code, details, div, h1, h2, input_, li, p, section, span, ul
from kermesse.core.html import summary_ as summary
from kermesse.core.words import LANGUAGES, mark
from kermesse.table.forms import LONGEST_NAME, PASSPHRASE
from kermesse.table.pages.layout import THEME_WORDS, icon, layout
from kermesse.table.pages.parts import alert, choose, done, field, post, submit, text_input
from kermesse.table.visitor import THEMES, Visitor

SAVED = {
    "name": mark("Your name is saved."),
    "language": mark("Your language is saved."),
    "theme": mark("Your colours are saved."),
    "passphrase": mark("Your passphrase is saved. Note your account number, too."),
    "deleted": mark("Your data is deleted."),
}


def you_page(
    visitor: Visitor, problem: str = "", saved: str = "", wrong: str = "", number: str = ""
) -> Markup:
    """``saved`` is a key of SAVED or `returned`; ``number`` is the account number if not the id."""
    say = visitor.say
    account = number or ("" if visitor.id is None else str(visitor.id))
    return layout(
        visitor,
        say("You"),
        div(class_="wrap narrow stack")[
            h1[say("Hello, {name}", name=visitor.name) if visitor.name else say("You")],
            alert(problem),
            done(saved_words(visitor, saved)),
            name_section(visitor, wrong),
            look_section(visitor),
            passphrase_section(visitor, account, wrong),
            return_section(visitor, wrong),
            delete_section(visitor) if visitor.id is not None else None,
        ],
        current="/you",
    )


def saved_words(visitor: Visitor, saved: str) -> str:
    """What has just been done."""
    say = visitor.say
    if saved == "returned":
        return say("Welcome back, {name}. Your tables are in the lobby.", name=visitor.name)
    return say(SAVED[saved]) if saved in SAVED else saved


def invalid(wrong: str, name: str) -> str | None:
    """The mark of the field that was refused."""
    return "true" if wrong == name else None


def name_section(visitor: Visitor, wrong: str) -> Markup:
    """What others call them."""
    say = visitor.say
    return section(class_="panel", aria_labelledby="name-head")[
        h2(id="name-head")[icon("person"), say("Name")],
        post("/you/name", class_="inline")[
            field(
                say("Your name at the table"),
                text_input(
                    "name",
                    "name",
                    value=visitor.name,
                    maxlength=LONGEST_NAME,
                    required=True,
                    autocomplete="nickname",
                    spellcheck="false",
                    aria_invalid=invalid(wrong, "name"),
                    aria_describedby="name-hint",
                ),
                "name",
                say("Everybody at your tables sees it. It need not be your real name."),
            ),
            submit(say("Save")),
        ],
    ]


def look_section(visitor: Visitor) -> Markup:
    """Language and colours, as in the header."""
    say = visitor.say
    themes = [(theme, say(THEME_WORDS[theme][1])) for theme in THEMES]
    return section(class_="panel", aria_labelledby="look-head")[
        h2(id="look-head")[icon("theme"), say("Language and colours")],
        post("/you/language", class_="inline")[
            input_(type="hidden", name="back", value="/you"),
            field(
                say("Language"),
                choose("language", "language", list(LANGUAGES.items()), visitor.language),
                "language",
            ),
            submit(say("Save"), aria_label=say("Save the language")),
        ],
        post("/you/theme", class_="inline")[
            input_(type="hidden", name="back", value="/you"),
            field(say("Colours"), choose("theme", "theme", themes, visitor.theme), "theme"),
            submit(say("Save"), aria_label=say("Save the colours")),
        ],
    ]


def passphrase_section(visitor: Visitor, account: str, wrong: str) -> Markup:
    """How to be the same person on another device."""
    say = visitor.say
    words = say("New passphrase") if visitor.has_passphrase else say("Passphrase")
    return section(class_="panel", aria_labelledby="pass-head")[
        h2(id="pass-head")[icon("key"), say("Come back from another device")],
        p[
            say("This browser remembers you, other devices do not."),
            " ",
            say("Choose a passphrase, and you can come back from anywhere with it."),
        ],
        account_number(visitor, account),
        post("/you/passphrase", class_="inline")[
            field(
                words,
                text_input(
                    "passphrase",
                    "passphrase",
                    type="password",
                    minlength=PASSPHRASE[0],
                    maxlength=PASSPHRASE[-1],
                    required=True,
                    autocomplete="new-password",
                    aria_invalid=invalid(wrong, "passphrase"),
                    aria_describedby="passphrase-hint",
                ),
                "passphrase",
                say("At least {least} characters; several words are best.", least=PASSPHRASE[0]),
            ),
            submit(say("Save"), aria_label=say("Save the passphrase")),
        ],
    ]


def account_number(visitor: Visitor, account: str) -> Markup | None:
    """The number that goes with the passphrase; without one it opens nothing."""
    if not visitor.has_passphrase or not account:
        return None
    return p(class_="account")[
        span[visitor.say("Your account number")],
        code(id="account-number")[account],
    ]


def return_section(visitor: Visitor, wrong: str) -> Markup:
    """For those who have been here before."""
    say = visitor.say
    return section(class_="panel", aria_labelledby="return-head")[
        details(open=wrong in ("number", "return"))[
            summary[
                h2(id="return-head")[icon("undo"), say("I have been here before")], icon("down")
            ],
            post("/you/return", class_="fields")[
                field(
                    say("Account number"),
                    text_input(
                        "number",
                        "number",
                        inputmode="numeric",
                        maxlength=20,
                        required=True,
                        autocomplete="username",
                        aria_invalid=invalid(wrong, "number"),
                    ),
                    "number",
                ),
                field(
                    say("Passphrase"),
                    text_input(
                        "passphrase",
                        "return-passphrase",
                        type="password",
                        maxlength=PASSPHRASE[-1],
                        required=True,
                        autocomplete="current-password",
                    ),
                    "return-passphrase",
                ),
                submit(say("Come back"), kind="primary"),
            ],
        ]
    ]


def delete_section(visitor: Visitor) -> Markup:
    """The way out, one step away."""
    say = visitor.say
    return section(class_="panel panel-quiet", aria_labelledby="delete-head")[
        h2(id="delete-head")[icon("trash"), say("Delete my data")],
        p[say("Your name, settings and passphrase are deleted. You are asked once more first.")],
        a(class_="button danger", href="/you/delete")[span[say("Delete my data …")]],
    ]


def delete_page(visitor: Visitor) -> Markup:
    """The question before everything goes."""
    say = visitor.say
    return layout(
        visitor,
        say("Delete my data"),
        div(class_="wrap narrow stack")[
            h1[say("Delete your data?")],
            div(class_="panel")[
                h2[say("What is deleted")],
                ul[
                    li[say("your name, your language and your colours")],
                    li[say("your passphrase and your account number")],
                    li[say("what you wrote in the chat")],
                    li[say("your seats: a bot plays on for you")],
                ],
                h2[say("What stays")],
                ul[li[say("the decisions of your matches, without your name")]],
                p[say("This cannot be undone.")],
                post("/you/delete", class_="row")[
                    submit(say("Delete everything"), "trash", "danger", name="sure", value="yes"),
                    a(class_="button", href="/you")[span[say("Keep it")]],
                ],
            ],
        ],
        current="/you/delete",
    )
