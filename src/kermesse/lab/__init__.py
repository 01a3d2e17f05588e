"""The lab: what many games say about a game's design."""
