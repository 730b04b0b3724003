"""The guardians, one module each. `components.GUARDIAN_NAMES` is the list of them; `box` finds the modules by it."""
