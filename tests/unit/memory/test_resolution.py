"""Which entity the references of a conversation mean."""

from dataclasses import replace
from datetime import timedelta

import pytest

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.fact import Fact, FactKind, ReviewKind
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.resolution import NOBODY, Resolution, resolve
from kesher.memory.schema import shipped_schema
from kesher.ports.memory import MemoryChange
from unit.memory.pointed_talks import TALKS
from unit.memory.pointing import START, Thread, wrong_pairs


def reference(text: str, within: str, kind: ReferenceKind, **more: str) -> Reference:
    start = within.index(text)
    gender = Gender(more.pop("gender", ""))
    return Reference(kind, text, start, start + len(text), gender=gender, **more)  # type: ignore[arg-type]


def hear(thread: Thread, text: str, *names: str) -> Resolution:
    found = [reference(name, text, ReferenceKind.NAME, type="person") for name in names]
    return thread.hear(Speaking.USER, text, found)


@pytest.mark.parametrize("lines", TALKS.values(), ids=TALKS.keys())
def test_what_means_one_thing_in_a_conversation_is_one_entity_and_the_rest_apart(
    lines: tuple[str, ...],
) -> None:
    assert wrong_pairs(lines) == []


def test_first_and_second_person_are_the_two_sides_of_the_thread() -> None:
    thread = Thread()
    me, you = Reference(ReferenceKind.SPEAKER), Reference(ReferenceKind.ADDRESSEE)
    mine = thread.hear(Speaking.USER, "אני גרה בלוד, רשמת?", [me, you]).entity_ids
    theirs = thread.hear(Speaking.ASSISTANT, "You live in Lod.", [you, me]).entity_ids
    assert {mine[0]} == set(theirs)
    assert mine[0] != mine[1]
    speaker = thread.memory.speaker("user")
    assert speaker is not None
    assert speaker.id == mine[0]


def test_in_a_thread_of_several_people_you_is_the_one_who_spoke_before() -> None:
    thread = Thread()
    spoken = (("m1", "Дина", "Я переехала"), ("m2", "Ron", "You did?"))
    ids = []
    for id_, speaker, text in spoken:
        message = LogMessage(id_, "t", Speaking.USER, START, text, speaker)
        thread.memory.add(message)
        kind = ReferenceKind.SPEAKER if speaker == "Дина" else ReferenceKind.ADDRESSEE
        found = resolve(
            [Reference(kind)], message, thread.memory, shipped_schema(),
            new_id=lambda kind: f"{kind}-{id_}", now=START,  # noqa: B023
        )  # fmt: skip
        thread.memory.apply(MemoryChange(entities=found.entities, names=found.names))
        ids.append(found.entity_ids[0])
    assert ids[0] == ids[1]


@pytest.mark.parametrize(
    ("line", "is_user"),
    [
        ("u: קוראים לי [מעיין|N:person|me]", True),
        ("u: my name is [Grace Obi|N:person|me]", True),
        ("u: הזמנה על שם [מעיין לביא|N:person|me]", True),
        ("u: меня зовут [Нина|N:person|me]", True),
        ("a: תודה [מעיין|N:person|me]. בודקת.", True),
        ("a: [Grace|N:person|me], your parcel is here", True),
        ("u: דיברתי עם [מעיין|N:person|other]", False),
        ("a: מסרתי ל[מעיין|N:person|other].", False),
    ],
)
def test_the_user_is_named_by_introducing_or_by_being_called(line: str, is_user: bool) -> None:
    thread = Thread()
    thread.hear(Speaking.USER, "היי", [Reference(ReferenceKind.SPEAKER)])
    [(_, found)] = thread.say(line)
    speaker = thread.memory.speaker("user")
    assert speaker is not None
    assert (found == speaker.id) is is_user


def test_a_wife_by_fact_is_found_and_a_former_one_is_not() -> None:
    thread = Thread()
    text = "אשתי מאיה"
    wife = reference("אשתי", text, ReferenceKind.RELATION, type="person", relation="spouse")
    me = Reference(ReferenceKind.SPEAKER)
    found = thread.hear(Speaking.USER, text, [me, replace(wife, also=("מאיה",))]).entity_ids
    married = Fact(
        "f1", found[0], "spouse", "מאיה", FactKind.STABLE, 0.9, "t", "m1", (5, 9), Speaking.USER,
        START, START, object_id=found[1], single=True,
    )  # fmt: skip
    thread.memory.apply(MemoryChange(facts=(married,)))
    assert thread.hear(Speaking.USER, text, [wife]).entity_ids[0] == found[1]
    over = replace(married, valid_until=START + timedelta(minutes=1), ended_by="m2")
    thread.memory.apply(MemoryChange(facts=(over,)))
    assert thread.hear(Speaking.USER, text, [wife]).entity_ids[0] != found[1]


