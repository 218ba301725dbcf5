"""How the tables came to be what they are: one file a step, applied when a database is opened."""
