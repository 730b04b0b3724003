"""The five pharaohs, one module each: set-up, standing effects, and the Riddle of the Sphinx."""
