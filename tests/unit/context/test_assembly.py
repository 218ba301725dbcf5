import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.adapters.models.token_counts import O200kCounter
from kesher.context.assembly import Block, Evidence, Recollection, assemble
from kesher.context.trajectory import Trajectory
from kesher.context.wire import from_dict, from_dicts, to_dict, to_dicts
from kesher.domain.canonical import digest
from kesher.domain.json_value import JsonObject
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.profile import Profile, ReasoningRule, StatusPlace
from kesher.domain.request import Context, SegmentKind
from kesher.domain.trajectory import Origin, Said, StatusKept
from kesher.errors import ContextTooLongError, InputError
from unit.context.spine import AT, phone_book, profile

COUNT = O200kCounter().count
STATUS = "<agent_status>\nשיחות: 3/3\n</agent_status>"
texts = st.text(
    st.sampled_from('אבגדהשלום abc123 "\\\n<>{}ءمرحباПривет\u05b8\u05bc🙂\u200f'),
    min_size=1,
    max_size=200,
)


def assembled(
    trajectory: Trajectory,
    used: Profile,
    *,
    evidence: Evidence | None = None,
    status: str | None = None,
    budget: int = 8_000,
) -> Context:
    return assemble(
        trajectory,
        evidence=evidence,
        status=status,
        profile=used,
        budget_tokens=budget,
        count=COUNT,
    )


def rendered(context: Context) -> str:
    return "".join(segment.text for segment in context.segments)


def test_the_same_log_gives_the_same_request_after_a_restart() -> None:
    trajectory = phone_book()
    again = Trajectory.from_jsonl(trajectory.to_jsonl())
    used = profile()
    assert assembled(trajectory, used, status=STATUS) == assembled(again, used, status=STATUS)


def test_all_segments_joined_are_the_request_to_the_byte() -> None:
    evidence = Evidence(
        "<passages>", (Block("c1", 'שורה "אחת"\nשנייה', ("chk_1",)),), "</passages>"
    )
    context = assembled(phone_book(), profile(), evidence=evidence, status=STATUS)
    wanted = "".join(context.tools) + "".join(
        json.dumps(
            to_dict(message, reasoning_field="reasoning_content"),
            ensure_ascii=False,
            sort_keys=True,
            separators=(",", ":"),
        )
        for message in context.messages
    )
    assert rendered(context) == wanted
    assert all(segment.hash == digest(segment.text) for segment in context.segments)
    assert context.tokens == sum(segment.tokens for segment in context.segments)


def test_each_turn_begins_with_every_byte_of_the_turn_before() -> None:
    whole = phone_book()
    earlier = ""
    for event in whole.events:
        now = rendered(assembled(whole.until(event.sequence), profile()))
        assert now.startswith(earlier)
        earlier = now


@given(st.lists(texts, max_size=8), texts, st.integers(400, 2_000))
def test_a_request_is_never_over_its_budget(found: list[str], status: str, budget: int) -> None:
    blocks = tuple(Block(f"c{at}", text) for at, text in enumerate(found))
    bare = assembled(phone_book(), profile(), evidence=Evidence(), status=status)
    budget = max(budget, bare.tokens)
    context = assembled(
        phone_book(), profile(), evidence=Evidence(blocks=blocks), status=status, budget=budget
    )
    assert context.tokens <= budget
    assert sorted((*context.sent, *context.left_out)) == sorted(block.id for block in blocks)


@given(texts, texts)
def test_each_passage_is_a_segment_of_its_own_with_its_ids(first: str, second: str) -> None:
    blocks = (Block("c1", first, ("chk_1",)), Block("c2", second, ("chk_2", "fact_9")))
    context = assembled(phone_book(), profile(), evidence=Evidence("<p>", blocks, "</p>"))
    held = [segment for segment in context.segments if segment.refs]
    assert [segment.refs for segment in held] == [("chk_1",), ("chk_2", "fact_9")]
    assert [json.loads(f'"{segment.text}"') for segment in held] == [first, second]


def test_evidence_that_does_not_fit_is_named_and_a_shorter_piece_may_still_go_in() -> None:
    blocks = (Block("best", "קצר"), Block("long", "ארוך מאוד " * 900), Block("last", "גם קצר"))
    context = assembled(phone_book(), profile(), evidence=Evidence(blocks=blocks), budget=1_500)
    assert (context.sent, context.left_out) == (("best", "last"), ("long",))


def test_a_trajectory_over_the_budget_says_what_it_needs() -> None:
    with pytest.raises(ContextTooLongError, match=r"needs [0-9,]+ tokens"):
        assembled(phone_book(), profile(), budget=50)


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (ReasoningRule.ECHO, 1),
        (ReasoningRule.DROP, 0),
        (ReasoningRule.SINCE_USER, 0),  # a user message has come since
    ],
)
def test_reasoning_goes_back_by_the_profiles_rule(rule: ReasoningRule, kept: int) -> None:
    context = assembled(phone_book(), profile(reasoning=rule))
    assert sum(bool(message.reasoning) for message in context.messages) == kept


def test_reasoning_since_the_users_last_word_is_kept_through_the_tool_loop() -> None:
    loop = phone_book().until(3)
    context = assembled(loop, profile(reasoning=ReasoningRule.SINCE_USER), status=STATUS)
    assert [bool(message.reasoning) for message in context.messages][2]


def test_a_status_is_the_last_user_message() -> None:
    context = assembled(phone_book().until(3), profile(), status=STATUS)
    assert context.messages[-1] == Message(Role.USER, STATUS)
    assert context.segments[-1].kind is SegmentKind.STATUS


