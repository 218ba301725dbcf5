"""Names as data: titles, spellings of one name, short forms, letters' sounds, kinship, nouns."""
