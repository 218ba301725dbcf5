"""Whether words name somebody who is neither the speaker nor a relation of theirs.

"אחותה של רותם", "הבעל של אחותי", "my boss's daughter": what is said of them is not the speaker's.
"""

from kesher.memory.rules.clause import Clause
from kesher.text.phrasebook import word_set
from kesher.text.words import readings

_REACH = 3
_JOINING = ("", "ו", "ש", "כש", "וש", "ל", "של")


def opens_with_another(clause: Clause, at: int) -> bool:
    """Tell whether somebody else's relation, or a stranger, is named from a word on."""
    if any(
        tag.entry.kind == "stranger" and tag.clitics in _JOINING for tag in clause.line.tags[at]
    ):
        return True
    return _of_a_third(clause, at) or _of_another(clause, at) or _of_possessor(clause, at)


def _of_a_third(clause: Clause, at: int) -> bool:
    """Tell "אחותה", "בעלה", "her brother": whose they are is not the speaker."""
    word = clause.words[at].fold
    following = clause.words[at + 1].fold if at + 1 < len(clause.words) else ""
    if word in word_set("their") and following in word_set("kin_noun"):
        return True
    theirs = word_set("their_kin")
    return any(rest in theirs and clitics in _JOINING for clitics, rest in readings(word))


def _of_another(clause: Clause, at: int) -> bool:
    """Tell "הבעל של אחותי", "the son of Ruth" from "הבעל שלי"."""
    if not is_kin_noun(clause, at):
        article = clause.words[at].fold in ("the", "a", "an")
        return article and at + 1 < len(clause.words) and _of_another(clause, at + 1)
    behind = at + 1
    while behind < len(clause.words) and clause.words[behind].fold in word_set("beside_kin"):
        behind += 1
    return behind + 1 < len(clause.words) and clause.words[behind].fold in ("של", "of")


def is_kin_noun(clause: Clause, at: int) -> bool:
    """Tell a noun for a relation of whomever: "הבן", "בת", "husband"."""
    nouns = word_set("kin_noun")
    return any(rest in nouns for _, rest in readings(clause.words[at].fold))


def _of_possessor(clause: Clause, at: int) -> bool:
    """Tell "my boss's daughter", "Rotem's sister": a possessor, then a relation."""
    for owner in range(at, min(at + _REACH, len(clause.words))):
        if owns_somebody(clause, owner):
            return True
    return False


def owns_somebody(clause: Clause, owner: int) -> bool:
    """Tell whether a word is a possessor with a relation close behind: "sister's husband"."""
    if not clause.words[owner].fold.endswith(("'s", "s'")):
        return False
    behind = clause.words[owner + 1 : owner + _REACH]
    return any(word.fold.removesuffix("'s") in word_set("kin_noun") for word in behind)
