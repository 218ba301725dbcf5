"""What is still to come: "will be delivered", "is scheduled to be shipped", "אמורה להיות מוכנה"."""

from kesher.memory.rules.clause import Clause
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.words import readings

_WILL = ("'ll", "’ll")


def is_to_come(clause: Clause, match: Match) -> bool:
    """Tell whether words right before a match, helping verbs left aside, put it into the future.

    What should have been counts as well: nobody said that it was.
    """
    for word in reversed(clause.words[: match.first]):
        said = {rest for _, rest in readings(word.fold)}
        if said & word_set("to_come") or word.fold.endswith(_WILL):
            return True
        if not said & word_set("helping_verb"):
            return False
    return False
