"""The lab: what is done with many matches at once."""
