"""What a position is worth: the evaluation, and the words of its terms."""
