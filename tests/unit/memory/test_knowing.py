"""What a question wants decides whether memory knows it: which attribute, and of whom."""

from datetime import UTC, datetime

import pytest

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactKind, FactState
from kesher.domain.log import Speaking
from kesher.memory.kin_asked import Reached, names_kin, reached
from kesher.memory.knowing import Asked, is_known
from kesher.memory.rendering import Known
from kesher.memory.unheard import strangers, unheard
from kesher.text.question_aims import aim, is_courtesy, says_little

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)
USER = Entity("user", "person", "הילה", NOW, speaker="user")
OMRI = Entity("omri", "person", "עומרי", NOW)
GADI = Entity("gadi", "person", "גדי", NOW)
CASE = Entity("case", "ticket", "4417", NOW)
PILL = Entity("pill", "medication", "רמוטין", NOW)


def told(
    subject: Entity, key: str, value: str, *, of: Entity | None = None, past: bool = False
) -> Known:
    fact = Fact(
        id=f"{subject.id} {key} {value}",
        subject_id=subject.id,
        key=key,
        value=value,
        object_id=of.id if of else None,
        kind=FactKind.STABLE,
        confidence=0.9,
        thread_id="t",
        source_message_id="m",
        quote=(0, 1),
        said_by=Speaking.USER,
        valid_from=NOW,
        recorded_from=NOW,
    )
    return Known(fact, subject, FactState.SUPERSEDED if past else FactState.CURRENT)


FACTS = [
    told(USER, "city", "חיפה"),
    told(USER, "name", "הילה ברעם"),
    told(USER, "medication", "רמוטין", of=PILL),
    told(USER, "waiting_for", "תשובה מהבנק", past=True),
    told(PILL, "dose", '20 מ"ג'),
    told(OMRI, "phone", "052-5550922"),
    told(OMRI, "birthday", "14 ביוני"),
    told(GADI, "birthday", "1980-06-14"),
    told(USER, "friend", "גדי", of=GADI),
    told(CASE, "technician", "עומרי", of=OMRI),
]


def knows(question: str, *named: Entity) -> bool:
    ids = frozenset(each.id for each in named)
    return is_known(Asked(question, NOW, ids), FACTS)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("איפה אני גרה?", []),
        ("where do I live", []),
        ("Где я живу?", []),
        ("أين أسكن؟", []),
        ("מה הטלפון של עומרי?", [OMRI]),
        ("what is the phone of the technician of case 4417?", [CASE]),
        ("מה הטלפון של הטכנאי?", []),
        ("באיזה מינון אני לוקחת רמוטין?", [PILL]),
        ("how old is Gadi?", [GADI]),
        ("מה שם המשפחה שלי?", []),
        ("אני עדיין מחכה לתשובה?", []),
    ],
)
def test_what_a_fact_says_of_the_one_asked_about_is_known(
    question: str, named: list[Entity]
) -> None:
    assert knows(question, *named)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("מה הטלפון שלי?", []),  # only somebody else's is known
        ("what's my phone number", []),
        ("Какой у меня номер телефона?", []),
        ("ما هو رقم هاتفي؟", []),
        ("איפה עומרי גר?", [OMRI]),
        ("מה המשכורת שלי?", []),
        ("how old is Omri?", [OMRI]),  # a day without a year is no age
        ("מה שם המשפחה של גדי?", [GADI]),  # a first name alone
        ("למה אני מחכה?", []),  # it is over
        ("how tall is Gadi?", [GADI]),
        ("מה הדרכון של עומרי?", [OMRI]),
    ],
)
def test_what_no_fact_says_of_the_one_asked_about_is_not(
    question: str, named: list[Entity]
) -> None:
    assert not knows(question, *named)


