import pytest

from kesher.domain.log import MessageRef, message_ref, parsed_message_ref


@pytest.mark.parametrize(
    ("thread_id", "message_id"),
    [("thr_a", "msg_1"), ("וואטסאפ: דנה/יוסי", '["א", "ב"]'), ("محادثة\x00", "Сообщение \ud83d")],
)
def test_a_reference_to_a_message_names_exactly_that_message(
    thread_id: str, message_id: str
) -> None:
    ref = message_ref(thread_id, message_id)
    assert parsed_message_ref(ref) == MessageRef(thread_id, message_id)


@pytest.mark.parametrize("ref", ["fct_k7f3m9qwz2hbtx", "chk_a", "", "[", "[not json", '["one"]'])
def test_what_names_no_message_is_told_apart(ref: str) -> None:
    assert parsed_message_ref(ref) is None
