"""A bot that learns, in the making: it is not offered by name until its weights win against `search`."""
