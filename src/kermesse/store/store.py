"""The store: everything that is kept, behind one class.

Methods that write return a `concurrent.futures.Future`, which resolves once the change is on disk;
they never raise. Methods that read are short and return at once.
"""

from __future__ import annotations

from kermesse.store.chat import Chat
from kermesse.store.event_log import EventLog
from kermesse.store.maintenance import Maintenance
from kermesse.store.people import People
from kermesse.store.tables import TableStore


class Store(People, TableStore, EventLog, Chat, Maintenance):
    """Matches, people and what belongs to them, in one file of one folder."""
