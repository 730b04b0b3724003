"""The six artifacts, one module each."""
