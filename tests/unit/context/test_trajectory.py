import json

import pytest

from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.event_json import event_to_json
from kesher.domain.json_value import JsonObject
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import EditKind, Origin, Said, StatusKept
from kesher.errors import BrokenChainError, ContextError, InputError, InvariantError
from unit.context.spine import AT, LOOK_UP, SEND, answered, asked, edit, phone_book, result

SHORTER = "דנה לוי: 03-5551234 (קוצר; המקור בקובץ)"


def test_a_log_written_out_and_read_again_is_the_same_to_the_byte() -> None:
    trajectory = phone_book()
    trajectory.apply(edit(EditKind.DROP, 6), at=AT)
    again = Trajectory.from_jsonl(trajectory.to_jsonl())
    assert again.to_jsonl() == trajectory.to_jsonl()
    assert again.entries() == trajectory.entries()


def test_hebrew_stands_in_the_log_as_letters() -> None:
    assert "דנה לוי" in phone_book().to_jsonl()


@pytest.mark.parametrize("line", range(1, 11))
def test_a_changed_event_breaks_the_chain(line: int) -> None:
    lines = phone_book().to_jsonl().splitlines()
    event = json.loads(lines[line])
    event["at"] = "2026-11-30T08:16:00+00:00"
    lines[line] = json.dumps(event, ensure_ascii=False)
    with pytest.raises(BrokenChainError, match=f"Event {line - 1} does not follow"):
        Trajectory.from_jsonl("\n".join(lines))


def test_a_missing_event_breaks_the_chain() -> None:
    lines = phone_book().to_jsonl().splitlines()
    del lines[3]
    with pytest.raises(BrokenChainError):
        Trajectory.from_jsonl("\n".join(lines))


def test_a_changed_prefix_is_found() -> None:
    text = phone_book().to_jsonl().replace("אתה עוזר של המשרד", "אתה עוזר של המשרדים")
    with pytest.raises(BrokenChainError, match="prefix"):
        Trajectory.from_jsonl(text)


@pytest.mark.parametrize("text", ["", "\n\n", "{}", "[1]", "not json", '{"system": 5}'])
def test_a_text_that_is_no_log_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(BrokenChainError, match=r"log is empty|Line 1"):
        Trajectory.from_jsonl(text)


def test_tools_in_any_order_with_keys_in_any_order_give_the_same_prefix() -> None:
    first: JsonObject = {"type": "function", "function": {"name": "a", "description": "ראשון"}}
    second: JsonObject = {"function": {"description": "ראשון", "name": "a"}, "type": "function"}
    one = make_prefix("שלום", [SEND, LOOK_UP])
    assert make_prefix("שלום", [LOOK_UP, SEND]) == one
    assert make_prefix("", [first]) == make_prefix("", [second])


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="look_up"):
        make_prefix("", [LOOK_UP, ToolSpec("look_up", "אחר")])


def test_examples_alternate() -> None:
    with pytest.raises(InputError, match="no answer"):
        make_prefix("", examples=[Message(Role.USER, "שאלה")])
    with pytest.raises(InputError, match="Examples alternate"):
        make_prefix("", examples=[Message(Role.ASSISTANT, "תשובה"), Message(Role.USER, "שאלה")])


def test_a_result_is_shown_shorter_and_can_be_shown_whole_again() -> None:
    trajectory = phone_book(thought=None)
    whole = trajectory.entries()
    trajectory.apply(edit(EditKind.REPLACE, 2, texts=(SHORTER,)), at=AT)
    assert trajectory.entries()[2].message.text == SHORTER
    trajectory.apply(edit(EditKind.RESTORE, name="ed_2", restores="ed_1"), at=AT)
    assert trajectory.entries() == whole


def test_the_events_stay_as_they_were_whatever_is_shown() -> None:
    trajectory = phone_book()
    before = [event_to_json(event) for event in trajectory.events]
    trajectory.apply(edit(EditKind.DROP, 1, 6), at=AT)
    assert [event_to_json(event) for event in trajectory.events[: len(before)]] == before


