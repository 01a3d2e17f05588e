"""How strong the levels are, game by game: measured, written down, and shown."""
