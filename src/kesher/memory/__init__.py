"""Stage: message → facts that hold, and the facts that a question needs."""
