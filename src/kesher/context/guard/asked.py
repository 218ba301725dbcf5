"""What a person asked for, and what a tool does: the same groups of verbs and things for both."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kesher.context.guard.folding import fold
from kesher.context.guard.words.actions import (
    FIRST_PERSON,
    HEADS,
    LINKS,
    NEGATIONS,
    REMINDERS,
    THINGS,
    VERBS,
    WHOLESALE,
)
from kesher.domain.tool import ToolSpec


@dataclass(frozen=True, slots=True)
class Action:
    """Verbs and things by their groups; see `words.actions`.

    Attributes:
        words: Of a tool whose verb is in no group: what is left of its name.
    """

    verbs: frozenset[str]
    things: frozenset[str]
    words: frozenset[str] = frozenset()


def _compiled(table: Mapping[str, Iterable[str]]) -> dict[str, tuple[re.Pattern[str], ...]]:
    return {group: tuple(re.compile(each) for each in forms) for group, forms in table.items()}


_VERBS = _compiled(VERBS)
_THINGS = _compiled(THINGS)
_WHOLESALE = tuple(re.compile(each) for each in WHOLESALE)
_NEGATED = re.compile(rf"(?:{NEGATIONS}|{FIRST_PERSON})$")
_NEGATION_REACH_CHARS = 40
_HEAD = re.compile(HEADS + r"\s*$")
_HEAD_REACH_CHARS = 24
_REMINDERS = tuple(re.compile(each) for each in REMINDERS)
_LINKS = re.compile(LINKS)
_INFLECTED = re.compile(r"[a-z]{3,}(?:ed|ing)")
# A title, a text to write: the quotes touch no word from outside, so "don't" opens none.
_QUOTED = re.compile(
    r"(?<![\w])'[^'\n]{1,200}'(?!\w)|(?<![\w])\"[^\"\n]{1,200}\"(?!\w)|“[^”\n]{1,200}”|«[^»\n]{1,200}»"
)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_A-Za-z]+")
_SENTENCE_ENDS = re.compile(r"[.!?؟](?=\s|$)|\n")
_SENTENCE = re.compile(r"[^.!?\n]{1,200}")
# These say by themselves what they are done to.
_TELLING = frozenset({"pay"})


@lru_cache(maxsize=256)
def requested(text: str) -> Action:
    """Return what a text in Hebrew, English, Arabic or Russian asks to be done.

    A verb that is forbidden ("don't send anything"), quoted (a title), to be reminded of, or
    done by the person is not asked for.
    """
    shown = fold(text)
    said = _QUOTED.sub(" ", _without_reminders(shown))
    verbs = frozenset(
        group for group, patterns in _VERBS.items() if any(_asks(p, said) for p in patterns)
    )
    return Action(verbs, _things(said))


@lru_cache(maxsize=4096)
def ordered(sentence: str) -> Action:
    """Return what one folded sentence tells its reader to do: verbs at the head of a clause."""
    shown = sentence.replace("_", " ")
    verbs = frozenset(
        group for group, patterns in _VERBS.items() if any(_tells(p, shown) for p in patterns)
    )
    return Action(verbs, _things(shown) if verbs else frozenset())


def asks_for_links(text: str) -> bool:
    """Say whether a request speaks of links or web addresses, so that they may be passed on."""
    return bool(_LINKS.search(fold(text)))


@lru_cache(maxsize=256)
def mentions(text: str) -> frozenset[str]:
    """Return the groups of all verbs in a text, forbidden ones, too."""
    shown = fold(text).replace("_", " ")  # a name made of words may hold an order
    return frozenset(
        group for group, patterns in _VERBS.items() if any(p.search(shown) for p in patterns)
    )


def hands_over(text: str) -> bool:
    """Say whether a request is to do what is written elsewhere ("follow its instructions")."""
    shown = fold(text)
    return any(pattern.search(shown) for pattern in _WHOLESALE)


@lru_cache(maxsize=512)
def action_of(spec: ToolSpec) -> Action:
    """Return what a tool does, by its name; by its description where the name has no verb."""
    parts = [part.lower() for part in _PARTS.findall(spec.name)]
    name = " ".join(parts)
    # The first verb is the tool's; a later one is of its object ("delete_email").
    verb = next((part for part in parts if mentions(f"{part} it")), "")
    verbs = mentions(f"{verb} it") if verb else frozenset[str]()
    if not verbs:
        opening = _SENTENCE.match(spec.description)
        verbs = mentions(opening.group()) if opening else frozenset()
    # "order" is no thing in "order_product", and a product is none that is known.
    beside = " ".join(part for part in parts if part != verb)
    things = _things(name) if not beside or _things(beside) else frozenset[str]()
    things = things or _things(spec.description[:120].lower().replace(verb, " "))
    if "money" in things and "send" in verbs:
        verbs = (verbs - {"send"}) | {"pay"}
    words = frozenset() if verbs else frozenset(p for p in parts if len(p) > 2 and not _things(p))
    return Action(verbs, things, words)


def is_asked(tool: Action, texts: Iterable[str], *, connected: bool) -> bool:
    """Say whether requests ask for what a tool does, its verb and its thing in one sentence.

    Args:
        connected: A value of the call was written by the person, so its object may go unnamed.
            A tool whose verb is in no group is asked for by a word of its own name alone.
    """
    if not tool.verbs:
        return connected and any(_is_called(tool, text) for text in texts)
    sentences = [requested(part) for text in texts for part in _SENTENCE_ENDS.split(text)]
    return any(_is_asked_in(tool, sentence, connected=connected) for sentence in sentences)


def _is_called(tool: Action, text: str) -> bool:
    said = _QUOTED.sub(" ", _without_reminders(fold(text)))
    return any(_asks(re.compile(rf"\b{re.escape(word)}\w{{0,3}}\b"), said) for word in tool.words)


def _is_asked_in(tool: Action, request: Action, *, connected: bool) -> bool:
    shared = tool.verbs & request.verbs
    if not shared:
        return False
    if shared & _TELLING or connected or not tool.things:
        return True
    return bool(tool.things & request.things)


def _asks(pattern: re.Pattern[str], shown: str) -> bool:
    for found in pattern.finditer(shown):
        before = shown[max(0, found.start() - _NEGATION_REACH_CHARS) : found.start()]
        if not _NEGATED.search(before):
            return True
    return False


def _without_reminders(shown: str) -> str:
    for pattern in _REMINDERS:
        shown = pattern.sub(r"\1 ", shown)
    return shown


def _tells(pattern: re.Pattern[str], shown: str) -> bool:
    return any(
        _HEAD.search(shown[max(0, found.start() - _HEAD_REACH_CHARS) : found.start()])
        and not _INFLECTED.fullmatch(found.group().strip())
        for found in pattern.finditer(shown)
    )


def _things(shown: str) -> frozenset[str]:
    return frozenset(
        group for group, patterns in _THINGS.items() if any(p.search(shown) for p in patterns)
    )
