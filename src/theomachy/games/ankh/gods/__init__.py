"""The gods, one module each. `components.GODS` is the list of them; `box` finds the modules by it."""
