import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.memory.schema import shipped_schema
from kesher.memory.values import holds, likeness, plain, same, status_word, within, words

KEYS = shipped_schema()


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("order_status", "ההזמנה הגיעה", "delivered"),
        ("order_status", "Out for delivery", "shipped"),
        ("order_status", "return_requested", "return_requested"),
        ("order_status", "доставлена", "delivered"),
        ("order_status", "تم التسليم", "delivered"),
        ("task_status", "הוּשְׁלַם", "done"),
        ("refund_status", "done", "paid"),
        ("ticket_status", "done", "closed"),
        ("order_status", "אצל השכן", "אצל השכן"),
    ],
)
def test_status_words_of_all_languages_fold_to_ours_by_key(key: str, value: str, word: str) -> None:
    assert status_word(key, value) == word


@pytest.mark.parametrize(
    ("key", "one", "other", "equal"),
    [
        ("city", "תל־אביב", "תל אביב", True),
        ("city", "בגבעתיים", "גבעתיים", True),
        ("city", "القاهرة", "قاهرة", True),
        ("likes", "أحمد", "احمد", True),
        ("likes", "ёлка", "елка", True),
        ("price", "₪ 1,890.00", "1890", True),
        ("price", "1890 шекелей", "1890 ILS", True),
        ("price", "189 ILS", "1890 ILS", False),
        ("phone", "+972-52-555-0146", "0525550146", True),
        ("phone", "٠٥٢٥٥٥٠١٤٦", "052-5550146", True),
        ("time", "2026-02-24T17:30:00+02:00", "2026-02-24 17:30", True),
        ("deadline", "2026-02-24", "2026-02-25", False),
        ("order_status", "בוטלה", "cancelled", True),
        ("employer", "שיטה", "שטה", False),
        ("likes", "לא קפה", "קפה", False),
        ("pet_type", "כלב", "כלבה", False),
    ],
)
def test_values_are_compared_by_what_they_say(key: str, one: str, other: str, equal: bool) -> None:
    assert same(one, other, KEYS.key(key)) is equal
    assert same(other, one, KEYS.key(key)) is equal


def test_a_part_is_within_a_whole_only_where_the_schema_allows_it() -> None:
    assert within("ויצמן 22", "ויצמן 22, כפר סבא", KEYS.key("address"))
    assert not within("ויצמן 22, כפר סבא", "ויצמן 22", KEYS.key("address"))
    assert not within("צמחונית", "צמחונית שאוכלת דגים", KEYS.key("diet"))


def test_a_number_is_held_only_as_a_whole_one() -> None:
    assert holds("ז'בוטינסקי 21", "21")
    assert not holds("ז'בוטינסקי 121", "21")


def test_likeness_counts_words_of_the_shorter() -> None:
    assert likeness("דוח מהשמאי", "השמאי שלח דוח סופי", KEYS.key("waiting_for")) == 1
    assert likeness("דוח מהבנק", "השמאי שלח דוח סופי", KEYS.key("waiting_for")) == 0.5
    assert likeness("", "דוח", KEYS.key("waiting_for")) == 0


_TEXTS = st.text("אבגדהוילמנסתםן שׁלוֹ' ABcё0123٤.,₪-\u200f", max_size=12)


@given(_TEXTS, st.sampled_from(KEYS.names()))
def test_every_value_says_the_same_as_itself(text: str, name: str) -> None:
    assert same(text, text, KEYS.key(name))


@given(_TEXTS, _TEXTS, st.sampled_from(KEYS.names()))
def test_sameness_has_no_direction(one: str, other: str, name: str) -> None:
    key = KEYS.key(name)
    assert same(one, other, key) == same(other, one, key)


@given(_TEXTS)
def test_plain_writing_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert words(plain(text)) == words(text)
