"""The special rules of scenarios, one module each. `components.SPECIALS` is the list of them; `box` finds the modules
by it."""
