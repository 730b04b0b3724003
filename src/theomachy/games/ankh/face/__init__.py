"""How the game shows itself: words, nouns and places, terminal drawing, public settings."""
