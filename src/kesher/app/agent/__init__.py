"""The agent loop: a model, its tools, and a trajectory that holds every step of them."""
