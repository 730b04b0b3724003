"""The kernel: everything a rules-locked board game needs that is about no game in particular."""
