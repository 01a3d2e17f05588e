"""Before the match: which game it is, who sits where, who may start, and how friends come in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import segno
from markupsafe import Markup

from kermesse.core.html import (
    a,
    button,
    code,
    dd,
    details,
    div,
    dl,
    dt,
    form,
    h2,
    h3,
    input_,
    join,
    li,
    p,
    section,
    span,
    summary,
    ul,
)
from kermesse.core.options import Value, word
from kermesse.core.words import sentence_case
from kermesse.table.network import Network
from kermesse.table.pages import parts
from kermesse.table.pages.layout import icon
from kermesse.table.state.log_events import GATHERING, PLAYING
from kermesse.table.views.screen import Screen
from kermesse.table.views.seat_cards import do_button, seat_card
from kermesse.table.visitor import Visitor

NO_INVITATION = div(id="invite-panel")[""]
QUIET_ZONE = 3  # modules of white around a code, without which cameras do not find it


def waiting_room(screen: Screen, network: Network) -> Markup:
    """What stands where the board will be, before the match begins."""
    game, say = screen.state.game, screen.say
    visitor = Visitor(language=screen.audience.language)
    return div(id="board", class_="waiting-room")[
        section(class_="waiting-game")[
            parts.cover(game),
            div(class_="waiting-words")[
                h2[game.title],
                parts.fact_list(visitor, game),
                p[parts.summary(visitor, game)],
                p[
                    a(class_="more", href=f"/rules/{game.name}", data_rule="", target="_blank")[
                        icon("rules"), say("Read the rules")
                    ]
                ],
            ],
        ],
        section(class_="waiting-seats", aria_label=say("Seats"))[sides(screen)],
        start(screen) if screen.state.is_full else None,
        invitation(screen, network),
        None if screen.state.is_full else start(screen),
        lobby_switch(screen),
        agreed(screen),
    ]


# --- who sits where -----------------------------------------------------------------------------


def sides(screen: Screen) -> list[Markup]:
    """All seats; partners stand together, unless seats are drawn by lot later."""
    state, say = screen.state, screen.say
    everybody = range(state.table.seats)
    if state.game.seats_by_lot(state.options):
        note = p(class_="quiet")[say("The seats are drawn by lot when the match begins.")]
        return [side(screen, everybody), note]
    team = state.game.teams(state.table.seats)
    if len(set(team)) == len(team):
        return [side(screen, everybody)]
    return [
        div(class_="side")[
            h3[say("Team {number}", number=number)],
            side(screen, [seat for seat in everybody if team[seat] == number]),
        ]
        for number in sorted(set(team))
    ]


def side(screen: Screen, seats: Sequence[int]) -> Markup:
    """Some seats."""
    return div(class_="side-seats")[[seat_card(screen, seat) for seat in seats]]


# --- starting -----------------------------------------------------------------------------------


def start(screen: Screen) -> Markup | None:
    """The button that begins, for those who may."""
    state, say = screen.state, screen.say
    if not state.may_start(screen.audience.seat, screen.facts.present):
        return None
    if state.is_full:
        begin = do_button(say("Start"), {"do": "start"}, kind="button primary big")
    else:
        words = say("Fill with bots and start")
        begin = do_button(words, {"do": "start", "fill": True}, kind="button big")
    return div(class_="waiting-start")[begin]


# --- friends ------------------------------------------------------------------------------------


def invite_panel(screen: Screen, network: Network) -> Markup:
    """The same invitation in a dialog, while the match is under way."""
    shown = invitation(screen, network) if screen.state.status == PLAYING else None
    return NO_INVITATION if shown is None else div(id="invite-panel")[shown]


def invitation(screen: Screen, network: Network) -> Markup | None:
    """The link to the table, for the host to pass on, and what it takes to follow it."""
    state, say, audience = screen.state, screen.say, screen.audience
    if not audience.host or state.status not in (GATHERING, PLAYING) or not state.free:
        return None
    token = state.table.invite
    if token is None:  # a table from the past
        return section(class_="invitation")[
            h2[say("Invite friends")], do_button(say("Make a link"), {"do": "invite"})
        ]
    origins = network.origins(audience.origin)
    links = [f"{origin}/join/{token}" for origin in origins]
    again = say("The old link will stop working. Make a new one?")
    return section(class_="invitation", aria_labelledby="invite-title")[
        h2(id="invite-title")[say("Invite friends")],
        reachable(screen, links)
        if links
        else unreachable(screen, network, f"{audience.origin}/join/{token}"),
        div(class_="row")[
            do_button(say("New link"), {"do": "invite"}, ask=again),
            shut(screen, network),
        ],
    ]


def reachable(screen: Screen, links: Sequence[str]) -> Markup:
    """A link that others can follow: as a picture, to copy, to send."""
    say, (link, *others) = screen.say, links
    local = link.startswith("http://")
    return join(
        div(class_="invite-ways")[
            qr_code(link, say("The link as a QR code")),
            div(class_="invite-link")[
                p[say("Anybody who opens this link takes a free seat.")],
                link_field(screen, link),
                local
                and p(class_="quiet small")[
                    say(
                        "It opens on the same network (Wi-Fi) as this server. What is sent is not "
                        "encrypted: play on a network that you trust."
                    )
                ],
            ],
        ],
        others
        and details(class_="quiet small")[
            summary[say("Does it not open? Other addresses of the server")],
            ul[[li[code[other]] for other in others]],
        ],
    )


def unreachable(screen: Screen, network: Network, link: str) -> Markup:
    """A link for this machine alone, said so, with a way out where there is one."""
    say = screen.say
    warning = div(class_="message message-bad", role="note")[
        icon("warning"),
        p[say("So far only this machine can open the link.")],
    ]
    if not screen.audience.operator:
        cure: Markup = p(class_="quiet")[
            say(
                "The operator of this server can let others in by starting it with "
                "“kermesse serve --lan”."
            ),
        ]
    elif not network.addresses:
        cure = p(class_="quiet")[
            say("This machine is not on a local network now. Connect it, then reload this page.")
        ]
    else:
        cure = join(
            network_form(screen, say("Let friends on this network join"), "true", "button primary"),
            p(class_="quiet small")[
                say(
                    "The server then also listens at {address}, until it ends. What is sent is "
                    "not encrypted: do this on a network that you trust.",
                    address=", ".join(network.addresses),
                )
            ],
        )
    return join(warning, cure, link_field(screen, link))


def shut(screen: Screen, network: Network) -> Markup | None:
    """How to shut the local network out again."""
    if not screen.audience.operator or not network.is_open:
        return None
    return network_form(screen, screen.say("Only this machine again"), "false", "button small")


def network_form(screen: Screen, words: str, opens: str, kind: str) -> Markup:
    """A form, not a message: only the person at the machine may send it."""
    return form(method="post", action=f"/table/{screen.state.table.id}/network")[
        button(class_=kind, name="open", value=opens)[words]
    ]


def link_field(screen: Screen, link: str) -> Markup:
    """A link to be copied, or sent where the device can."""
    say = screen.say
    title = say("{game} with friends", game=screen.state.game.title)
    return div(class_="link-field")[
        input_(
            class_="link",
            id="invite-link",
            readonly=True,
            value=link,
            aria_label=say("Link to this table"),
        ),
        button(type="button", class_="button primary", data_copy=link, data_copied=say("Copied"))[
            icon("copy"), span[say("Copy the link")]
        ],
        button(type="button", class_="button", data_share=link, data_title=title)[
            icon("invite"), span[say("Share")]
        ],
    ]


@lru_cache(maxsize=256)
def qr_code(link: str, words: str) -> Markup:
    """A link for cameras: dark on white in any theme, since many see nothing else."""
    picture = segno.make(link, error="m", micro=False).svg_inline(
        border=QUIET_ZONE, omitsize=True, light="#fff", dark="#000", svgclass=None, lineclass=None
    )
    return span(class_="qr", role="img", aria_label=words)[Markup(picture)]


# --- the terms ----------------------------------------------------------------------------------


def lobby_switch(screen: Screen) -> Markup | None:
    """Whether strangers find the table in the lobby."""
    if not screen.audience.host:
        return None
    say, listed = screen.say, screen.state.table.listed
    text = (
        say("Everybody can see this table in the lobby.")
        if listed
        else say("Only people with a link can find this table.")
    )
    label = say("Make it private") if listed else say("Show it in the lobby")
    return p(class_="quiet")[text, " ", do_button(label, {"do": "list", "yes": not listed})]


def agreed(screen: Screen) -> Markup:
    """The options of this table."""
    state, say = screen.state, screen.say
    game_words = state.game.words(screen.audience.language)
    rows = [
        join(
            dt[sentence_case(game_words(option.meaning))],
            dd[option_value(screen, option.name, state.options[option.name])],
        )
        for option in state.game.options
        if option.matters(state.options, state.table.seats)
    ]
    rows.append(join(dt[say("Hints")], dd[say(parts.HINT_WORDS[state.terms.hints])]))
    return details(id="agreed")[summary[say("Options of this table")], dl(class_="facts")[rows]]


def option_value(screen: Screen, name: str, value: Value) -> str:
    """An option's value as a person reads it."""
    game = screen.state.game
    option = next(option for option in game.options if option.name == name)
    if option.labels:
        return game.words(screen.audience.language)(
            option.labels[list(option.allowed).index(value)]
        )
    if isinstance(value, bool):
        return screen.say("yes") if value else screen.say("no")
    return word(value)
