"""Deep research: a question split, searched for, graded, checked, searched again and answered."""
