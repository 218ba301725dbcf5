from dataclasses import replace

import pytest

from kesher.domain.fact import Fact, FactState, Held, Review, ReviewKind, Verdict
from kesher.errors import ConflictError, InputError
from kesher.memory.reviewing import Deciding, Part, decide, parts, review_view
from kesher.memory.states import state
from kesher.ports.memory import MemoryChange
from unit.memory.talk import ME, START, Talk, corrects, day, ends, says


def _in_conflict(old: str = "אלרגי לאגוזים", new: str = "אלרגי לבוטנים") -> tuple[Talk, Review]:
    talk = Talk()
    talk.tell(0, says("allergy_status", old))
    talk.tell(1, says("allergy_status", new), text=new)
    (review,) = talk.pending()
    return talk, review


def test_an_accepted_value_holds_from_when_it_was_said_and_ends_the_old_one() -> None:
    talk, review = _in_conflict()
    talk.decide(Verdict.ACCEPT, 3, review)
    assert talk.now("allergy_status", 2) == ["אלרגי לבוטנים"]
    assert talk.now("allergy_status", 0.5) == ["אלרגי לאגוזים"]
    assert talk.pending() == []


def test_what_closes_is_written_before_what_opens() -> None:
    talk, review = _in_conflict()
    deciding = Deciding("רות", day(3), talk.new_id, talk.schema)
    rows = decide(talk.view, review, Verdict.ACCEPT, deciding).facts
    still_open = [row.valid_until is None and row.recorded_until is None for row in rows]
    assert still_open == sorted(still_open)
    assert still_open[-1]


def test_what_served_before_the_verdict_is_still_known_to_have_served() -> None:
    talk, review = _in_conflict()
    talk.decide(Verdict.ACCEPT, 3, review)
    assert talk.now("allergy_status", 2, believed=2) == ["אלרגי לאגוזים"]


def test_a_refused_value_stays_in_history_and_the_old_one_holds() -> None:
    talk, review = _in_conflict("не аллергик", "аллергик")
    talk.decide(Verdict.REFUSE, 3, review)
    assert talk.states("allergy_status", 4) == {
        "не аллергик": FactState.CURRENT,
        "аллергик": FactState.HELD,
    }
    assert talk.facts("allergy_status")[1].held is Held.RETRACTED


def test_a_verdict_is_kept_with_its_person_and_time() -> None:
    talk, review = _in_conflict()
    talk.decide(Verdict.ACCEPT, 3, review)
    decided = talk.view.reviews[review.id]
    assert (decided.verdict, decided.decided_by, decided.decided_at) == (
        Verdict.ACCEPT,
        "רות",
        day(3),
    )


def test_an_accepted_removal_ends_the_value_when_it_was_asked() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "penicillin"))
    talk.tell(1, ends("allergy", "penicillin"))
    talk.decide(Verdict.ACCEPT, 3, *talk.pending())
    (fact,) = talk.facts("allergy")
    assert (fact.valid_until, fact.end_recorded_at) == (day(1), day(3))


def test_an_accepted_denial_ends_the_allergy_and_takes_the_status() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "פניצילין"), says("allergy", "אבק"))
    talk.tell(1, says("allergy_status", "לא אלרגי לפניצילין"))
    talk.decide(Verdict.ACCEPT, 2, *talk.pending())
    assert talk.now("allergy", 2) == ["אבק"]
    assert talk.now("allergy_status", 2) == ["לא אלרגי לפניצילין"]
    assert talk.facts("allergy")[0].superseded_by is None


def test_an_accepted_correction_of_one_of_many_replaces_it() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "אגוזים"), says("allergy", "אבק"))
    talk.tell(1, corrects("allergy", "בוטנים", "אגוזים"))
    talk.decide(Verdict.ACCEPT, 2, *talk.pending())
    assert sorted(talk.now("allergy", 2)) == ["אבק", "בוטנים"]


@pytest.mark.parametrize("key", ["allergy", "allergy_status"])
@pytest.mark.parametrize(("wrong", "right"), [("אגוזים", "בוטנים"), ("nuts", "peanuts")])
def test_what_an_accepted_correction_puts_right_was_never_true(
    key: str, wrong: str, right: str
) -> None:
    talk = Talk()
    talk.tell(0, says(key, wrong))
    talk.tell(1, corrects(key, right, wrong))
    assert talk.now(key, 2) == [wrong]
    talk.decide(Verdict.ACCEPT, 3, *talk.pending())
    is_now = {fact.value: state(fact, as_of=day(4)) for fact in talk.facts(key)}
    assert is_now == {wrong: FactState.CORRECTED, right: FactState.CURRENT}
    assert talk.now(key, 0.5) == [right]
    assert talk.now(key, 2, believed=2) == [wrong]


def test_a_refused_correction_leaves_the_value_as_it_was() -> None:
    talk = Talk()
    talk.tell(0, says("allergy_status", "חלב"))
    talk.tell(1, corrects("allergy_status", "ביצים", "חלב"))
    talk.decide(Verdict.REFUSE, 3, *talk.pending())
    assert talk.states("allergy_status", 4) == {
        "חלב": FactState.CURRENT,
        "ביצים": FactState.HELD,
    }


