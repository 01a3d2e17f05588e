"""The web table: lobby, tables, replays, in the browser."""
