"""The houses, one module each: the great god with both powers, the seven lesser gods, the weapon, what they ask."""
