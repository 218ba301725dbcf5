"""What a research found to the passages, the words and the notes of its answer. Pure."""
