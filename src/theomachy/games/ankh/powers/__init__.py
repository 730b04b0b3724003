"""The ankh powers, one module each. `components.POWERS` is the list of them; `box` finds the modules by it."""