def test_groups_that_follow_one_another_become_one_text() -> None:
    trajectory = phone_book()
    summary = "דנה לוי: 03-5551234, א–ה 08:00–16:30. המשתמש ביקש גם את יוסי."
    trajectory.apply(edit(EditKind.SUMMARISE, 1, 4, 5, texts=(summary,)), at=AT)
    assert [entry.sequence for entry in trajectory.entries()] == [0, 1, 6, 7, 8, 9]
    assert trajectory.entries()[1].message == Message(Role.USER, summary)


@pytest.mark.parametrize(
    ("kind", "targets", "texts", "words"),
    [
        (EditKind.DROP, (0,), (), "request of the user at event 0"),
        (EditKind.DROP, (9,), (), "request of the user at event 9"),
        (EditKind.REPLACE, (0,), ("קצר",), "request of the user at event 0"),
        (EditKind.REPLACE, (1,), ("קצר",), "signed reasoning"),
        (
            EditKind.SUMMARISE,
            (1, 4),
            ("The telephone number of Dana Levi was found: 03-5551234, room 12.",),
            "is in `en`",
        ),
    ],
)
def test_what_must_always_hold_is_kept(
    kind: EditKind, targets: tuple[int, ...], texts: tuple[str, ...], words: str
) -> None:
    trajectory = phone_book()
    before = trajectory.to_jsonl()
    with pytest.raises(InvariantError, match=words):
        trajectory.apply(edit(kind, *targets, texts=texts), at=AT)
    assert trajectory.to_jsonl() == before


def test_a_pinned_message_cannot_be_dropped() -> None:
    trajectory = phone_book()
    trajectory.append(asked("לעולם אל תשלח מייל בלי אישור.", pinned=True), at=AT)
    trajectory.append(answered("בסדר."), at=AT)
    trajectory.append(asked("ועכשיו?"), at=AT)
    with pytest.raises(InvariantError, match="pinned message at event 10"):
        trajectory.apply(edit(EditKind.DROP, 10), at=AT)


@pytest.mark.parametrize(
    ("kind", "targets", "texts"),
    [
        (EditKind.DROP, (2,), ()),  # a result alone is no group
        (EditKind.DROP, (99,), ()),
        (EditKind.REPLACE, (2, 3), ("אחד",)),
        (EditKind.SUMMARISE, (1, 5), ("סיכום",)),
        (EditKind.SUMMARISE, (), ("סיכום",)),
        (EditKind.RESTORE, (), ()),
    ],
)
def test_an_edit_of_what_is_not_there_is_refused(
    kind: EditKind, targets: tuple[int, ...], texts: tuple[str, ...]
) -> None:
    trajectory = phone_book()
    with pytest.raises(ContextError):
        trajectory.apply(edit(kind, *targets, texts=texts), at=AT)


def test_an_edit_id_is_used_once() -> None:
    trajectory = phone_book()
    trajectory.apply(edit(EditKind.DROP, 6), at=AT)
    with pytest.raises(ContextError, match="ed_1"):
        trajectory.apply(edit(EditKind.DROP, 1), at=AT)


def test_what_a_later_edit_stands_on_cannot_be_taken_back() -> None:
    trajectory = phone_book()
    trajectory.apply(edit(EditKind.DROP, 4), at=AT)
    trajectory.apply(edit(EditKind.SUMMARISE, 1, 5, texts=("דנה: 03-5551234",), name="ed_2"), at=AT)
    with pytest.raises(ContextError, match="do not follow one another"):
        trajectory.apply(edit(EditKind.RESTORE, name="ed_3", restores="ed_1"), at=AT)


