"""The store: everything that is kept, behind one class.

Methods that write answer with a `concurrent.futures.Future`, resolved once the change is on the
disk; they never raise themselves. Methods that read are short and answer at once.
"""

from __future__ import annotations

from kermesse.store.care import Care
from kermesse.store.log import Log
from kermesse.store.people import People
from kermesse.store.tables import Tables
from kermesse.store.talk import Talk


class Store(People, Tables, Log, Talk, Care):
    """Matches, people and what belongs to them, in one file of one folder."""
