"""Our bots beside OpenSpiel's: the same games, the same deals, a tenth of the time."""
