"""Use cases of memory: remember, recall, tend, decide, erase."""
