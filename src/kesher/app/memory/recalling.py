"""A question, or the next message, to the facts and turns that a model should see."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from kesher.app.memory.indexes import MemoryIndex, MemoryIndexes
from kesher.app.memory.joining import known_facts
from kesher.domain.log import LogMessage, MessageRef
from kesher.domain.scope import Scope
from kesher.errors import InputError, ModelError
from kesher.memory.fact_ranking import FactIndex
from kesher.memory.knowing import Asked
from kesher.memory.naming import Named, is_called, mentioned, unmet_kin
from kesher.memory.recall import Choice, choose
from kesher.memory.rendering import Known, Page
from kesher.memory.schema import Schema
from kesher.memory.transcript import Line, written_lines
from kesher.memory.turn_ranking import Turn
from kesher.memory.unheard import known_words, strangers, unheard
from kesher.memory.wording import Words
from kesher.ports.memory import MemoryStore, MemoryView
from kesher.ports.models import Embedder, TokenCounter
from kesher.text.language import language
from kesher.text.question_aims import is_courtesy, says_little

CANDIDATES = 200
"""Facts that are joined with the tables for a question; many times what any budget holds."""

TURN_CANDIDATES = 200

QUESTION_CHARS = 3_000
"""Of a longer question the beginning is asked: the model of meaning reads no more of it either."""

SHORT_THREAD_TURNS = 5
"""A conversation as short as this is given whole (seed 000: 3 to 5 turns need no graph)."""

FACTS_SHARE = 0.6
"""The part of the budget that facts may take where turns are wanted, too."""

SMALLEST_BUDGET_TOKENS = 30

SHARED_BUDGET_TOKENS = 60
"""From so many on a budget is shared with turns: a smaller one holds a few facts or one turn."""


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """What memory gives for a question, ready for a prompt.

    Attributes:
        text: The facts' lines, then the turns' lines.
        tokens: Of `text`.
        facts: In order of fitness, with what each is as of the instant asked.
        turns: Messages of the log that are quoted, in the order in which they were said.
        is_known: False: nothing there answers the question.
        is_whole: The conversation is short and stands in `turns` whole.
    """

    text: str
    tokens: int
    facts: tuple[Known, ...]
    turns: tuple[LogMessage, ...]
    is_known: bool
    is_whole: bool = False


NOTHING = MemoryContext("", 0, (), (), is_known=False)
"""Of a memory that was not asked."""


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """A question to memory.

    Attributes:
        thread_id: The conversation that it is asked in, for "he" and "it"; empty: none.
        message_id: The message of that thread which asks, if it is stored; it is not quoted.
        as_of: The instant in the world that is asked from.
        believed_at: By what was known then; None: by all that is known.
        turns: Quote the log, too.
        zone: IANA name of the asker's zone.
    """

    text: str
    as_of: datetime
    budget_tokens: int
    zone: str
    thread_id: str = ""
    message_id: str = ""
    believed_at: datetime | None = None
    turns: bool = True


@dataclass(frozen=True, slots=True)
class Recall:
    """Finds what memory knows. Never waits for vectors: what lacks one is found by its words.

    Attributes:
        is_ready: Whether the embedding model is loaded: a message does not wait for it.
    """

    store: MemoryStore
    indexes: MemoryIndexes
    embedder: Embedder
    counter: TokenCounter
    schema: Schema
    is_ready: Callable[[], bool]

    async def recall(self, scope: Scope, query: RecallQuery) -> MemoryContext:
        """Return the facts, and turns of the log, that fit a question and the budget.

        A greeting or thanks asks for nothing and gets nothing.

        Raises:
            InputError: the question is empty, the budget is under 30 tokens, or an instant has no
                UTC offset.
        """
        if not query.text.strip():
            raise InputError("The question is empty. Write what memory is asked.")
        check_budget(query.budget_tokens)
        check_instants(query.as_of, query.believed_at)
        query = replace(query, text=query.text[:QUESTION_CHARS])
        if is_courtesy(query.text):
            return NOTHING
        return await self._recalled(scope, query, await self._vector(query.text))

    async def _recalled(
        self, scope: Scope, query: RecallQuery, vector: NDArray[np.float32] | None
    ) -> MemoryContext:
        index = await self.indexes.fresh(scope)
        named = await self._named(scope, query)
        ranked = index.facts.rank(
            query.text,
            vector,
            named=frozenset(named.ids),
            sure=named.sure,
            top=CANDIDATES,
            believed_at=query.believed_at,
        )
        shared = query.turns and query.budget_tokens >= SHARED_BUDGET_TOKENS
        share = FACTS_SHARE if shared else 1.0
        choice = await self._facts(
            scope, query, index, ranked, named, int(query.budget_tokens * share)
        )
        if not query.turns:
            return self._context(choice, (), "")
        quoted = {MessageRef(f.fact.thread_id, f.fact.source_message_id) for f in choice.facts}
        turns = [
            turn
            for turn, _ in index.turns.rank(
                query.text, vector, top=TURN_CANDIDATES, said_by=_heard_until(query)
            )
            if turn.ref not in quoted
        ]
        left = query.budget_tokens - self.counter.count(choice.text)
        messages, text = await self._turns(scope, turns, query, left)
        return self._context(choice, messages, text)

    async def for_message(self, scope: Scope, query: RecallQuery) -> MemoryContext:
        """Return what memory gives for a message that was just stored.

        A conversation of a few turns stands in it whole where it fits: so few need no choice.
        What the message itself tells is not told again, and a greeting or thanks gets nothing.
        """
        query = replace(query, text=query.text[:QUESTION_CHARS])
        if is_courtesy(query.text):
            return NOTHING
        earlier = await self.store.look(
            scope,
            lambda view: view.messages_before(
                query.thread_id, query.message_id, limit=SHORT_THREAD_TURNS + 1
            ),
        )
        vector = await self._vector(query.text) if self.is_ready() else None
        lines = written_lines([Line.of(message) for message in earlier], query.zone)
        left = query.budget_tokens - self.counter.count(lines)
        if len(earlier) > SHORT_THREAD_TURNS or left < SMALLEST_BUDGET_TOKENS:
            return await self._recalled(scope, query, vector)
        facts_alone = replace(query, budget_tokens=left, turns=False)
        rest = await self._recalled(scope, facts_alone, vector)
        text = "\n".join(part for part in (rest.text, lines) if part)
        return replace(
            rest, text=text, tokens=self.counter.count(text), turns=tuple(earlier), is_whole=True
        )

    async def _vector(self, text: str) -> NDArray[np.float32] | None:
        """Embed the question; without the model, words alone serve."""
        try:
            return await self.embedder.embed_query(text)
        except ModelError:
            return None

    async def _named(self, scope: Scope, query: RecallQuery) -> Named:
        """Return the entities that the question names, of those known at the instant of belief."""

        def read(view: MemoryView) -> Named:
            found = mentioned(query.text, view, query.thread_id)
            if query.believed_at is None:
                return found
            known = view.entities(found.ids)
            then = {each.id for each in known if each.created_at <= query.believed_at}
            return Named(tuple(id_ for id_ in found.ids if id_ in then), found.sure & then)

        return await self.store.look(scope, read)

    async def _facts(
        self,
        scope: Scope,
        query: RecallQuery,
        index: MemoryIndex,
        ranked: Sequence[tuple[str, float]],
        named: Named,
        budget_tokens: int,
    ) -> Choice:
        scores = dict(ranked)
        reviews = await self.store.review_list(scope, pending=True)

        def read(view: MemoryView) -> tuple[list[Known], Asked]:
            joined = known_facts(
                view, scores, reviews, as_of=query.as_of, believed_at=query.believed_at
            )
            told = [known for known in joined if not _tells_itself(known, query)]
            return told, asked_of(view, query, index.facts, named, told)

        joined, asked = await self.store.look(scope, read)
        page = Page(
            schema=self.schema,
            words=words_for(query.text),
            zone=query.zone,
            budget_tokens=budget_tokens,
            count=self.counter.count,
            year=query.as_of.astimezone(ZoneInfo(query.zone)).year,
        )
        return choose([(known, scores[known.fact.id]) for known in joined], asked, page)

    async def _turns(
        self, scope: Scope, turns: Sequence[Turn], query: RecallQuery, budget_tokens: int
    ) -> tuple[tuple[LogMessage, ...], str]:
        chosen = await self.store.look(
            scope, lambda view: self._quoted(view, turns, query, budget_tokens)
        )
        chosen.sort(key=lambda message: message.at)
        return tuple(chosen), written_lines([Line.of(each) for each in chosen], query.zone)

    def _quoted(
        self, view: MemoryView, turns: Sequence[Turn], query: RecallQuery, budget_tokens: int
    ) -> list[LogMessage]:
        """Return the messages whose lines fit the budget, in the order of `turns`."""
        asking = MessageRef(query.thread_id, query.message_id)
        chosen: list[LogMessage] = []
        days: set[str] = set()
        said: set[str] = set()
        left = budget_tokens
        for turn in turns:
            # Its line is longer than its text: what cannot fit is not fetched.
            if turn.ref == asking or self.counter.count(turn.text) > left:
                continue
            message = view.message(turn.ref.thread_id, turn.ref.message_id)
            if message is None or message.at > _heard_until(query):
                continue
            if says_little(message.text) or message.text.strip() in said:
                continue
            day, line = written_lines([Line.of(message)], query.zone).split("\n", 1)
            tokens = self.counter.count(line) + 1
            if day not in days:  # each day is named once
                tokens += self.counter.count(day) + 1
            if tokens <= left:
                chosen.append(message)
                said.add(message.text.strip())
                days.add(day)
                left -= tokens
        return chosen

    def _context(
        self, choice: Choice, messages: tuple[LogMessage, ...], turns_text: str
    ) -> MemoryContext:
        text = "\n".join(part for part in (choice.text, turns_text) if part)
        return MemoryContext(
            text=text,
            tokens=self.counter.count(text),
            facts=choice.facts,
            turns=messages,
            is_known=choice.is_known,
        )


def _tells_itself(known: Known, query: RecallQuery) -> bool:
    """Tell a fact that the asking message itself has told, and that stands in it word for word."""
    place = (known.fact.thread_id, known.fact.source_message_id)
    return bool(query.message_id) and place == (query.thread_id, query.message_id)


def _heard_until(query: RecallQuery) -> datetime:
    """Return the instant after which nothing may be quoted: it lies ahead, or was not known."""
    return min(query.as_of, query.believed_at or query.as_of)


def check_budget(tokens: int) -> None:
    """Raise InputError where a context's budget is too small for a line."""
    if tokens < SMALLEST_BUDGET_TOKENS:
        raise InputError(
            f"A memory context needs at least {SMALLEST_BUDGET_TOKENS} tokens; {tokens} were given."
        )


def check_instants(*instants: datetime | None) -> None:
    """Raise InputError where an instant has no UTC offset."""
    for instant in instants:
        if instant is not None and instant.utcoffset() is None:
            raise InputError(
                f"The time {instant.isoformat()} has no UTC offset. Give it with its zone, for "
                f"example 2026-03-01T09:00:00+02:00."
            )


def words_for(text: str) -> Words:
    """Return the language of labels for an asker who writes `text`."""
    return "he" if language(text) == "he" else "en"


def asked_of(
    view: MemoryView,
    query: RecallQuery,
    index: FactIndex,
    named: Named,
    nearest: Sequence[Known],
) -> Asked:
    """Return the question with what it asks about that memory never heard of."""
    values = [known.fact.value for known in nearest]
    is_heard = known_words(index, values, lambda word: is_called(word, view))
    unmet = unmet_kin(query.text, view, query.thread_id)
    return Asked(
        query.text,
        query.as_of,
        named.sure,
        missing=(*unmet, *unheard(query.text, is_heard)),
        strangers=strangers(query.text, is_heard),
    )
