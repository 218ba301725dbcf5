"""What the guard knows of each language, as data."""
