"""Each fact is its owner's, and what ends is what was said to end, of whom it was said."""

import pytest

from unit.memory.newcomer import heard, known, over


@pytest.mark.parametrize(
    ("told", "denied", "relation"),
    [
        ("יש לי בת, נגה", "נגה כבר לא אלרגית לחלב", "user.daughter=נגה"),
        ("אשתי ליאת רופאה", "ליאת כבר לא עובדת באיכילוב", "user.spouse=ליאת"),
        ("אשתי ליאת צמחונית", "ליאת כבר לא צמחונית", "user.spouse=ליאת"),
        ("אשתי ליאת", "ליאת כבר לא בבית", "user.spouse=ליאת"),
        ("יש לי בן, אורי", "אורי כבר לא לומד בגן", "user.son=אורי"),
        ("אחי יואב גר בלוד", "יואב כבר לא גר בלוד", "user.brother=יואב"),
        ("My wife Dana is a doctor", "Dana no longer works at Ichilov", "user.spouse=Dana"),
        ("My sister Noa", "Noa is not vegan anymore", "user.sister=Noa"),
        (
            "My son Adam is 9 and allergic to milk",
            "Adam is not allergic to milk anymore",
            "user.son=Adam",
        ),
    ],
)
def test_a_relation_outlives_what_is_said_of_its_holder(
    told: str, denied: str, relation: str
) -> None:
    assert relation in known(told, denied)
    assert not any(fact.startswith("user.") for fact in over(told, denied))


@pytest.mark.parametrize(
    ("told", "parted", "relation"),
    [
        ("אשתי ליאת", "התגרשתי מליאת", "user.spouse=ליאת"),
        ("My wife is Dana", "Dana and I broke up", "user.spouse=Dana"),
        ("My husband Tom", "Tom and I divorced last month", "user.spouse=Tom"),
    ],
)
def test_a_relation_ends_where_the_parting_is_told(told: str, parted: str, relation: str) -> None:
    assert relation in over(told, parted)


@pytest.mark.parametrize(
    ("own", "other", "kept"),
    [
        ("אני גר בחיפה", "אחותי כבר לא גרה בחיפה", "user.city=חיפה"),
        ("אני גר בחיפה", "דנה כבר לא גרה בחיפה", "user.city=חיפה"),
        ("I live in Haifa", "My sister no longer lives in Haifa", "user.city=Haifa"),
        ("I live in Haifa", "Dana doesn't live in Haifa anymore", "user.city=Haifa"),
        ("אני צמחונית", "אחותי כבר לא צמחונית", "user.diet=צמחונית"),
        ("I work at Wix", "My brother no longer works at Wix", "user.employer=Wix"),
    ],
)
def test_anothers_ending_never_touches_the_users(own: str, other: str, kept: str) -> None:
    assert kept in known(own, other)
    assert kept not in over(own, other)


def test_the_users_own_ending_still_ends() -> None:
    assert "user.city=חיפה" in over("אני גר בחיפה", "אני כבר לא גר בחיפה")
    assert "user.city=חיפה" in over("אני גרה בחיפה", "כבר לא גרה בחיפה")
    assert "user.city=Haifa" in over("I live in Haifa", "I no longer live in Haifa")


@pytest.mark.parametrize(
    ("own", "other", "theirs"),
    [
        ("My phone is 052-4441122", "Noa's phone is 054-9988776", "Noa.phone=054-9988776"),
        ("My phone is 052-4441122", "My sister Noa's phone: 054-9988776", "Noa.phone=054-9988776"),
        ("My email is a@x.com", "Dan's email is dan@x.com", "Dan.email=dan@x.com"),
        ("I live at 3 Oak St, Haifa", "Dan's address: 8 Elm St, Lod", "Dan.address=8 Elm St, Lod"),
        (
            "I live at 3 Oak St, Haifa",
            "My brother Dan's address is 8 Herzl St, Lod",
            "Dan.address=8 Herzl St, Lod",
        ),
        ("הטלפון שלי 052-4441122", "לרוני יש טלפון 058-1234567", "רוני.phone=058-1234567"),
        ("הטלפון שלי 052-4441122", "הטלפון של דנה 058-1234567", "דנה.phone=058-1234567"),
    ],
)  # fmt: skip
def test_a_number_or_address_is_its_owners(own: str, other: str, theirs: str) -> None:
    facts = known(own, other)
    assert theirs in facts
    assert known(own) <= facts


def test_a_pronoun_beside_a_number_means_whom_the_talk_named() -> None:
    assert "רוני.phone=058-1234567" in known("השכן שלי רוני", "הטלפון שלו 058-1234567")


def test_nobodys_number_is_not_the_users() -> None:
    assert not known("The boss's address is 8 Herzl St, Lod")


@pytest.mark.parametrize(
    ("told", "fact"),
    [
        ("לנגה יש אלרגיה לחלב", "נגה.allergy=חלב"),
        ("לאמא שלי סוכרת", "אמא שלי.condition=סוכרת"),
        ("יש לאמא שלי סוכרת", "אמא שלי.condition=סוכרת"),
        ("לבן שלי אסטמה", "בן שלי.condition=אסטמה"),
        ("My son has asthma", "My son.condition=asthma"),
    ],
)
def test_a_dative_owner_has_what_is_told(told: str, fact: str) -> None:
    assert known(told) == {fact}


def test_a_name_given_to_a_relation_is_the_same_person() -> None:
    for told in ("My sister is Noa", "לאחותי קוראים Noa"):
        memory = heard(told, "Noa lives in Haifa")
        sister = next(iter(memory.facts(keys=["sister"])))
        city = next(iter(memory.facts(keys=["city"])))
        assert sister.object_id == city.subject_id


def test_who_answers_ends_the_users_waiting() -> None:
    talk = ("אני מחכה לתשובה של אלי", "אלי חזר אליי סוף סוף!")
    assert any(fact.startswith("user.waiting_for=") for fact in over(*talk))
