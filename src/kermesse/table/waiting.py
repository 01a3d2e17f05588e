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
from kermesse.table.live import Live
from kermesse.table.network import Network
from kermesse.table.pages import parts
from kermesse.table.pages.layout import icon
from kermesse.table.panels import do_button, seat_card
from kermesse.table.scene import Scene
from kermesse.table.sitting import GATHERING, PLAYING
from kermesse.table.visitor import Visitor

QUIET_ZONE = 3  # modules of white around a code, without which cameras do not find it


def waiting_room(scene: Scene, live: Live, network: Network) -> Markup:
    """What stands where the board will be, before the match begins."""
    game, say = scene.sitting.game, scene.say
    visitor = Visitor(language=scene.eyes.language)
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
        section(class_="waiting-seats", aria_label=say("Seats"))[sides(scene, live)],
        start(scene, live) if scene.sitting.is_full else None,
        invitation(scene, network),
        None if scene.sitting.is_full else start(scene, live),
        lobby_switch(scene),
        agreed(scene),
    ]


# --- who sits where -----------------------------------------------------------------------------


def sides(scene: Scene, live: Live) -> list[Markup]:
    """All seats; partners stand together, unless seats are drawn by lot later."""
    sitting, say = scene.sitting, scene.say
    everybody = range(sitting.table.seats)
    if sitting.game.seats_by_lot(sitting.options):
        note = p(class_="quiet")[say("The seats are drawn by lot when the match begins.")]
        return [side(scene, live, everybody), note]
    team = sitting.game.teams(sitting.table.seats)
    if len(set(team)) == len(team):
        return [side(scene, live, everybody)]
    return [
        div(class_="side")[
            h3[say("Team {number}", number=number)],
            side(scene, live, [seat for seat in everybody if team[seat] == number]),
        ]
        for number in sorted(set(team))
    ]


def side(scene: Scene, live: Live, seats: Sequence[int]) -> Markup:
    """Some seats."""
    return div(class_="side-seats")[[seat_card(scene, live, seat) for seat in seats]]


# --- starting -----------------------------------------------------------------------------------


def start(scene: Scene, live: Live) -> Markup | None:
    """The button that begins, for those who may."""
    sitting, say = scene.sitting, scene.say
    if not sitting.may_start(scene.eyes.seat, live.present):
        return None
    if sitting.is_full:
        begin = do_button(say("Start"), {"do": "start"}, kind="button primary big")
    else:
        words = say("Fill with bots and start")
        begin = do_button(words, {"do": "start", "fill": True}, kind="button big")
    return div(class_="waiting-start")[begin]


# --- friends ------------------------------------------------------------------------------------


def invite_panel(scene: Scene, network: Network) -> Markup:
    """The same invitation in a dialog, while the match is under way."""
    shown = invitation(scene, network) if scene.sitting.state == PLAYING else None
    return div(id="invite-panel")[shown]


def invitation(scene: Scene, network: Network) -> Markup | None:
    """The link to the table, for the host to pass on, and what it takes to follow it."""
    sitting, say, eyes = scene.sitting, scene.say, scene.eyes
    if not eyes.host or sitting.state not in (GATHERING, PLAYING) or not sitting.free:
        return None
    token = sitting.table.invite
    if token is None:  # a table from the past
        return section(class_="invitation")[
            h2[say("Invite friends")], do_button(say("Make a link"), {"do": "invite"})
        ]
    origins = network.origins(eyes.origin)
    links = [f"{origin}/join/{token}" for origin in origins]
    again = say("The old link will stop working. Make a new one?")
    return section(class_="invitation", aria_labelledby="invite-title")[
        h2(id="invite-title")[say("Invite friends")],
        reachable(scene, links)
        if links
        else unreachable(scene, network, f"{eyes.origin}/join/{token}"),
        div(class_="row")[
            do_button(say("New link"), {"do": "invite"}, ask=again),
            shut(scene, network),
        ],
    ]


def reachable(scene: Scene, links: Sequence[str]) -> Markup:
    """A link that others can follow: as a picture, to copy, to send."""
    say, (link, *others) = scene.say, links
    local = link.startswith("http://")
    return join(
        div(class_="invite-ways")[
            qr_code(link, say("The link as a QR code")),
            div(class_="invite-link")[
                p[say("Anybody who opens this link takes a free seat.")],
                link_field(scene, link),
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


def unreachable(scene: Scene, network: Network, link: str) -> Markup:
    """A link for this machine alone, said so, with a way out where there is one."""
    say = scene.say
    warning = div(class_="message message-bad", role="note")[
        icon("warning"),
        p[say("So far only this machine can open the link.")],
    ]
    if not scene.eyes.operator:
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
            network_form(scene, say("Let friends on this network join"), "true", "button primary"),
            p(class_="quiet small")[
                say(
                    "The server then also listens at {address}, until it ends. What is sent is "
                    "not encrypted: do this on a network that you trust.",
                    address=", ".join(network.addresses),
                )
            ],
        )
    return join(warning, cure, link_field(scene, link))


def shut(scene: Scene, network: Network) -> Markup | None:
    """How to shut the local network out again."""
    if not scene.eyes.operator or not network.is_open:
        return None
    return network_form(scene, scene.say("Only this machine again"), "false", "button small")


def network_form(scene: Scene, words: str, opens: str, kind: str) -> Markup:
    """A form, not a message: only the person at the machine may send it."""
    return form(method="post", action=f"/table/{scene.sitting.table.id}/network")[
        button(class_=kind, name="open", value=opens)[words]
    ]


def link_field(scene: Scene, link: str) -> Markup:
    """A link to be copied, or sent where the device can."""
    say = scene.say
    title = say("{game} with friends", game=scene.sitting.game.title)
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


def lobby_switch(scene: Scene) -> Markup | None:
    """Whether strangers find the table in the lobby."""
    if not scene.eyes.host:
        return None
    say, listed = scene.say, scene.sitting.table.listed
    text = (
        say("Everybody can see this table in the lobby.")
        if listed
        else say("Only people with a link can find this table.")
    )
    label = say("Make it private") if listed else say("Show it in the lobby")
    return p(class_="quiet")[text, " ", do_button(label, {"do": "list", "yes": not listed})]


def agreed(scene: Scene) -> Markup:
    """The options of this table."""
    sitting, say = scene.sitting, scene.say
    game_words = sitting.game.words(scene.eyes.language)
    rows = [
        join(
            dt[sentence_case(game_words(option.meaning))],
            dd[option_value(scene, option.name, sitting.options[option.name])],
        )
        for option in sitting.game.options
        if option.matters(sitting.options, sitting.table.seats)
    ]
    rows.append(join(dt[say("Hints")], dd[say(parts.HINT_WORDS[sitting.terms.hints])]))
    return details(id="agreed")[summary[say("Options of this table")], dl(class_="facts")[rows]]


def option_value(scene: Scene, name: str, value: Value) -> str:
    """An option's value as a person reads it."""
    game = scene.sitting.game
    option = next(option for option in game.options if option.name == name)
    if option.labels:
        return game.words(scene.eyes.language)(option.labels[list(option.allowed).index(value)])
    if isinstance(value, bool):
        return scene.say("yes") if value else scene.say("no")
    return word(value)
