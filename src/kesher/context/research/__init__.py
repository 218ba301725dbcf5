"""What deep research asks a model at each step, and what of its reply is taken."""
