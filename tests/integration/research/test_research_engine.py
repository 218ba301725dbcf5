"""Deep research from Python, its model a scripted server over real HTTP."""

from pathlib import Path

import pytest

from kesher.app.research.events import Begun
from kesher.domain.answer import StopReason
from kesher.domain.research import Checked
from kesher.engine import Kesher
from kesher.errors import ConflictError, NotFoundError
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from researched import QUESTION, librarian, lines


def test_a_research_is_estimated_stopped_from_its_events_and_recorded(
    handbook_copy: Path,
) -> None:
    with scripted_model_server(Script(answer=librarian())) as server:
        settings = {"chat_url": server.openai_url, "chat_model": "scripted-model"}
        with Kesher(handbook_copy, log_level="error", chat="openai", **settings) as kesher:
            room = kesher.room("משאבי אנוש")
            assert room.estimate_research(QUESTION).calls.least == 4
            assert server.requests == ()
            runs: list[str] = []

            def on(event: object) -> None:
                if isinstance(event, Begun):
                    runs.append(event.run.id)
                elif isinstance(event, Checked):
                    room.stop_research(runs[0])

            answer = room.research(QUESTION, events=on)
            again = room.research("ומה בשנה השנייה?", thread=answer.thread_id)
            with pytest.raises(ConflictError, match=answer.id):
                room.resume_research(runs[0])
            with pytest.raises(NotFoundError):
                kesher.room("חדר אחר").resume_research(runs[0])
            record = kesher.record(answer.id).view()
    assert answer.stop_reason is StopReason.STOPPED
    assert lines(answer.text)[0] == "מגיעים 22 ימים."
    assert (again.thread_id, again.stop_reason) == (answer.thread_id, StopReason.COMPLETE)
    labels = [each.label for each in record.retrievals]
    assert labels[:2] == ["aspect 1, round 1", "aspect 2, round 1"]
    assert 3 in {row.grade for row in record.retrievals[0].rows}
