"""Questions that a room can answer, made of its documents' headings without a model."""

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from kesher.app.quoting import Quoting
from kesher.app.search import Search
from kesher.domain.answer import AnswerKind
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope
from kesher.ports.headings import Headed, HeadingStore
from kesher.text.hebrew import loosened
from kesher.text.language import Language, language
from kesher.text.terms import folded

COUNT = 4
MOST_TRIED = 12
"""Each costs a search; a room whose headings answer nothing is not searched to its end."""

ROOMS_KEPT = 64

_CHARS = range(4, 61)
_NUMBERING = re.compile(r"^[\W\d_]*(?:(?:פרק|סעיף|chapter|section|глава)\s+[\w.]{1,4}\W+)?", re.I)
_ASKS = re.compile(
    r"(?:מה|מי|מתי|איך|כיצד|כמה|איפה|היכן|מדוע|למה|האם|what|who|when|how|where|why|which|что|кто|"
    r"когда|как|где|почему|сколько|ما|من|متى|كيف|كم|أين|لماذا|هل)\b",
    re.I,
)
_GENERAL = frozenset(
    {
        *("תוכן עניינים", "תוכן העניינים", "מבוא", "הקדמה", "פתח דבר", "נספחים", "סיכום"),
        *("contents", "table of contents", "introduction", "preface", "appendix", "summary"),
    }
)
_WAYS: dict[Language, tuple[str, ...]] = {
    "he": ("מה כתוב על {}?", "מה חשוב לדעת על {}?"),
    "en": ("What do the documents say about {}?", "What should I know about {}?"),
    "ar": ("ماذا تقول المستندات عن {}؟",),
    "ru": ("Что говорится в документах на тему «{}»?",),
}


@dataclass(frozen=True, slots=True)
class Suggesting:
    """Makes the questions, and asks each before it is offered.

    Attributes:
        known: What was found for rooms as they stood at the number of their last change.
    """

    headings: HeadingStore
    search: Search
    quoting: Quoting
    known: dict[tuple[RoomScope, int], tuple[str, ...]] = field(default_factory=dict)

    async def questions(self, scope: RoomScope) -> Sequence[str]:
        """Return up to four questions that the room answers, from different documents first.

        Raises:
            NotFoundError: no such room.
            ModelError: a question could not be embedded.
        """
        at = (scope, await self.search.store.room_sequence(scope))
        if at not in self.known:
            found = tuple([each async for each in self._answered(scope)])
            while len(self.known) >= ROOMS_KEPT:
                self.known.pop(next(iter(self.known)))
            self.known[at] = found
        return self.known[at]

    async def _answered(self, scope: RoomScope) -> AsyncIterator[str]:
        count = 0
        for question in asked_of(await self.headings.headings(scope))[:MOST_TRIED]:
            retrieval = await self.search.retrieve(scope, Query(question))
            draft = await self.quoting.draft(retrieval)
            if draft.kind is AnswerKind.NOT_FOUND:
                continue
            yield question
            count += 1
            if count == COUNT:
                return


def asked_of(headings: Sequence[Headed]) -> list[str]:
    """Return a question for each heading that says what it is about, one document after another."""
    by_document: dict[str, list[Headed]] = {}
    for each in headings:
        by_document.setdefault(each.document_id, []).append(each)
    longest = [sorted(each, key=lambda one: -one.chunks) for each in by_document.values()]
    taken = [each for round_ in zip_longest(*longest) for each in round_ if each is not None]
    return [_question(subject, place) for place, subject in enumerate(_subjects(taken))]


def _subjects(headings: Sequence[Headed]) -> Iterator[str]:
    """Yield what each heading names, once; what heads several documents is their letterhead."""
    found: dict[str, str] = {}
    heads: dict[str, set[str]] = {}
    for each in headings:
        subject = _NUMBERING.sub("", each.section[-1]).strip(" .:–—-")
        if len(subject) in _CHARS and subject.lower() not in _GENERAL:
            key = " ".join(map(loosened, folded(subject).split()))
            found.setdefault(key, subject)
            heads.setdefault(key, set()).add(each.document_id)
    return (subject for key, subject in found.items() if len(heads[key]) == 1)


def _question(subject: str, place: int) -> str:
    spoken = language(subject)
    if _ASKS.match(subject):
        return (
            subject if subject.endswith(("?", "؟")) else subject + ("؟" if spoken == "ar" else "?")
        )
    ways = _WAYS[spoken]
    return ways[place % len(ways)].format(subject)
