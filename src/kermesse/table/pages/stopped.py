"""What stands in place of the board where a match cannot go on."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.html import a, code, div, p, span
from kermesse.table.pages.layout import icon
from kermesse.table.pages.parts import post, submit
from kermesse.table.refusals import DAMAGED, EDITION, SENTENCES
from kermesse.table.scene import Scene
from kermesse.table.stopped import may_have_file


def stopped_board(scene: Scene) -> Markup:
    """Why there is no board, and what can be done about it."""
    say, trouble = scene.say, scene.sitting.trouble
    if not trouble:
        return div(id="board", class_="stopped")[p[say("This table was closed.")]]
    return div(id="board", class_="stopped")[
        p[say(SENTENCES[trouble])],
        p[say("Tell the operator of this server the number of the table:"), " ", code[scene.id]]
        if trouble == DAMAGED
        else None,
        match_file(scene) if trouble == EDITION else None,
    ]


def match_file(scene: Scene) -> Markup | None:
    """The decisions as a file, for those who may have it; else what they can do to get it."""
    sitting, seat, say = scene.sitting, scene.eyes.seat, scene.say
    if may_have_file(sitting, seat):
        return p[
            a(class_="button", href=f"/replay/{scene.id}/file", download=True)[
                icon("download"), span[say("Download the match file")]
            ]
        ]
    if seat < 0:
        return None
    return p[
        say("All players together can have the match file, which opens all hands."),
        post(f"/replay/{scene.id}/agree")[submit(say("Show all hands to the players"), "eye")]
        if sitting.seats[seat].person_id not in sitting.agreed
        else None,
    ]