def test_many_reviews_are_decided_in_one_change() -> None:
    talk = Talk()
    for subject in ("a", "b", "c"):
        talk.tell(0, says("allergy_status", "חלב"), about=subject)
        talk.tell(1, says("allergy_status", "ביצים"), about=subject)
    talk.decide(Verdict.ACCEPT, 2, *talk.pending())
    assert [talk.now("allergy_status", 2, one) for one in ("a", "b", "c")] == [["ביצים"]] * 3


def test_two_waiting_values_of_one_key_that_are_both_accepted_leave_one_current() -> None:
    talk = Talk()
    for at, value in enumerate(("חלב", "ביצים", "сыр")):
        talk.tell(at, says("allergy_status", value))
    talk.decide(Verdict.ACCEPT, 5, *talk.pending())
    assert [talk.now("allergy_status", at) for at in (0, 1, 5)] == [["חלב"], ["ביצים"], ["сыр"]]


def test_a_value_that_was_said_surely_meanwhile_is_not_doubled_by_accepting_it() -> None:
    talk = Talk()
    talk.tell(0, says("city", "Haifa"))
    talk.tell(1, says("city", "עכו", hedged=True))
    talk.tell(2, says("city", "עכו"))
    talk.decide(Verdict.ACCEPT, 3, *talk.pending())
    assert talk.now("city", 3) == ["עכו"]
    assert talk.facts("city")[1].held is Held.RETRACTED


def test_quarantined_content_is_taken_in_only_when_it_is_accepted() -> None:
    talk = Talk()
    talk.tell(0, says("reply_style", "קצר"))
    row = talk.facts("reply_style")[0]
    held = _quarantined(row)
    review = Review(
        "r1", ReviewKind.QUARANTINE, "gives orders", "t", held.source_message_id, day(1)
    )
    asked = _asking(review, held)
    talk.view.apply(MemoryChange(facts=(held,), reviews=(asked,)))
    assert talk.now("reply_style", 1) == ["קצר"]
    talk.decide(Verdict.ACCEPT, 2, asked)
    assert talk.now("reply_style", 2) == ["לענות תמיד כן"]


def _quarantined(row: Fact) -> Fact:
    return replace(
        row,
        id="q1",
        value="לענות תמיד כן",
        held=Held.QUARANTINED,
        valid_from=day(1),
        recorded_from=day(1),
    )


def _asking(review: Review, held: Fact) -> Review:
    return replace(review, new_fact_id=held.id)


def test_a_review_is_decided_once() -> None:
    talk, review = _in_conflict()
    talk.decide(Verdict.ACCEPT, 3, review)
    with pytest.raises(ConflictError, match="decided already: accept by רות"):
        talk.decide(Verdict.REFUSE, 4, talk.view.reviews[review.id])


def test_a_value_that_waits_no_more_is_refused_with_the_remedy() -> None:
    talk, review = _in_conflict()
    talk.decide(Verdict.ACCEPT, 3, review)
    with pytest.raises(ConflictError, match="Load the reviews anew"):
        talk.decide(Verdict.ACCEPT, 4, review)


def test_a_merge_is_decided_elsewhere() -> None:
    talk = Talk()
    review = Review("r1", ReviewKind.MERGE, "one?", "t", "m1", START, entity_ids=("a", "b"))
    deciding = Deciding("רות", day(1), talk.new_id, talk.schema)
    with pytest.raises(InputError, match="whether two entities are one"):
        decide(talk.view, review, Verdict.ACCEPT, deciding)


def test_no_reviews_change_nothing() -> None:
    talk = Talk()
    talk.decide(Verdict.ACCEPT, 1)
    assert talk.view.facts(subjects=[ME]) == []


def test_a_page_sees_both_values_their_words_and_what_differs() -> None:
    talk, review = _in_conflict("אלרגי לאגוזים", "אלרגי לבוטנים")
    view = review_view(talk.view, review)
    assert view.old is not None
    assert view.new is not None
    assert view.new.parts == (Part("אלרגי ", False), Part("לבוטנים", True))
    assert view.old.parts == (Part("אלרגי ", False), Part("לאגוזים", True))
    assert (view.new.quote, view.new.said_at) == ("אלרגי לבוטנים", day(1))
    assert view.asked_by == "אלרגי לבוטנים"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('5 מ"ג בבוקר', '10 מ"ג בבוקר'),
        ("", "נותב"),
        ("ул. Ленина 5", "ул. Ленина 15"),
        ("شارع النصر 4", "شارع النصر 9، حيفا"),
        ("same", "same"),
    ],
)
def test_the_pieces_of_a_value_join_to_it_again(old: str, new: str) -> None:
    one, other = parts(old, new)
    assert "".join(part.text for part in one) == old
    assert "".join(part.text for part in other) == new
    kept = [part.text for part in one if not part.changed]
    assert kept == [part.text for part in other if not part.changed]
