"""The audit of one request against the one before it."""

from dataclasses import replace

import pytest

from kesher.context.audit import LAWFUL_CAUSES, audit, edits_after
from kesher.context.prefix import make_prefix
from kesher.context.profiles import PROFILES, profile
from kesher.context.trajectory import Trajectory
from kesher.domain.canonical import digest
from kesher.domain.message import Message, Reasoning, Role
from kesher.domain.request import Context, Segment, SegmentKind
from kesher.domain.trajectory import Edit, EditKind, Origin, Said
from sent_requests import rendered, requests_of
from trajectories import START, TOOLS, random_trajectory, seeded

DEEPSEEK = profile("deepseek")


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_two_hundred_clean_trajectories_give_no_break_that_is_not_logged(name: str) -> None:
    rules = profile(name)
    for seed in range(200 // len(PROFILES) + 1):
        grown = random_trajectory(seeded(name, seed), statuses=seed % 3 == 0)
        before: Context | None = None
        for context, edits in requests_of(grown, rules):
            found = audit(
                before.segments if before else None, context.segments, profile=rules, edits=edits
            )
            assert found.reused_tokens + found.new_tokens == context.tokens
            if found.broken is not None and not found.logged:
                assert found.broken.cause in LAWFUL_CAUSES, (seed, found.broken)
            before = context


@pytest.mark.parametrize("name", ["openai", "deepseek", "generic"])
@pytest.mark.parametrize("statuses", [True, False])
def test_without_edits_every_request_reuses_all_of_the_one_before_but_its_status(
    name: str, statuses: bool
) -> None:
    rules = profile(name)
    for seed in range(10):
        grown = random_trajectory(seeded(seed), edits=False, statuses=statuses)
        before: Context | None = None
        for context, _ in requests_of(grown, rules):
            if before is not None:
                found = audit(before.segments, context.segments, profile=rules)
                kept = [s for s in before.segments if s.kind is not SegmentKind.STATUS]
                assert found.broken is None
                assert found.reused_tokens >= sum(segment.tokens for segment in kept)
            before = context


def test_a_logged_edit_explains_the_break_and_another_change_is_not_explained() -> None:
    trajectory = Trajectory(make_prefix("אתה עוזר.", TOOLS))
    for turn in range(4):
        trajectory.append(Said(Message(Role.USER, f"שאלה {turn}"), Origin.USER), at=START)
        trajectory.append(Said(Message(Role.ASSISTANT, f"תשובה {turn}"), Origin.MODEL), at=START)
    before = rendered(trajectory)
    edit = Edit("e1", EditKind.DROP, (3,), (), "too long", "test")
    trajectory.apply(edit, at=START)
    after = rendered(trajectory)

    logged = audit(
        before.segments,
        after.segments,
        profile=DEEPSEEK,
        edits=edits_after(trajectory.events, 7),
    )
    unlogged = audit(before.segments, after.segments, profile=DEEPSEEK)

    assert logged.logged
    assert logged.broken is not None
    assert (logged.broken.cause, logged.broken.message) == ("message_removed", 4)
    assert not unlogged.logged


def changed(segments: tuple[Segment, ...], at: int, old: str, new: str) -> tuple[Segment, ...]:
    """The same request with one text in one segment written otherwise."""
    text = segments[at].text.replace(old, new, 1)
    assert text != segments[at].text
    altered = replace(segments[at], text=text, hash=digest(text))
    return (*segments[:at], altered, *segments[at + 1 :])


def said(*texts: str, system: str = "You help. היום יום א׳, 2026-11-30 08:15.") -> Context:
    trajectory = Trajectory(make_prefix(system, TOOLS))
    for place, text in enumerate(texts):
        role, origin = (
            (Role.USER, Origin.USER) if place % 2 == 0 else (Role.ASSISTANT, Origin.MODEL)
        )
        trajectory.append(Said(Message(role, text), origin), at=START)
    return rendered(trajectory)


def place_of(context: Context, kind: SegmentKind) -> int:
    return next(i for i, segment in enumerate(context.segments) if segment.kind is kind)


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("08:15", "08:16", "timestamp_in_system"),
        ("You help.", "You help well.", "system_changed"),
        ("You help. ", "You help.", "system_changed"),
        ("א׳", "א׳\u200f", "direction_mark_drift"),
    ],
)
def test_a_changed_system_message_is_named_with_its_cause_and_byte(
    old: str, new: str, cause: str
) -> None:
    before = said("שלום")
    at = place_of(before, SegmentKind.SYSTEM)
    after = changed(before.segments, at, old, new)

    broken = audit(before.segments, after, profile=DEEPSEEK).broken

    one = "".join(s.text for s in before.segments).encode()
    other = "".join(s.text for s in after).encode()
    assert broken is not None
    assert (broken.cause, broken.message) == (cause, 0)
    assert one[: broken.byte] == other[: broken.byte]
    assert one[: broken.byte + 4] != other[: broken.byte + 4]
    assert broken.token + broken.lost_tokens == before.tokens
    assert broken.lost_usd == pytest.approx(broken.lost_tokens * (0.66 - 0.022) / 1_000_000)


