"""What people ask of a table: state and message in, events out. Nothing here is written or sent."""

from __future__ import annotations

from kermesse.table import messages
from kermesse.table.commands import chat, decisions, new_tables, other, seats, undo
from kermesse.table.commands.change import Command

COMMANDS: dict[type, Command] = {
    messages.Act: decisions.act,
    messages.Hint: other.hint,
    messages.Here: seats.here,
    messages.Undo: undo.undo,
    messages.Consent: undo.consent,
    messages.Say: chat.say,
    messages.Sit: seats.sit,
    messages.Leave: seats.leave,
    messages.Start: seats.start,
    messages.Bot: seats.seat_bot,
    messages.Open: seats.free,
    messages.Invite: seats.invite,
    messages.Kick: seats.kick,
    messages.Mute: seats.mute,
    messages.List: seats.show_in_lobby,
    messages.Rematch: new_tables.rematch,
}
