"""Recorded requests, read as they were sent, and the habits in them that cost cache or break."""