def test_tools_in_another_order_are_told_from_tools_that_join_leave_or_change() -> None:
    before = said("привет")
    tools = [s for s in before.segments if s.kind is SegmentKind.TOOLS]
    rest = before.segments[len(tools) :]
    altered = replace(tools[1], text=tools[1].text.replace("one page", "a sheet"))
    orders = {
        "tools_reordered": [tools[1], tools[0], *tools[2:]],
        "tool_added": [tools[0], replace(tools[1], text='{"name":"new"}'), *tools[1:]],
        "tool_removed": tools[:-1],
        "tool_changed": [tools[0], altered, *tools[2:]],
    }
    for cause, order in orders.items():
        broken = audit(before.segments, (*order, *rest), profile=DEEPSEEK).broken
        assert broken is not None
        assert (broken.cause, broken.message) == (cause, -1)


def test_a_message_that_slides_out_at_the_start_is_a_sliding_window() -> None:
    before = said("أول", "جواب", "ثان", "جواب ثان", "ثالث")
    first = place_of(before, SegmentKind.TRAJECTORY)
    after = (*before.segments[:first], *before.segments[first + 2 :])
    broken = audit(before.segments, after, profile=DEEPSEEK).broken
    assert broken is not None
    assert (broken.cause, broken.message) == ("sliding_window", 1)


def test_reasoning_that_is_lost_where_it_must_be_echoed_is_a_fault() -> None:
    trajectory = Trajectory(make_prefix("You help."))
    thought = (Reasoning("אחשוב על זה"),)
    trajectory.append(Said(Message(Role.USER, "שאלה"), Origin.USER), at=START)
    trajectory.append(
        Said(Message(Role.ASSISTANT, "תשובה", reasoning=thought), Origin.MODEL), at=START
    )
    trajectory.append(Said(Message(Role.USER, "עוד"), Origin.USER), at=START)
    kept, dropped = rendered(trajectory), rendered(trajectory, profile("openai"))
    echo = audit(kept.segments, dropped.segments, profile=DEEPSEEK).broken
    since = audit(kept.segments, dropped.segments, profile=profile("qwen3")).broken
    assert echo is not None
    assert since is not None
    assert (echo.cause, since.cause) == ("reasoning_changed", "reasoning_left_out")


def test_the_first_request_is_all_new() -> None:
    first = said("שלום")
    found = audit(None, first.segments, profile=DEEPSEEK)
    assert (found.reused_tokens, found.new_tokens, found.broken) == (0, first.tokens, None)


def test_an_erased_segment_counts_as_equal_by_its_hash() -> None:
    before = said("סוד", "תשובה")
    at = place_of(before, SegmentKind.TRAJECTORY)
    erased = replace(before.segments[at], text="")
    was = (*before.segments[:at], erased, *before.segments[at + 1 :])
    assert audit(was, before.segments, profile=DEEPSEEK).broken is None
