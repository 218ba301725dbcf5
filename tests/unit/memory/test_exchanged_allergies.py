"""An allergy put right replaces the one that is named, and is asked about once."""

import pytest

from unit.memory.newcomer import heard, known, waiting


@pytest.mark.parametrize(
    ("talk", "old", "new"),
    [
        (
            (
                "I'm allergic to penicillin",
                "I'm also allergic to aspirin",
                "Sorry, I'm not allergic to penicillin, it's amoxicillin",
            ),
            "penicillin",
            "amoxicillin",
        ),
        (
            (
                "אני אלרגית לפניצילין",
                "אני גם אלרגית לאספירין",
                "טעיתי, לא לפניצילין אלא לאמוקסיצילין",
            ),
            "פניצילין",
            "אמוקסיצילין",
        ),
        (
            (
                "אני אלרגית לפניצילין",
                "אני גם אלרגית לאספירין",
                "אני אלרגית לא לפניצילין אלא לאמוקסיצילין",
            ),
            "פניצילין",
            "אמוקסיצילין",
        ),
        (
            ("My son is allergic to milk", "Sorry, he's not allergic to milk, it's eggs"),
            "milk",
            "eggs",
        ),
    ],
)
def test_the_named_allergy_is_the_one_put_right(talk: tuple[str, ...], old: str, new: str) -> None:
    memory = heard(*talk)
    (review,) = memory.waiting_reviews("t")
    ids = [id_ for id_ in (review.old_fact_id, review.new_fact_id) if id_]
    assert [fact.value for fact in memory.facts_by_id(ids)] == [old, new]


@pytest.mark.parametrize(
    "talk",
    [
        ("I'm allergic to penicillin", "I'm not allergic to penicillin anymore"),
        ("אני אלרגי לפניצילין", "אני כבר לא אלרגי לפניצילין"),
    ],
)
def test_one_sentence_is_asked_about_once(talk: tuple[str, ...]) -> None:
    assert len(waiting(*talk)) == 1


def test_what_is_only_disliked_is_no_allergy_put_right() -> None:
    facts = known("אני אלרגית לבוטנים, לא אוהבת דגים")
    assert facts == {"user.allergy=בוטנים", "user.dislikes=דגים"}
