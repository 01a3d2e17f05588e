"""Matches kept: SQLite, written before anything is shown."""
