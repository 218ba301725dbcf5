"""Scripts of skills in processes of their own, with limits."""
