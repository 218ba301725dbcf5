"""The skills that ship with Kesher, each a folder as the Agent Skills specification has it."""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where they lie."""
