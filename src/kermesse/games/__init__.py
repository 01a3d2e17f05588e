"""The games of the house. A game never imports another game."""
