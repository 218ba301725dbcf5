"""People: their accounts, how they sign in, and links that let them in once."""
