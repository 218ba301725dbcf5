"""`kesher requests` and `kesher request`, as a person and a script use them."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from contract.recorded import (
    BREAK,
    PASSAGE,
    PREFIX,
    SYSTEM,
    billed,
    grown,
    head,
    request,
    segment,
)
from contract.samples import NOW
from integration.test_cli import Command
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.context.trajectory import Trajectory
from kesher.domain.canonical import digest
from kesher.domain.message import Message, Role
from kesher.domain.request import Purpose, SegmentKind
from kesher.domain.scope import Scope
from kesher.domain.trajectory import Origin, Said

OPENING = segment('{"content":"<passages>\\n')
CLOSING = segment('\\n</passages>\\nالسؤال","role":"user"}')
TOOL = segment('{"function":{"name":"look_up"}}', SegmentKind.TOOLS, message=-1)
ERASED = replace(PASSAGE, text="", hash=digest("נמחק"), refs=("chk_gone",))


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Commands on a folder with one trajectory and two requests, the second with a cache break."""
    folder = tmp_path / "data"
    folder.mkdir()

    async def fill() -> None:
        store = SqlStore.open(sqlite_url(folder))
        await grown(store, Scope())
        whole = request("req_a", TOOL, SYSTEM, OPENING, PASSAGE, CLOSING, owner="trj_a")
        await store.save_request(Scope(), billed(whole))
        parts = (SYSTEM, OPENING, ERASED, CLOSING)
        await store.save_request(
            Scope(), request("req_b", *parts, owner="trj_a", minutes=1, broken=BREAK)
        )
        await store.close()

    asyncio.run(fill())
    return Command(folder, in_process=True)


def test_requests_are_listed_oldest_first_with_their_tokens_and_price(command: Command) -> None:
    first, second = command("requests", "trj_a").stdout.splitlines()
    assert first.startswith("req_a  2026-03-01T09:30:15")
    assert first.endswith("900 billed (512 cached, 388 uncached), 40 written; $0.001250")
    assert second.startswith("req_b  ")
    assert [each["id"] for each in command.json("requests", "trj_a")] == ["req_a", "req_b"]


def test_a_request_for_a_summary_is_marked(command: Command) -> None:
    async def add() -> None:
        store = SqlStore.open(sqlite_url(command.folder))
        summary = replace(request("req_s", owner="trj_a", minutes=2), purpose=Purpose.SUMMARY)
        await store.save_request(Scope(), summary)
        await store.close()

    asyncio.run(add())
    turn, _, marked = command("requests", "trj_a").stdout.splitlines()
    assert marked.endswith("; for a summary")
    assert "for a summary" not in turn
    found = command.json("requests", "trj_a")
    assert [each["purpose"] for each in found] == ["turn", "turn", "summary"]


def test_a_request_shows_exactly_what_the_model_saw(command: Command) -> None:
    shown = command("request", "req_a").stdout
    assert f"--- tool\n{TOOL.text}\n" in shown
    assert "--- message 0: system" in shown
    assert f"<passages>\n{PASSAGE.text}\n</passages>\nالسؤال" in shown
    assert f"[evidence of chk_doc_a_0: 36 tokens, sha256 {PASSAGE.hash[:12]}]" in shown
    found = command.json("request", "req_a")
    body = "".join(each["text"] for each in found["segments"])
    assert digest(body) == found["body_hash"]
    assert f"SHA-256 of tools and messages, joined: {digest(body)}" in shown


def test_an_erased_passage_and_a_cache_break_are_said(command: Command) -> None:
    shown = command("request", "req_b").stdout
    assert "[evidence of chk_gone: 36 tokens" in shown
    assert "erased: its document was deleted]" in shown
    assert "broken by a logged edit at message 0, byte 12: system_changed." in shown


def test_an_owner_or_request_that_is_not_there_is_refused_with_a_sentence(command: Command) -> None:
    assert "There is no thread or trajectory `אין`" in command("requests", "אין", code=1).stderr
    assert "There is no request `req_none`" in command("request", "req_none", code=1).stderr


def test_a_trajectory_is_written_out_with_every_character_that_was_said(command: Command) -> None:
    text = "שורה\u2028אחת \u202eהפוך\u202c\x85 דانا Дом e\u0301"

    async def add() -> None:
        store = SqlStore.open(sqlite_url(command.folder))
        await store.create_trajectory(Scope(), head("trj_b"))
        said = Trajectory(PREFIX).append(Said(Message(Role.USER, text), Origin.USER), at=NOW)
        await store.append_event(Scope(), "trj_b", said)
        await store.close()

    asyncio.run(add())
    written = command("trajectories", "--export", "trj_b").stdout
    assert "\u202e" not in written  # what would turn a terminal's line is escaped
    read = [json.loads(line) for line in written.splitlines()]
    assert text in json.dumps(read, ensure_ascii=False)