def test_a_restore_is_not_taken_back_and_nothing_is_taken_back_twice() -> None:
    trajectory = phone_book(thought=None)
    trajectory.apply(edit(EditKind.REPLACE, 2, texts=(SHORTER,)), at=AT)
    trajectory.apply(edit(EditKind.RESTORE, name="ed_2", restores="ed_1"), at=AT)
    before = trajectory.to_jsonl()
    with pytest.raises(ContextError, match=r"`ed_2` is itself a restore.*apply it anew"):
        trajectory.apply(edit(EditKind.RESTORE, name="ed_3", restores="ed_2"), at=AT)
    with pytest.raises(ContextError, match="`ed_1` was taken back already"):
        trajectory.apply(edit(EditKind.RESTORE, name="ed_3", restores="ed_1"), at=AT)
    assert trajectory.to_jsonl() == before
    trajectory.apply(edit(EditKind.REPLACE, 2, texts=(SHORTER,), name="ed_4"), at=AT)
    assert trajectory.entries()[2].message.text == SHORTER


def test_an_edit_that_changes_nothing_is_refused_and_leaves_no_event() -> None:
    trajectory = phone_book(thought=None)
    trajectory.apply(edit(EditKind.REPLACE, 2, texts=(SHORTER,)), at=AT)
    before = trajectory.to_jsonl()
    with pytest.raises(ContextError, match="`ed_2` changes nothing"):
        trajectory.apply(edit(EditKind.REPLACE, 2, texts=(SHORTER,), name="ed_2"), at=AT)
    assert trajectory.to_jsonl() == before


def test_nothing_joins_while_calls_wait_for_their_results() -> None:
    trajectory = Trajectory(make_prefix("מערכת", [LOOK_UP]))
    trajectory.append(asked("חפש את דנה ואת יוסי"), at=AT)
    calls = (ToolCall("c1", "look_up", "{}"), ToolCall("c2", "look_up", "{}"))
    trajectory.append(Said(Message(Role.ASSISTANT, None, calls), Origin.MODEL), at=AT)
    trajectory.append(result("c1", "דנה"), at=AT)
    for payload in (asked("ומה עם יוסי?"), answered("מצאתי."), StatusKept("<s/>")):
        with pytest.raises(InvariantError, match="The calls `c2` still wait"):
            trajectory.append(payload, at=AT)
    trajectory.append(result("c2", "יוסי"), at=AT)
    trajectory.append(answered("מצאתי את שניהם."), at=AT)
    assert Trajectory.from_jsonl(trajectory.to_jsonl()).entries() == trajectory.entries()


def test_two_calls_of_one_id_are_refused() -> None:
    trajectory = Trajectory(make_prefix("מערכת", [LOOK_UP]))
    trajectory.append(asked("חפש"), at=AT)
    calls = (ToolCall("c1", "look_up", "{}"), ToolCall("c1", "look_up", '{"name": "דנה"}'))
    with pytest.raises(InvariantError, match=r"id `c1`.*its own id"):
        trajectory.append(Said(Message(Role.ASSISTANT, None, calls), Origin.MODEL), at=AT)


def test_the_trajectory_of_an_earlier_moment_is_at_hand() -> None:
    trajectory = phone_book()
    trajectory.apply(edit(EditKind.DROP, 6), at=AT)
    assert trajectory.until(7).entries() == phone_book().until(7).entries()


def test_a_result_without_a_call_that_waits_for_it_is_refused() -> None:
    trajectory = phone_book()
    before = trajectory.to_jsonl()
    for call_id in ("call_3", "never_called"):
        with pytest.raises(InvariantError, match=call_id):
            trajectory.append(result(call_id, "נוסף"), at=AT)
    assert trajectory.to_jsonl() == before


@pytest.mark.parametrize("hostile", ["[" * 100_000, '{"sequence": Infinity}', '{"at": 1e999}'])
def test_a_hostile_line_is_refused_with_its_number(hostile: str) -> None:
    lines = phone_book().to_jsonl().splitlines()
    with pytest.raises(BrokenChainError, match="Line 3"):
        Trajectory.from_jsonl("\n".join([*lines[:2], hostile, *lines[2:]]))


def test_a_log_saved_with_a_byte_order_mark_is_read() -> None:
    text = phone_book().to_jsonl()
    assert Trajectory.from_jsonl(f"\ufeff{text}").to_jsonl() == text
