"""Entities are found in each database as they are in memory."""

from itertools import count

import pytest

from contract.remembered import TENANT
from kesher.domain.entity import Reference
from kesher.domain.log import LogMessage
from kesher.memory.merging import Decision, merge, undo
from kesher.memory.naming import mentioned
from kesher.memory.resolution import Resolution, resolve
from kesher.memory.schema import shipped_schema
from kesher.ports.memory import MemoryChange, MemoryStore, MemoryView
from unit.memory.pointed_talks import TALKS
from unit.memory.pointing import START, read, unlike, written

pytestmark = pytest.mark.anyio
Marks = list[tuple[Reference, str]]


async def tell(
    memory: MemoryStore, thread_id: str, lines: tuple[str, ...]
) -> list[tuple[str, str, str]]:
    """Say marked lines in a thread and return each mark's label, entity and line."""
    found = []
    ids = count(1)
    for number, line in enumerate(lines):
        role, text, marks = read(line)
        message = LogMessage(f"m{number}", thread_id, role, START, text)

        def deciding(
            view: MemoryView, message: LogMessage = message, marks: Marks = marks
        ) -> tuple[MemoryChange, Resolution]:
            resolution = resolve(
                [reference for reference, _ in marks],
                message,
                view,
                shipped_schema(),
                new_id=lambda kind: f"{thread_id} {kind} {next(ids)}",
                now=message.at,
            )
            return written(resolution), resolution

        added, resolution = await memory.add_message(TENANT, message, deciding)
        assert added
        assert resolution is not None
        for (_, label), id_ in zip(marks, resolution.entity_ids, strict=True):
            found.append((label, id_, line))
    return found


ALIKE = ("old and new of one kind", "a wife first by relation, then by name, then by pronoun",
         "first names mean the full names they belong to", "Russian and Arabic names")  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
async def test_a_conversation_is_resolved_in_the_database_as_in_memory(
    memory: MemoryStore, name: str
) -> None:
    assert unlike(await tell(memory, name, TALKS[name])) == []


async def test_a_merge_in_the_database_is_found_by_both_names_and_can_be_undone(
    memory: MemoryStore,
) -> None:
    lines = ("u: [חנה סלע|N:person|one] ו[Anna Selah|N:person|two] באו",)
    [(_, one, _), (_, two, _)] = await tell(memory, "t", lines)
    assert one != two

    def joining(view: MemoryView) -> tuple[MemoryChange, None]:
        return merge(view, one, two, Decision("merge", "אותה אישה", "דנה", START)), None

    await memory.decide(TENANT, joining)
    asked = "when does Anna Selah arrive?"
    assert await memory.look(TENANT, lambda view: mentioned(asked, view).ids) == (one,)
    [merged] = await memory.merge_list(TENANT)

    await memory.decide(TENANT, lambda view: (undo(view, merged, at=START), None))
    assert await memory.look(TENANT, lambda view: mentioned(asked, view).ids) == (two,)