def test_a_status_joins_the_last_result_where_a_user_message_would_reset_reasoning() -> None:
    used = profile(place=StatusPlace.LAST_RESULT)
    context = assembled(phone_book().until(3), used, status=STATUS)
    last = context.messages[-1]
    assert last.role is Role.TOOL
    assert (last.text or "").endswith(f"08:00–16:30\n\n{STATUS}")
    assert [s.kind for s in context.segments if "agent_status" in s.text] == [SegmentKind.STATUS]
    assert context.cache_marks == (0, 3)  # not after the message that the next turn changes


def test_a_kept_status_stands_where_it_was_put() -> None:
    trajectory = phone_book().until(3)
    trajectory.append(StatusKept(STATUS), at=AT)
    own = assembled(trajectory, profile()).messages[-1]
    joined = assembled(trajectory, profile(place=StatusPlace.LAST_RESULT)).messages[-1]
    assert own == Message(Role.USER, STATUS)
    assert (joined.text or "").endswith(STATUS)
    assert joined.role is Role.TOOL


def test_marks_stand_after_the_prefix_and_after_what_stays() -> None:
    evidence = Evidence("חומר", (Block("c", "קטע"),))
    context = assembled(phone_book(), profile(), evidence=evidence, status=STATUS)
    assert context.cache_marks == (0, 10)
    assert assembled(phone_book(), profile(marks=0)).cache_marks == ()


def test_chat_completions_dicts_go_in_and_come_out() -> None:
    given_messages: list[JsonObject] = [
        {"role": "system", "content": "שלום"},
        {"role": "user", "content": [{"type": "text", "text": "مرحبا"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "look_up", "arguments": '{"name":  "Дана"}'},
                }
            ],
            "reasoning_content": "חושב",
            "annotations": [],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "12"},
    ]
    records = from_dicts(given_messages)
    back = to_dicts(records)
    assert back[2].pop("reasoning_blocks") == [{"text": given_messages[2].pop("reasoning_content")}]
    assert back == given_messages
    assert from_dicts(to_dicts(records)) == records


@pytest.mark.parametrize(
    "message",
    [
        {"content": "בלי תפקיד"},
        {"role": "robot", "content": ""},
        {"role": "assistant", "tool_calls": "x"},
        {"role": "assistant", "tool_calls": [{"id": "c"}]},
        {"role": "tool", "tool_call_id": 5, "content": ""},
        {"role": "assistant", "reasoning_blocks": ["x"]},
    ],
)
def test_what_is_no_message_is_refused(message: JsonObject) -> None:
    with pytest.raises(InputError):
        from_dict(message)


@given(texts, texts, texts)
def test_every_record_survives_its_dict(text: str, thought: str, arguments: str) -> None:
    message = Message(
        Role.ASSISTANT,
        text,
        (ToolCall("call", "look_up", arguments),),
        reasoning=(Reasoning(thought, "חתימה"), Reasoning("", redacted="sealed")),
        extra='{"annotations":[]}',
    )
    assert from_dict(to_dict(message)) == message
    assert from_dict(to_dict(replace(message, tool_calls=()))) == replace(message, tool_calls=())


@given(st.lists(texts, min_size=1, max_size=6))
def test_the_log_of_any_texts_reads_back_the_same(said: list[str]) -> None:
    trajectory = phone_book()
    for text in said:
        trajectory.append(Said(Message(Role.USER, text), Origin.USER, refs=(text,)), at=AT)
    assert Trajectory.from_jsonl(trajectory.to_jsonl()).events == trajectory.events


KNOWN = Block("memory", "<remembered_facts>\nעיר חיפה\n</remembered_facts>", ("fct_1",))
NEWER = Block("memory", "<remembered_facts>\nمدينة عكا\n</remembered_facts>", ("fct_2",))


def of_memory(context: Context) -> list[tuple[int, tuple[str, ...]]]:
    kept = [each for each in context.segments if each.kind is SegmentKind.MEMORY]
    return [(each.message, each.refs) for each in kept]


def test_what_was_frozen_stands_behind_the_prefix_and_the_cache_boundary_behind_it() -> None:
    evidence = Evidence("<passages>", memory=Recollection(KNOWN, NEWER))
    context = assembled(phone_book(), profile(), evidence=evidence, status=STATUS)
    texts = [message.text for message in context.messages]
    assert [texts.index(block.text) for block in (KNOWN, NEWER)] == [1, len(texts) - 3]
    assert texts[-2:] == ["<passages>", STATUS]
    assert of_memory(context) == [(1, KNOWN.refs), (len(texts) - 3, NEWER.refs)]
    assert context.tokens == sum(each.tokens for each in context.segments)


def test_at_the_end_of_a_result_memory_stands_before_the_status_each_in_its_segment() -> None:
    used = profile(place=StatusPlace.LAST_RESULT)
    upto = next(
        place
        for place, event in enumerate(phone_book().events)
        if isinstance(event.payload, Said) and event.payload.message.role is Role.TOOL
    )
    trajectory = phone_book().until(upto)
    plain = assembled(trajectory, used, status=STATUS)
    evidence = Evidence(memory=Recollection(None, NEWER))
    context = assembled(trajectory, used, status=STATUS, evidence=evidence)
    assert len(context.messages) == len(plain.messages)
    assert (context.messages[-1].text or "").endswith(f"\n\n{NEWER.text}\n\n{STATUS}")
    kinds = [each.kind for each in context.segments][-3:]
    assert kinds == [SegmentKind.MEMORY, SegmentKind.STATUS, SegmentKind.TRAJECTORY]
    assert context.segments[-3].refs == NEWER.refs


def test_without_memory_the_segments_are_those_of_a_request_that_knows_of_none() -> None:
    trajectory = phone_book()
    bare = assembled(trajectory, profile(), status=STATUS)
    empty = Evidence(memory=Recollection())
    assert assembled(trajectory, profile(), status=STATUS, evidence=empty) == bare
