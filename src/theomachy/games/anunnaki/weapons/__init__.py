"""The weapons that every house has; a house's own is in its module in `houses`."""