def test_a_pronoun_with_nobody_before_it_is_nobody() -> None:
    said = reference("הוא", "הוא אמר שלא", ReferenceKind.PRONOUN, gender="m")
    resolution = Thread().hear(Speaking.USER, "הוא אמר שלא", [said])
    assert resolution.entity_ids == (NOBODY,)
    assert resolution.mentions == ()


def test_a_short_form_of_a_name_is_another_entity_and_a_person_is_asked() -> None:
    thread = Thread()
    [robert] = hear(thread, "Robert Amsel called", "Robert Amsel").entity_ids
    resolution = hear(thread, "Bob Amsel called", "Bob Amsel")
    assert resolution.entity_ids != (robert,)
    [review] = resolution.reviews
    assert review.kind is ReviewKind.MERGE
    assert review.entity_ids == (robert, resolution.entity_ids[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [("שירה כהן", "שירן כהן"), ("אבא של Jonathan Cohen", "אמא של Jonathan Cohen"),
     ("יואב מזרחי", "איתמר מזרחי"), ("أحمد حداد", "محمد حداد"), ("Анна Белова", "Алла Белова")],
)  # fmt: skip
def test_people_who_only_look_alike_are_two_and_nobody_is_asked(one: str, other: str) -> None:
    resolution = hear(Thread(), f"{one}, {other}", one, other)
    assert len(set(resolution.entity_ids)) == 2
    assert resolution.reviews == ()
    assert resolution.merges == ()


def test_a_mother_known_by_name_alone_and_by_relation_alone_becomes_one_logged() -> None:
    thread = Thread()
    thread.say("u: [אמא שלי|R:mother:f|mum] גרה ביפו")
    thread.say("u: [נילי|N:person:f|nili] התקשרה")
    [(_, mother), (_, named)] = thread.say(
        "u: [אמא שלי|R:mother:f:נילי|mum] [נילי|N:person|mum] עוברת דירה"
    )
    assert mother == named
    [merge] = thread.memory.merges.values()
    assert merge.by == "rule"
    assert merge.kept_id == mother


def test_a_mention_knows_its_place_and_whether_the_words_name_it() -> None:
    thread = Thread()
    text = "הזמנתי תנור, הזמנה 7741"
    oven = reference("תנור", text, ReferenceKind.DEFINITE, type="order")
    number = reference("7741", text, ReferenceKind.NUMBER, type="order")
    mentions = thread.hear(Speaking.USER, text, [number, oven]).mentions
    assert [(m.text, m.indirect) for m in mentions] == [("תנור", True), ("7741", False)]
    assert all(text[m.start : m.end] == m.text for m in mentions)


def test_ids_come_in_the_order_of_the_references_asked() -> None:
    thread = Thread()
    text = "דור ויהב"
    names = [reference(name, text, ReferenceKind.NAME, type="person") for name in ("יהב", "דור")]
    resolution = thread.hear(Speaking.USER, text, names)
    called = {entity.id: entity.name for entity in resolution.entities}
    assert [called[id_] for id_ in resolution.entity_ids] == ["יהב", "דור"]


def test_a_clause_without_a_word_for_its_thing_goes_on_about_the_last_one_spoken_of() -> None:
    thread = Thread()
    thread.say("u: הזמנתי [ארון|D:order|a], הזמנה [30551|#:order|a]")
    [(_, second), _] = thread.say("u: והזמנתי [מיטה|D:order|b], הזמנה [30552|#:order|b]")
    implied = Reference(ReferenceKind.DEFINITE, type="order")
    assert thread.hear(Speaking.USER, "מתי זה מגיע?", [implied]).entity_ids == (second,)


def test_an_implied_thing_is_the_one_that_the_same_message_numbers() -> None:
    thread = Thread()
    thread.say("u: הזמנתי [ארון|D:order|a], הזמנה [30551|#:order|a]")
    text = "30559 כבר נשלחה"
    implied = Reference(ReferenceKind.DEFINITE, type="order")
    number = reference("30559", text, ReferenceKind.NUMBER, type="order")
    found = thread.hear(Speaking.ASSISTANT, text, [implied, number]).entity_ids
    assert found[0] == found[1]


def test_two_readings_of_the_same_words_are_one_entity_mentioned_once() -> None:
    thread = Thread()
    text = "אבי המוביל הגיע"
    named = reference("אבי", text, ReferenceKind.NAME, type="person")
    father = replace(named, kind=ReferenceKind.RELATION, relation="father")
    resolution = thread.hear(Speaking.USER, text, [father, named])
    assert len(set(resolution.entity_ids)) == 1
    assert len(resolution.mentions) == 1
    again = reference("אבי", "אבי אסף", ReferenceKind.RELATION, type="person", relation="father")
    assert thread.hear(Speaking.USER, "אבי אסף", [again]).entity_ids[0] in resolution.entity_ids


def test_what_replaces_an_order_is_called_as_the_replaced_one_was() -> None:
    thread = Thread()
    [_, (_, old)] = thread.say("u: I bought [a kettle|D:order|old], order [KT-4410|#:order|old]")
    [(_, new)] = thread.say("a: [KT-4491|#:order|new] is on its way")
    replaces = Fact(
        "f1", new, "replaces", "KT-4410", FactKind.STABLE, 0.9, "t", "m2", (0, 7),
        Speaking.ASSISTANT, START, START, object_id=old,
    )  # fmt: skip
    thread.memory.apply(MemoryChange(facts=(replaces,)))
    assert dict(thread.say("u: [the kettle|D:order|new] leaks")) == {"new": new}


def test_my_order_is_the_open_one_and_not_the_one_delivered_since() -> None:
    thread = Thread()
    [(_, waiting)] = thread.say("u: הזמנה [51001|#:order|a]")
    [(_, done)] = thread.say("u: הזמנה [51002|#:order|b]")
    delivered = Fact(
        "f1", done, "order_status", "delivered", FactKind.STABLE, 0.9, "t", "m2", (0, 5),
        Speaking.USER, START, START, single=True,
    )  # fmt: skip
    thread.memory.apply(MemoryChange(facts=(delivered,)))
    assert dict(thread.say("u: איפה [ההזמנה שלי|D:order:f|a]?")) == {"a": waiting}


def test_prefix_letters_taken_for_a_part_of_a_known_name_are_seen_through() -> None:
    thread = Thread()
    [(_, known)] = thread.say("u: אני לוקח [אומגלון|N:medication|m]")
    [(_, found)] = thread.say("u: [ואומגלון|N:medication|m] בערב")
    assert found == known


def test_a_message_read_again_finds_what_it_found_and_mentions_it_no_second_time() -> None:
    thread = Thread()
    text = "I ordered a tent and met Ofri"
    tent = reference("a tent", text, ReferenceKind.DEFINITE, type="order")
    ofri = reference("Ofri", text, ReferenceKind.NAME, type="person")
    first = thread.hear(Speaking.USER, text, [tent, ofri])
    [message] = thread.memory.messages_before("t", None, limit=1)
    again = resolve(
        [ofri, tent], message, thread.memory, shipped_schema(),
        new_id=lambda kind: f"again {kind}", now=START,
    )  # fmt: skip
    assert again.entity_ids == first.entity_ids[::-1]
    assert (again.entities, again.mentions) == ((), ())


def test_who_was_only_spoken_of_and_then_speaks_is_one_person() -> None:
    thread = Thread()
    [melanie] = hear(thread, "Melanie is coming", "Melanie").entity_ids
    message = LogMessage("m9", "t", Speaking.USER, START, "אני כאן", "Melanie")
    thread.memory.add(message)
    found = resolve(
        [Reference(ReferenceKind.SPEAKER)], message, thread.memory, shipped_schema(),
        new_id=lambda kind: f"{kind}9", now=START,
    )  # fmt: skip
    thread.memory.apply(MemoryChange(entities=found.entities))
    assert found.entity_ids == (melanie,)
    speaker = thread.memory.speaker("Melanie")
    assert speaker is not None
    assert speaker.id == melanie


def test_the_car_is_the_one_that_its_owner_named_long_before() -> None:
    thread = Thread()
    said = "נוסעת במאזדה 2"
    named = reference("מאזדה 2", said, ReferenceKind.NAME, type="vehicle")
    mine = thread.hear(Speaking.USER, said, [named]).entity_ids
    for _ in range(8):
        thread.hear(Speaking.USER, "תודה", [])
    later = "הרכב מוכן"
    car = reference("רכב", later, ReferenceKind.DEFINITE, type="vehicle")
    assert thread.hear(Speaking.ASSISTANT, later, [car]).entity_ids == mine
