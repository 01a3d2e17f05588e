"""Teaching a game at its own board: lessons, the page on how to play, the first match.

All of it is data in a game's room `lessons/`, and `kermesse.teach.check` proves it by the engine.
"""
