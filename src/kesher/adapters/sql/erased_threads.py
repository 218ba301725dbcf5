"""What research, memory's log and recorded prompts had of erased documents, in transactions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, select, update

from kesher.adapters.sql import research_details, tables
from kesher.adapters.sql.erased_records import Erasing, bare_step
from kesher.adapters.sql.erasure import blank_texts
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import in_room
from kesher.adapters.sql.memory import tables as memory_tables
from kesher.adapters.sql.memory.erasing import erase_message
from kesher.adapters.sql.research_tables import research_runs, research_steps
from kesher.adapters.sql.row_security import everywhere, whole_tenant
from kesher.domain.answer import Answer
from kesher.domain.log import answer_message
from kesher.domain.request import SegmentKind
from kesher.domain.research import Checked, Planned, Searched, Step
from kesher.domain.scope import RoomScope, Scope
from kesher.text.erasing import taken_from

_ESCAPES = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
"""How canonical JSON writes what stands between words; a segment may be a part of one."""


@dataclass(frozen=True, slots=True)
class ResearchStep:
    """A step as it stands in the database."""

    thread_id: str
    run_id: str
    step: Step

    @property
    def documents(self) -> frozenset[str]:
        """The documents that it found."""
        if not isinstance(self.step, Searched):
            return frozenset()
        found = self.step.retrieval
        return frozenset(hit.chunk.document_id for hit in (*found.hits, *found.neighbours))

    @property
    def texts(self) -> Sequence[str]:
        """What a model wrote in it, having read passages."""
        match self.step:
            case Searched(retrieval=found):
                return (found.search_text, found.query.rewritten)
            case Planned():
                return (*self.step.aspects, self.step.remark)
            case Checked():
                said = ((each.missing, each.query) for each in self.step.findings)
                return (*(text for each in said for text in each), self.step.remark)
            case _:
                return ()


Numbered = tuple[int, ResearchStep]
"""A step and its number in its run."""


def read_research(
    connection: Connection, scope: RoomScope, threads: Sequence[str] | None = None
) -> Iterator[Numbered]:
    """Yield the steps of the room's research, or of that of some threads, in their order."""
    runs, steps = research_runs.c, research_steps.c
    same = and_(steps.tenant_id == runs.tenant_id, steps.run_id == runs.id)
    found = (
        select(runs.thread_id, steps.run_id, steps.sequence, steps.payload)
        .select_from(research_runs.join(research_steps, same))
        .where(in_room(research_runs, scope))
        .order_by(steps.run_id, steps.sequence)
    )
    wanted = None if threads is None else frozenset(threads)
    for row in connection.execute(found):
        if wanted is None or row.thread_id in wanted:
            step = research_details.read(row.payload, place=row.run_id)
            yield row.sequence, ResearchStep(row.thread_id, row.run_id, step)


def erase_research(
    connection: Connection, scope: RoomScope, research: Iterable[Numbered], erasing: Erasing
) -> None:
    """Write those steps anew that had something of the documents."""
    held = research_steps.c
    for sequence, each in research:
        bare = bare_step(each.step, erasing)
        if bare == each.step:
            continue
        this = and_(
            held.tenant_id == scope.tenant_id,
            held.run_id == each.run_id,
            held.sequence == sequence,
        )
        payload = research_details.write(bare)
        connection.execute(update(research_steps).where(this).values(payload=payload))


def erase_said(
    connection: Connection, scope: RoomScope, answers: Iterable[Answer], erasing: Erasing
) -> None:
    """Erase the answers from the log of the memory that their thread has, whosesoever it is."""
    threads, log = tables.threads.c, memory_tables.log_messages.c
    for answer in answers:
        of_thread = and_(in_room(tables.threads, scope), threads.id == answer.thread_id)
        memory = connection.scalar(select(threads.memory).where(of_thread))
        if memory is None:
            continue
        message_id = answer_message(answer.id)
        said = select(log.id).where(
            log.tenant_id == memory, log.thread_id == answer.thread_id, log.id == message_id
        )
        with everywhere(connection):
            if connection.execute(said).first() is not None:
                erase_message(
                    connection, Scope(memory), answer.thread_id, message_id, now=erasing.at
                )


def erase_sent(
    connection: Connection, scope: RoomScope, threads: Sequence[str], erasing: Erasing
) -> None:
    """Take the threads' turns, and whatever quotes the documents, out of recorded prompts.

    Earlier answers stand in the prompts of later questions, with their marks: all turns go. What
    holds chunks of the documents goes with these.
    """
    requests, places, texts = tables.requests.c, tables.request_segments.c, tables.segments.c
    taken: set[str] = set()
    with whole_tenant(connection):
        for part in in_parts(threads):
            found = (
                select(places.hash, places.kind, texts.text)
                .distinct()
                .where(
                    requests.tenant_id == scope.tenant_id,
                    requests.owner_id.in_(part),
                    places.tenant_id == requests.tenant_id,
                    places.request_id == requests.id,
                    texts.tenant_id == places.tenant_id,
                    texts.hash == places.hash,
                    texts.text.is_not(None),
                )
            )
            for row in connection.execute(found):
                if row.kind is SegmentKind.TRAJECTORY or _quotes(row.text, erasing):
                    taken.add(row.hash)
        blank_texts(connection, scope, sorted(taken))


def _quotes(segment: str, erasing: Erasing) -> bool:
    for escape, char in _ESCAPES.items():
        segment = segment.replace(escape, char)
    named = any(each in segment for each in (*erasing.documents, *erasing.names))
    return named or bool(taken_from(segment, erasing.shared))
