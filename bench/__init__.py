"""How fast the engine is: against C, against other engines, at start-up, on a GPU."""
