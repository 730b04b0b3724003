"""Pharaoh, the expansion of Ankh: palace, agenda cards, sphinxes and the five pharaohs."""
