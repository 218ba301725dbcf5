"""Evaluation on the sample handbook: in Python, by command, and across a change of model."""

import asyncio
import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from integration.test_cli import Command
from integration.test_renewing import LETTERS, NEW, letter_counts, opened, room_of
from kesher import Kesher
from kesher.app.evaluation.comparing import compared
from kesher.app.evaluation.lines import QuestionFile
from kesher.app.evaluation.running import Progress
from kesher.domain.evaluation import RunState
from kesher.errors import InputError, ModelError, NotFoundError
from kesher.sample import questions, unanswerable_questions
from kesher.testing.model_script import ReceivedRequest, Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server

ROOM = "משאבי אנוש"
HANDBOOK = 'מדריך "העובד".pdf'
ASKED = [each for each in questions() if each.document == "מדריך העובד.pdf"]


def lines(*, of: int = len(ASKED)) -> str:
    """Return the sample's questions on the handbook, a line each, then those nothing answers."""
    rows: list[dict[str, object]] = [
        {"question": each.text, "document": HANDBOOK, "pages": each.pages} for each in ASKED[:of]
    ]
    rows += [{"question": each.text, "answerable": False} for each in unanswerable_questions()[:2]]
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in rows)


@pytest.fixture(scope="module")
def folder(handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the handbook in its room; tests add runs and questions to it."""
    copy = tmp_path_factory.mktemp("evaluated") / "data"
    shutil.copytree(handbook_folder, copy)
    return copy


@pytest.fixture(scope="module")
def endpoint() -> Iterator[ModelServer]:
    with scripted_model_server(Script(vectors=letter_counts)) as server:
        yield server


def test_from_python_a_room_is_evaluated_stopped_and_compared(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "שאלות.jsonl"
    file.write_text(lines(), encoding="utf-8")
    with Kesher(folder, log_level="error") as kesher:
        evaluation = kesher.room(ROOM).evaluation
        done = evaluation.import_questions(file)
        assert (done.new, done.replaced) == (len(ASKED) + 2, 0)
        assert {each.language for each in evaluation.questions()} == {"he", "en", "ru", "ar"}
        told: list[tuple[int, int]] = []
        whole = evaluation.run(refusals=False, progress=lambda *far: told.append(far))
        assert told[-1] == (len(ASKED) + 2, len(ASKED) + 2)
        assert (whole.state, whole.figures["all"].judged) == (RunState.COMPLETE, len(ASKED))
        assert whole.figures["all"].means["R@10"] > 0.9
        assert 0 < whole.figures["all"].means["R@1"] < 1

        def first(done: int, _: int) -> None:
            if done == 3:
                evaluation.stop()

        stopped = evaluation.run(refusals=False, progress=first)
        assert stopped.state is RunState.STOPPED
        assert 3 <= len(evaluation.outcomes(stopped.id)) < stopped.asked
        assert [each.id for each in evaluation.runs()] == [stopped.id, whole.id]
        change = evaluation.compare(whole.id, stopped.id)
        asked = len(evaluation.outcomes(stopped.id))
        assert {each.verdict.value for each in change.changes} == {"unchanged"}
        assert len(change.changes) == asked
        evaluation.delete_run(stopped.id)
        evaluation.delete_question(evaluation.questions()[0].id)
        assert len(evaluation.questions()) == len(ASKED) + 1
        with pytest.raises(NotFoundError, match=stopped.id):
            evaluation.outcomes(stopped.id)
        with pytest.raises(NotFoundError, match=whole.id):
            kesher.room("חדר אחר").evaluation.outcomes(whole.id)
        with pytest.raises(InputError, match="cannot be read"):
            evaluation.run(questions=tmp_path / "נעדר.jsonl")


def test_a_command_evaluates_a_room_and_compares_with_an_earlier_run(
    folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "שאלות.jsonl"
    file.write_text(lines(of=1), encoding="utf-8")
    command = Command(folder, in_process=True)
    first = command.json("evaluate", "room", ROOM, "--questions", file, "--no-refusals")
    assert (first["run"]["source"], len(first["outcomes"])) == ("שאלות.jsonl", 3)
    baseline = first["run"]["id"]
    again = command("evaluate", "room", ROOM, "--questions", file, "--baseline", baseline).stdout
    assert "complete: 3 of 3 questions asked" in again
    assert "refused rightly" in again
    assert f"{baseline} → evl_" in again
    assert "won 0, lost 0, unchanged 1" in again
    listed = command("evaluate", "runs", ROOM).stdout.splitlines()
    assert baseline in listed[1]
    after = listed[0].split()[0]
    assert command.json("evaluate", "compare", ROOM, baseline, after)["unchanged"] == 1
    refused = command("evaluate", "room", ROOM, "--baseline", "evl_none", code=1)
    assert "`evl_none`" in refused.stderr


def test_a_command_keeps_the_question_set(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "שאלות.jsonl"
    file.write_text(lines(of=1), encoding="utf-8")
    command = Command(folder, in_process=True)
    found = command("evaluate", "questions", ROOM, "--import", file, "--from-answers")
    assert "replaced." in found.stderr
    (line,) = [each for each in found.stdout.splitlines() if ASKED[0].text in each]
    assert f"{HANDBOOK} {ASKED[0].pages[0]}" in line
    left = command.json("evaluate", "questions", ROOM, "--delete", line.split()[0])
    assert ASKED[0].text not in [each["text"] for each in left]
    file.write_text('{"question": "כמה?", "document": "חסר.pdf", "pages": [1]}', encoding="utf-8")
    refused = command("evaluate", "questions", ROOM, "--import", file, code=1)
    assert "line 1: the room has no document `חסר.pdf`" in " ".join(refused.stderr.split())


def test_control_c_ends_the_run_of_the_command_and_keeps_what_was_asked(
    tmp_path: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    model = {
        "embedding": "openai",
        "embedding_url": endpoint.openai_url,
        "embedding_model": "letters",
        "embedding_dimensions": str(len(LETTERS)),
    }
    with Kesher(tmp_path / "data", log_level="error", **model) as kesher:
        kesher.room("קטן").add("חניה: בין 07:00 ל-20:00.\n".encode(), name="חניה.md")
    many = tmp_path / "רבות.jsonl"
    rows = [{"question": f"מה כתוב בסעיף {n}?", "answerable": False} for n in range(2000)]
    many.write_text("\n".join(json.dumps(each) for each in rows), encoding="utf-8")
    _interrupts_at(endpoint, 20)
    command = Command(tmp_path / "data", in_process=True)
    settings = {f"KESHER_{name.upper()}": value for name, value in model.items()}
    words = ("evaluate", "room", "קטן", "--questions", many, "--no-refusals", "--json")
    done = command(*words, code=0, **settings)
    assert "Stopping; what was asked is kept." in done.stderr
    found = json.loads(done.stdout)
    assert (found["run"]["state"], found["run"]["asked"]) == ("stopped", 2000)
    assert 20 <= len(found["outcomes"]) < 2000


@pytest.mark.anyio
async def test_a_change_of_the_embedding_model_is_told_and_counted_question_by_question(
    handbook_copy: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    file = QuestionFile("שאלות.jsonl", lines())
    async with opened(handbook_copy, endpoint, "openai") as services:
        scope = await room_of(services)
        runs = []
        for _ in range(2):
            plan = await services.evaluating.plan(scope, file=file, refusals=False)
            run = await services.evaluating.run(scope, plan, emit=_silent, stop=asyncio.Event())
            runs.append(await services.evaluating.evaluations.run(scope, run.id))
            await services.renewing.step()
    change = compared(*runs)
    (embedder,) = change.versions
    assert (embedder.name, embedder.now) == ("embedder", NEW)
    assert str(embedder.then).startswith("multilingual-e5-small")
    assert len(change.changes) == len(ASKED)
    assert change.changes[0].verdict.value == "lost"  # counting letters finds less
    difference = change.differences["all"]["MRR@10"]
    assert difference.after < difference.before
    assert difference.low <= difference.after - difference.before <= difference.high


@pytest.mark.anyio
async def test_a_run_that_its_model_fails_keeps_what_was_asked(
    handbook_copy: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    async with opened(handbook_copy, endpoint, "openai") as services:
        scope = await room_of(services)
        await services.renewing.step()
        _dies_after(endpoint, 2)
        plan = await services.evaluating.plan(
            scope, file=QuestionFile("q.jsonl", lines(of=4)), refusals=False
        )
        with pytest.raises(ModelError):
            await services.evaluating.run(scope, plan, emit=_silent, stop=asyncio.Event())
        run, outcomes = await services.evaluating.evaluations.run(scope, plan.run_id)
        assert (run.state, run.asked, len(outcomes)) == (RunState.FAILED, 6, 2)
        assert [each.text for each in outcomes] == [each.text for each in ASKED[:2]]


@pytest.mark.anyio
async def test_questions_on_a_document_deleted_meanwhile_are_not_judged(
    handbook_copy: Path, endpoint: ModelServer
) -> None:
    endpoint.follow(Script(vectors=letter_counts))
    gone = threading.Event()
    deleting: list[asyncio.Task[None]] = []
    async with opened(handbook_copy, endpoint, "openai") as services:
        scope = await room_of(services)
        await services.renewing.step()
        (document,) = await services.store.documents(scope)
        _waits_at(endpoint, 2, gone)

        async def delete() -> None:
            await services.ingest.delete(scope, document.id)
            gone.set()

        def after_the_first(far: Progress) -> None:
            if far.done == 1:
                deleting.append(asyncio.ensure_future(delete()))

        plan = await services.evaluating.plan(
            scope, file=QuestionFile("q.jsonl", lines(of=3)), refusals=False
        )
        await services.evaluating.run(scope, plan, emit=after_the_first, stop=asyncio.Event())
        _, outcomes = await services.evaluating.evaluations.run(scope, plan.run_id)
        assert [each.missing for each in outcomes[:3]] == [(), (HANDBOOK,), (HANDBOOK,)]


def _waits_at(endpoint: ModelServer, requests: int, until: threading.Event) -> None:
    """Answer that request only after `until` is set."""
    served: list[ReceivedRequest] = []

    def waiting(request: ReceivedRequest) -> Sequence[Sequence[float]]:
        served.append(request)
        if len(served) == requests:
            assert until.wait(30)
        return letter_counts(request)

    endpoint.follow(Script(vectors=waiting))


def _interrupts_at(endpoint: ModelServer, requests: int) -> None:
    """Press Ctrl-C while that request is answered."""
    served: list[ReceivedRequest] = []

    def interrupting(request: ReceivedRequest) -> Sequence[Sequence[float]]:
        served.append(request)
        if len(served) == requests:
            os.kill(os.getpid(), signal.SIGINT)
        return letter_counts(request)

    endpoint.follow(Script(vectors=interrupting))


def _dies_after(endpoint: ModelServer, requests: int) -> None:
    served: list[ReceivedRequest] = []

    def some(request: ReceivedRequest) -> Sequence[Sequence[float]]:
        served.append(request)
        if len(served) == requests:
            endpoint.follow(Script(fault=Refuse(503)))
        return letter_counts(request)

    endpoint.follow(Script(vectors=some))


def _silent(_: Progress) -> None:
    """Take no note of progress."""
