"""What is given by mistake is answered with its name, its kind and what to give."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from kesher import Block, Evidence, Trajectory, assemble, audit, make_prefix, profile
from kesher.app.function_tools import function_tool
from kesher.context.cache import parts_of
from kesher.context.compaction.situation import situation_of
from kesher.context.profiles import with_margin
from kesher.context.prompt_lint.lint import lint_prompt
from kesher.context.tokens import estimate
from kesher.context.trace.lint import lint_trace
from kesher.context.wire import from_dict, to_dict
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import Origin, Said
from kesher.errors import ConfigurationError, InputError
from unit.context.spine import AT, asked, edit, phone_book


def assembled(**given: Any) -> Any:
    wanted: dict[str, Any] = {
        "trajectory": phone_book(), "evidence": None, "status": None, "profile": "openai",
        "budget_tokens": 2_000, "count": estimate,
    }  # fmt: skip
    wanted.update(given)
    return assemble(wanted.pop("trajectory"), **wanted)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"evidence": "ראיות"}, r"`evidence` is of type `str`.*Evidence\(opening"),
        ({"evidence": Evidence("", ({"id": "p1"},), "")}, "`blocks` is of type `dict`.*Block"),  # type: ignore[arg-type]  # the mistake
        ({"evidence": Evidence("", (Block("p1", None),), "")}, "text of block p1"),  # type: ignore[arg-type]  # the mistake
        ({"status": 5}, "`status` is of type `int`"),
        ({"trajectory": []}, "`trajectory` is of type `list`"),
        ({"budget_tokens": "2000"}, "`budget_tokens` is '2000'"),
        ({"budget_tokens": True}, "`budget_tokens` is True"),
        ({"count": 3}, "`count` cannot be called.*estimate"),
        ({"profile": None}, "`profile` is of type `NoneType`.*`openai`"),
    ],
)
def test_a_wrong_kind_is_named_with_what_to_give(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        assembled(**given)


def test_a_profile_is_given_by_its_name_and_a_context_for_its_segments() -> None:
    context = assembled(profile="anthropic")
    assert context == assembled(profile=profile("anthropic"))
    assert audit(context, context, profile="anthropic").broken is None
    segments = context.segments
    assert audit(context, context, profile="openai") == audit(
        segments, segments, profile=profile("openai")
    )
    assert with_margin("generic", 0.5).tokens_margin_fraction == 0.5
    with pytest.raises(ConfigurationError, match=r"no profile `gpt`.*openai"):
        assembled(profile="gpt")


@pytest.mark.parametrize("given", ["x", {}, [1]])
def test_an_audit_of_what_is_no_request_says_what_to_give(given: Any) -> None:
    with pytest.raises(InputError, match=r"`following`.*what `assemble` returned"):
        audit(None, given, profile="openai")


@pytest.mark.parametrize(
    ("payload", "at", "words"),
    [
        ({}, AT, r"type `dict`. Append a message as `Said\(from_dict"),
        (Message(Role.USER, "שלום"), AT, "type `Message`"),
        (Said({"role": "user"}, Origin.USER), AT, "`message` is of type `dict`"),  # type: ignore[arg-type]  # the mistake
        (Said(Message(Role.USER, "שלום"), "user"), AT, "`origin` is of type `str`"),  # type: ignore[arg-type]  # the mistake
        (asked("שלום"), "2026-11-30", "`at` is of type `str`"),
        (asked("שלום"), datetime(2026, 11, 30), "no time zone"),  # noqa: DTZ001 - the mistake
    ],
)
def test_what_is_no_event_is_refused_and_nothing_is_appended(
    payload: Any, at: Any, words: str
) -> None:
    trajectory = Trajectory(make_prefix("מערכת"))
    with pytest.raises(InputError, match=words):
        trajectory.append(payload, at=at)
    assert trajectory.events == ()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Trajectory("מערכת"), "`prefix` is of type `str`.*`make_prefix`"),  # type: ignore[arg-type]  # the mistake
        (lambda: Trajectory(make_prefix("x"), "abc"), "`events` is of type `str`.*from_jsonl"),  # type: ignore[arg-type]  # the mistake
        (lambda: Trajectory.from_jsonl(b"{}"), "`text` is of type `bytes`"),  # type: ignore[arg-type]  # the mistake
        (lambda: phone_book().apply({}, at=AT), "`edit` is of type `dict`"),  # type: ignore[arg-type]  # the mistake
        (lambda: phone_book().apply(edit("drop", 6), at=AT), "`kind` is of type `str`"),  # type: ignore[arg-type]  # the mistake
        (lambda: make_prefix("x", None), "`tools` is of type `NoneType`. Give a list of tools"),  # type: ignore[arg-type]  # the mistake
        (lambda: make_prefix("x", examples=5), "`examples` is of type `int`"),  # type: ignore[arg-type]  # the mistake
        (lambda: to_dict({"role": "user"}), "`message` is of type `dict`"),  # type: ignore[arg-type]  # the mistake
        (lambda: lint_trace(b"", profile="openai", count=estimate), "`text` is of type `bytes`"),  # type: ignore[arg-type]  # the mistake
        (lambda: lint_prompt(5), "`prompt` is of type `int`"),  # type: ignore[arg-type]  # the mistake
        (lambda: parts_of([]), "`context` is of type `list`.*`assemble`"),  # type: ignore[arg-type]  # the mistake
        (lambda: situation_of([], budget_tokens=1, count=len), "`trajectory` is of type `list`"),  # type: ignore[arg-type]  # the mistake
    ],
)
def test_every_way_into_the_engine_names_what_it_was_given(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        call()


def test_a_system_message_is_linted_as_it_stands() -> None:
    assert [each.code for each in lint_prompt("שלום {שם_המשתמש}")] == ["placeholder"]


def test_the_same_moment_in_another_zone_gives_the_same_hash() -> None:
    moment = datetime(2026, 11, 30, 10, tzinfo=timezone(timedelta(hours=2)))
    one, other = Trajectory(make_prefix("מערכת")), Trajectory(make_prefix("מערכת"))
    one.append(asked("שלום"), at=moment)
    other.append(asked("שלום"), at=moment.astimezone(UTC))
    assert one.last_hash == other.last_hash


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tools": ["days_off"]}, "A tool is of type `str`"),
        ({"tools": [lambda: 1]}, "A tool is of type `function`.*@kesher.tool"),
        ({"system": None}, "`system` is of type `NoneType`"),
        ({"examples": [{"role": "user", "content": "א"}]}, r"`examples`.*from_dicts"),
    ],
)
def test_a_prefix_of_something_else_says_what_to_give(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        make_prefix(**{"system": "מערכת", **given})


def test_a_name_in_place_of_a_function_or_a_message_is_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"`'days_off'` is no function.*without quotes"):
        function_tool("days_off")  # type: ignore[arg-type]  # the mistake
    with pytest.raises(InputError, match="A message is of type `str`"):
        from_dict("שלום")  # type: ignore[arg-type]  # the mistake
