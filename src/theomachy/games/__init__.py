"""The games, one room each. Nothing outside knows one by name: `theomachy.registry` finds them by entry points."""
