"""Whom a name names, where a person asks about somebody or erases somebody by name."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from kesher import Kesher
from kesher.engine.memory import MemoryHandle
from kesher.errors import InputError, NotFoundError

AT = datetime.fromisoformat("2026-03-01T09:00:00+02:00")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[MemoryHandle]:
    with Kesher(tmp_path, log_level="error") as kesher:
        found = kesher.memory("דייר")
        found.thread("שיחה").message("קוראים לי נועה ואני גרה בחיפה", at=AT)
        found.thread("שיחה").message("אחותי דנה גרה בעכו", at=AT)
        yield found


@pytest.mark.parametrize("name", ["אין", "אין כזה", "דינה", "Нина", "لا أحد", "nobody"])
def test_a_name_that_nobody_has_erases_nobody_and_shows_nothing(
    memory: MemoryHandle, name: str
) -> None:
    with pytest.raises(NotFoundError):
        memory.forget_entity(name)
    with pytest.raises(NotFoundError):
        memory.facts(name)
    assert [fact.value for fact in memory.facts(keys=["city"])] == ["חיפה"]


@pytest.mark.parametrize("name", ["דנה", "Dana", "דָּנָה"])
def test_a_name_in_other_letters_still_names_the_one_who_has_it(
    memory: MemoryHandle, name: str
) -> None:
    assert [fact.value for fact in memory.facts(name, keys=["city"])] == ["עכו"]


def test_a_first_name_of_two_is_asked_about_and_a_full_one_is_not(memory: MemoryHandle) -> None:
    memory.thread("שיחה").message("שירה כהן גרה בצפת. שירה לוי גרה ביפו", at=AT)
    with pytest.raises(InputError, match="Ask by id"):
        memory.forget_entity("שירה")
    assert [fact.value for fact in memory.facts("שירה לוי", keys=["city"])] == ["יפו"]
