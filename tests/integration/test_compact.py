"""Compaction with real files, and with a model that a scripted server stands in for over HTTP."""

import errno
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from asked import chat
from kesher.adapters.blob_files import BlobFiles
from kesher.app.compact import Compact, CompactSettings, Session
from kesher.app.offloaded import MOST_CHARS, ReadResult
from kesher.context.compaction.strategies import Strategy
from kesher.context.trajectory import Trajectory
from kesher.domain.canonical import digest
from kesher.domain.trajectory import Event, Payload
from kesher.errors import StorageFullError, ToolError
from kesher.testing.model_script import Drop, ReceivedRequest, Refuse, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from unit.context.compaction.sessions import (
    FACTS,
    call,
    count,
    grown,
    page,
    research,
    result,
    text_at,
    texts,
    user,
)
from unit.context.spine import AT

pytestmark = pytest.mark.anyio

LARGE = page("תקציבים", FACTS[1], sentences=30) * 8
SETTINGS = CompactSettings(result_limit_tokens=2_000, strategy=Strategy.CONTEXT_AWARE)


@pytest.fixture
def blobs(tmp_path: Path) -> BlobFiles:
    return BlobFiles(tmp_path / "offloaded")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


def session(trajectory: Trajectory, *, budget_tokens: int = 2_400) -> Session:
    async def record(payload: Payload) -> Event:
        return trajectory.append(payload, at=AT)

    return Session(trajectory, record, budget_tokens=budget_tokens, count=count)


def with_large_result(*, external: bool = False) -> Trajectory:
    told = result("c1", LARGE, external=external, source="https://alon.example")
    return grown(user("מה התקציב?"), call("read", "{}", "c1"), told)


async def test_a_large_result_goes_to_a_file_and_can_be_read_again_part_by_part(
    blobs: BlobFiles,
) -> None:
    trajectory = with_large_result(external=True)
    outcome = await Compact(None, blobs, SETTINGS).offload(session(trajectory))
    sha256 = digest(LARGE)
    assert blobs.path(sha256).read_text(encoding="utf-8") == LARGE
    assert outcome.compacted[0].tokens_after < outcome.compacted[0].tokens_before / 4
    tool = ReadResult(lambda: trajectory.events, blobs)
    parts = [
        await tool.call({"sha256": sha256, "from_char": at})
        for at in range(0, len(LARGE), MOST_CHARS)
    ]
    assert "".join(part.text for part in parts) == LARGE
    assert (parts[0].external, parts[0].source) == (True, "https://alon.example")


async def test_what_was_offloaded_can_be_read_though_its_file_is_gone_or_damaged(
    blobs: BlobFiles,
) -> None:
    trajectory = with_large_result()
    await Compact(None, blobs, SETTINGS).offload(session(trajectory))
    blobs.path(digest(LARGE)).write_text("damaged", encoding="utf-8")
    tool = ReadResult(lambda: trajectory.events, blobs)
    assert (await tool.call({"sha256": digest(LARGE)})).text == LARGE[:MOST_CHARS]
    await blobs.delete(digest(LARGE))
    assert (await tool.call({"sha256": digest(LARGE)})).text == LARGE[:MOST_CHARS]


async def test_the_tool_reads_nothing_that_this_trajectory_has_not_offloaded(
    blobs: BlobFiles,
) -> None:
    theirs, mine = with_large_result(), grown(user("שלום"))
    await Compact(None, blobs, SETTINGS).offload(session(theirs))
    with pytest.raises(ToolError, match="was offloaded here"):
        await ReadResult(lambda: mine.events, blobs).call({"sha256": digest(LARGE)})


async def test_a_part_beyond_the_end_is_refused(blobs: BlobFiles) -> None:
    trajectory = with_large_result()
    await Compact(None, blobs, SETTINGS).offload(session(trajectory))
    with pytest.raises(ToolError, match="beyond"):
        await ReadResult(lambda: trajectory.events, blobs).call(
            {"sha256": digest(LARGE), "from_char": len(LARGE)}
        )


class FullDisk(BlobFiles):
    """A folder on a disk that has no room left."""

    async def put(self, source: BinaryIO, *, limit_bytes: int) -> tuple[str, int]:
        raise StorageFullError(f"The disk has no room ({errno.ENOSPC}).")


async def test_a_full_disk_leaves_the_result_in_the_context_and_says_so(tmp_path: Path) -> None:
    trajectory = with_large_result()
    outcome = await Compact(None, FullDisk(tmp_path), SETTINGS).offload(session(trajectory))
    assert text_at(trajectory, 2) == LARGE
    assert "no room" in outcome.compacted[0].reason


async def test_without_a_model_sentences_are_quoted() -> None:
    trajectory = research()
    outcome = await Compact(None, None, SETTINGS).compact(session(trajectory))
    assert all(fact in texts(trajectory) for fact in FACTS)
    assert outcome.input_tokens == 0


def truthful(request: ReceivedRequest) -> str:
    """Sum up the one fact that the material of this request holds; a script, no understanding."""
    material = request.messages[1][1]
    return next(fact for fact in FACTS if fact.replace('"', '"') in material) + " זה כל המידע כאן."


async def test_a_models_summary_that_is_true_stands_in_place_of_the_result(
    server: ModelServer,
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=truthful))
    trajectory = research()
    outcome = await Compact(chat(server), None, SETTINGS).compact(session(trajectory))
    assert "זה כל המידע כאן." in text_at(trajectory, 2)
    assert FACTS[0] in text_at(trajectory, 2)
    assert outcome.input_tokens > 0


async def test_a_summary_that_invents_is_asked_for_again_with_what_was_wrong(
    server: ModelServer,
) -> None:
    """A scripted server stands in for the hosted model."""

    def corrected(request: ReceivedRequest) -> str:
        told = truthful(request)
        again = len(request.messages) > 2
        return told if again else f"{told} נוסף לכך נחתם הסכם ב-7.7.2031."

    server.follow(Script(answer=corrected))
    trajectory = research()
    await Compact(chat(server), None, SETTINGS).compact(session(trajectory))
    asked = [r.messages[-1][1] for r in server.requests if len(r.messages) > 2]
    assert asked
    assert "The date `7.7.2031` is invented." in asked[0]
    assert "2031" not in texts(trajectory)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot help with that.",
        "Error: overloaded",
        "The director of the institute is Ruth Sagi and she was appointed in spring.",
        "הכול בסדר, נחתם הסכם ב-1.1.2031 ויש 99 עובדים.",
    ],
)
async def test_an_answer_that_may_not_stand_is_replaced_by_quotations(
    server: ModelServer, answer: str
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=lambda _: answer))
    trajectory = research()
    outcome = await Compact(chat(server), None, SETTINGS).compact(session(trajectory))
    assert all(fact in texts(trajectory) for fact in FACTS)
    assert not answer or answer not in texts(trajectory)
    assert any("refused" in each.reason for each in outcome.compacted)


@pytest.mark.parametrize("fault", [Refuse(500), Drop(after_pieces=1)])
async def test_a_model_that_fails_replaces_nothing(
    server: ModelServer, fault: Refuse | Drop
) -> None:
    """A scripted server stands in for the hosted model."""
    server.follow(Script(answer=truthful, fault=fault))
    trajectory = research()
    outcome = await Compact(chat(server), None, SETTINGS).compact(session(trajectory))
    assert all(fact in texts(trajectory) for fact in FACTS)
    assert any(re.search(r"did not serve \(model\.", each.reason) for each in outcome.compacted)
