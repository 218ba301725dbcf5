"""Evaluation of a room: its question set, runs over it, and two runs side by side."""