def test_what_memory_never_heard_of_is_not_known_whatever_else_is() -> None:
    assert not is_known(Asked("איפה אני גרה?", NOW, missing=("הקומקום",)), FACTS)
    stranger = Asked("איפה נועם גר?", NOW, strangers=("נועם",))
    assert not is_known(stranger, FACTS)
    assert is_known(Asked("איפה אני גרה עם נועם?", NOW, strangers=("נועם",)), FACTS)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("כמה עלה הקומקום?", ("הקומקום",)),
        ("how much did the sofa cost?", ("sofa",)),
        ("what is Noam's email?", ("Noam",)),
        ("מתי הביקורת אצל רופא העיניים?", ("העיניים",)),
        ("מה קורה עם ההחזר הכספי?", ()),
        ("איפה אני גרה היום?", ()),
        ("what number do i call to reach the delivery guy", ()),
        ("הגעתי הביתה, מה הכתובת?", ()),
    ],
)
def test_only_nouns_that_were_never_heard_are_missing(
    question: str, expected: tuple[str, ...]
) -> None:
    assert unheard(question, lambda word: word == "הביתה") == expected
    assert unheard(question, lambda _: True) == ()


def test_strangers_are_words_that_neither_ask_nor_point_at_somebody() -> None:
    assert strangers("איפה נועם גר?", lambda _: False) == ("נועם",)
    assert strangers("where do I live now?", lambda _: False) == ()


@pytest.mark.parametrize(
    ("question", "key", "whose"),
    [
        ("what does my sister's husband do?", "spouse", "does my sister"),
        ("במה עוסק בעלה של אחותי?", "spouse", "אחותי"),
        ("who is the mother of Omri", "mother", "omri"),
    ],
)
def test_a_relation_is_read_over_somebody_else(question: str, key: str, whose: str) -> None:
    found = reached(question)
    assert isinstance(found, Reached)
    assert key in found.relation.keys
    assert found.whose == whose


def test_no_relation_is_read_where_a_name_has_something_else() -> None:
    assert reached("what is Omri's phone?") is None
    assert reached("מה הטלפון של עומרי?") is None


def test_a_word_for_somebody_is_no_name() -> None:
    assert names_kin("אחותי")
    assert names_kin("my wife")
    assert not names_kin("חווה")


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("מה המשכורת שלי במדרון?", {"salary"}),
        ("when does my passport expire?", {"passport_expiry"}),
        ("כמה שכר דירה אני משלמת?", {"rent", "budget"}),
        ("where was I living when I bought the tent?", {"city", "address", "current_location"}),
        ("Сколько ему лет?", {"age", "birthday"}),
        (
            "بكم السعر؟",
            {"price", "extra_charge", "cancellation_fee", "deductible", "approved_amount"},
        ),
    ],
)
def test_a_question_wants_the_attribute_that_it_names(question: str, keys: set[str]) -> None:
    assert aim(question).keys == keys


def test_two_questions_in_one_want_both() -> None:
    assert {"landlord", "rent"} <= aim("מי בעלת הדירה וכמה שכירות אני משלמת?").keys
    assert {"employer", "role"} <= aim("where do I work and as what?").keys


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("איך לקרוא לי?", {"name", "nickname"}),
        ("What should you call me?", {"name", "nickname"}),
        ("מה עליי לעשות?", {"task", "reminder", "deadline"}),
        ("What are my tasks?", {"task", "reminder", "deadline"}),
        ("האם אני צמחוני?", {"diet"}),
        ("Am I vegan?", {"diet"}),
    ],
)
def test_questions_in_ordinary_words_want_their_keys(question: str, keys: set[str]) -> None:
    assert aim(question).keys == keys


def test_goods_called_by_their_colour_tell_it() -> None:
    order = Entity("order", "order", "90155", NOW)
    asked = Asked("What color are the armchairs?", NOW)
    assert is_known(asked, [told(order, "product", "שתי כורסאות ירוקות")])
    assert not is_known(asked, [told(order, "product", "שתי כורסאות")])


@pytest.mark.parametrize(
    ("text", "courtesy"),
    [
        ("בוקר טוב", True),
        ("תודה רבה!", True),
        ("Thanks, have a great day!", True),
        ("спасибо большое", True),
        ("شكرا جزيلا", True),
        ("כן", False),
        ("תודה, מה עם ההזמנה?", False),
        ("hi, where is my order", False),
        ("", False),
    ],
)
def test_a_greeting_or_thanks_alone_is_a_courtesy(text: str, courtesy: bool) -> None:
    assert is_courtesy(text) is courtesy


@pytest.mark.parametrize(
    ("text", "little"),
    [("yes", True), ("מה השעה?", True), ("שלום", True), ("yes, last May", False), ("חיפה", False)],
)
def test_a_message_of_small_words_says_little(text: str, little: bool) -> None:
    assert says_little(text) is little
