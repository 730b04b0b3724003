"""Ankh: Gods of Egypt. One module per chapter of the rule book."""
