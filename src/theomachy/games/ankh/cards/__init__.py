"""The battle cards, one module each. `components.CARDS` is the list of them; `box` finds the modules by it."""
