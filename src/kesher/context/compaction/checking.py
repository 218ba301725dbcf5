"""Whether a text may stand in place of a history: nothing lost that must stay, nothing invented."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kesher.context.compaction import signals
from kesher.context.compaction.essentials import Essential, EssentialKind, essentials, folded
from kesher.context.compaction.negation import (
    is_denied,
    negated_terms,
    negations,
    plain_terms,
)
from kesher.context.compaction.situation import plain_text
from kesher.domain.message import Role
from kesher.domain.trajectory import Entry, Origin
from kesher.text.language import Language, language
from kesher.text.tagged import EXTERNAL_TAG

_TELLING_CHARS = 40
_REFUSAL = re.compile(
    r"\W*(?:i(?:'m| am) (?:sorry|unable)|i (?:cannot|can't|am not able)|sorry[,.]|as an ai"
    r"|error\b|http[ /]?[45]\d\d|[45]\d\d (?:bad|internal|too|service|unauthor|forbid|not)"
    r"|internal server error|traceback|rate limit|request (?:failed|timed out)|no summary"
    r"|\{\s*\"error\"|אני לא יכול|אינני יכול|איני יכול|לא ניתן לסכם|מצטער|סליחה|שגיאה|אירעה שגיאה"
    r"|извините|к сожалению, я|я не могу|ошибка|عذر[اً]|لا أستطيع|لا يمكنني|خطأ)",
    re.IGNORECASE,
)
_MATERIAL = re.compile(
    rf"<(?P<tag>material|{EXTERNAL_TAG})\b[^>]*>.*?</(?P=tag)\b[^>]*>", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a text; all empty where it may stand.

    Attributes:
        refusal: It is no account at all: empty, an error's text, another language; else empty.
        lost: What must be kept and is not there.
        invented: What is there and stands nowhere in what it replaces.
    """

    refusal: str = ""
    lost: tuple[Essential, ...] = ()
    invented: tuple[Essential, ...] = ()

    @property
    def accepts(self) -> bool:
        """Whether the text may stand."""
        return not (self.refusal or self.lost or self.invented)

    def reasons(self) -> tuple[str, ...]:
        """Return what is wrong, a sentence each, for a person or for the next attempt."""
        found = [self.refusal] if self.refusal else []
        found += [f"The {each.kind} `{each.text}` is lost." for each in self.lost]
        found += [f"The {each.kind} `{each.text}` is invented." for each in self.invented]
        return tuple(found)


def judge(text: str, *, source: str, must_keep: Sequence[str], spoken: Language) -> Verdict:
    """Judge a text that is to stand in place of others.

    Args:
        source: All that it replaces; nothing else may be said.
        must_keep: Sentences whose names, numbers, dates and negations it must hold.
        spoken: The conversation's language. A text that quotes much in another may be in the
            source's language.
    """
    refusal = refused(text, spoken=spoken, source=source)
    if refusal:
        return Verdict(refusal)
    return Verdict("", tuple(lost(must_keep, text)), tuple(invented(text, source)))


def refused(text: str, *, spoken: Language, source: str) -> str:
    """Return why a text is no account at all; empty where it is one."""
    if not any(char.isalnum() for char in text):  # control characters and dots say nothing either
        return "The text is empty."
    if _REFUSAL.match(text) and not _REFUSAL.match(source):
        return f"The text is an error or a refusal: `{signals.first_words(text, 80)}`."
    written = language(text, default=spoken)
    if len(text) >= _TELLING_CHARS and written not in (spoken, language(source, default=spoken)):
        return f"The text is in `{written}`; the conversation is in `{spoken}`."
    return ""


def lost(must_keep: Iterable[str], text: str) -> Iterator[Essential]:
    """Yield, each once, what the sentences hold and the text does not."""
    keys = {(each.kind, each.key) for each in essentials(text)}
    values = {key for kind, key in keys if kind is not EssentialKind.NEGATION}
    plain, denied = _flat(text), negated_terms(folded(text))
    seen: set[tuple[EssentialKind, str]] = set()
    for each in (each for sentence in must_keep for each in essentials(sentence)):
        if (each.kind, each.key) in seen:
            continue
        seen.add((each.kind, each.key))
        if each.kind is EssentialKind.NEGATION:
            if not is_denied(each.key.split()[1:], denied):
                yield each
        elif each.key not in values and not _literally(each, plain):
            yield each


def invented(text: str, source: str) -> Iterator[Essential]:
    """Yield what the text holds and its source does not, negations of what is said plainly too."""
    values = {each.key for each in essentials(source)}
    plain = _flat(source)
    for each in essentials(text):
        if each.kind is EssentialKind.NEGATION:
            continue
        if each.key not in values and not _literally(each, plain):
            yield each
    yield from _denied_anew(text, source)


def _denied_anew(text: str, source: str) -> Iterator[Essential]:
    denied, said = negated_terms(folded(source)), plain_terms(folded(source))
    for found in negations(folded(text)):
        wanted = frozenset(found.scope)
        if len(wanted) < 2 or is_denied(wanted, denied):
            continue
        if any(wanted <= terms for terms in said):
            yield Essential(EssentialKind.NEGATION, found.text, " ".join(found.scope))


def _flat(text: str) -> str:
    return " ".join(folded(text).casefold().split())


def _literally(each: Essential, plain: str) -> bool:
    """Tell whether it stands in the text as written, not as a part of a longer word or number."""
    written = " ".join(each.text.casefold().split())
    return re.search(rf"(?<![\w.]){re.escape(written)}(?![\w]|[.,:/]\d)", plain) is not None


def must_keep(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the sentences of which nothing may be lost, in order, each once.

    Those of the user that limit, deny or name something; the model's decisions with their reasons,
    what failed, and all that is cited; of a failed call, the beginning of its error.
    """
    found = [sentence for entry in entries for sentence in _bearing(entry)]
    return tuple(dict.fromkeys(found))


def _bearing(entry: Entry) -> list[str]:
    text = plain_text(entry)
    if entry.message.role is Role.TOOL:
        found = [signals.first_words(text)] if signals.is_failure(text) else []
        return [*found, *signals.CITED.findall(text)]
    if entry.origin is Origin.USER:
        limits = set(signals.constraints(text))
        return [s for s in signals.sentences(text) if s in limits or essentials(s)]
    if entry.origin is Origin.HARNESS:
        return kept_lines(text) if entry.edit_id else []
    cited = [s for s in signals.sentences(text) if signals.CITED.search(s)]
    return [*signals.decisions(text), *signals.failures(text), *cited]


def kept_lines(record: str) -> list[str]:
    """Return the lines of an earlier record that are its own account, not quoted material."""
    outside = _MATERIAL.sub("", record)
    return [line[2:] for line in outside.split("\n") if line.startswith("- ")]
