"""The lab: many games, and what they tell about a game's design."""
