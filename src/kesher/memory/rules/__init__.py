"""What a message states, by rules: clauses, framing, phrases and one function per kind of fact.

How it works, for whoever adds rules:

1. `clauses.read` parts a message into `Clause`s (at sentence ends, commas, "but", "ואני") and scans
   each once for every phrase of `text/phrases/*.toml`. `clause.found("city.live")` gives the
   matches of a list that are asserted: not negated, asked, supposed, quoted, mocked or ordered.
   `through={Framing.QUESTION}` lets matches of that framing pass as well.
2. `subjects.subject_of(clause, match)` says whom the words before the match make it be about: the
   speaker, a relation of theirs, a name; None where it is about somebody else.
3. A rule is a function `(Clause, Context) -> Iterable[Statement]`; `registry.USER_RULES` and
   `registry.ASSISTANT_RULES` list them. Rules hold logic only; words and phrases belong in the
   TOML files (`text/lexicons` for classes of words, `text/phrases` for phrases; the phrase language
   is described in `text.patterns`).
4. `extraction.extract` runs them, drops what is said twice and sorts by place.
"""
