"""What is another now than it was, told in ordinary words: married, moved, liked at last."""

from unit.memory.newcomer import known, over, waiting
from unit.memory.rules.said import facts


def test_with_a_spouse_being_divorced_is_over() -> None:
    assert "user.marital_status=גרוש" in over("אני גרוש", "מאתמול אני נשוי לרונית")
    assert known("I'm divorced", "I'm married to Ruth") == {"user.spouse=Ruth"}


def test_what_is_liked_now_is_disliked_no_more() -> None:
    talk = ("אני לא אוהב עגבניות", "אני מתחיל לאהוב עגבניות")
    assert known(*talk) == {"user.likes=עגבניות"}
    assert known("I love sushi", "I hate sushi") == {"user.dislikes=sushi"}


def test_where_one_lives_today_is_told_beside_where_one_lived() -> None:
    assert facts("פעם גרתי בחולון, היום אני בגבעתיים") == ["user.city=גבעתיים"]


def test_whoever_moved_to_work_somewhere_works_there() -> None:
    assert "ליאת.employer=בית חולים שניידר" in known(
        "אשתי ליאת", "ליאת עברה לעבוד בבית חולים שניידר"
    )
    assert "ליאת.employer=בית חולים שניידר" in facts("אשתי ליאת עברה לעבוד בבית חולים שניידר")


def test_work_that_begins_on_a_day_is_none_before_it() -> None:
    assert "user.employer=Meir hospital" in facts("From March 1 I start at Meir hospital")
    assert not known("From March 1 I start at Meir hospital")


def test_a_dose_may_stand_before_its_medication() -> None:
    assert {"user.medication=Lexapro", "Lexapro.dose=20 mg"} <= set(
        facts("My doctor, Dr. Levi, put me on 20 mg of Lexapro")
    )
    talk = ('המינון של אלטרוקסין שלי הוא 50 מ"ג', "טעיתי, 75")
    assert 'אלטרוקסין.dose=50 מ"ג' in known(*talk)
    assert len(waiting(*talk)) == 1


def test_a_teacher_is_no_employer() -> None:
    assert facts("My daughter Tamar started ballet on Mondays with Irina") == [
        "user.daughter=Tamar"
    ]


def test_two_tastes_of_one_sentence_stay_apart() -> None:
    told = {"user.dislikes=כוסברה", "user.likes=אוכל תאילנדי"}
    assert set(facts("אני שונא כוסברה ואוהב אוכל תאילנדי")) == told
    assert set(facts("I hate rice and love Thai food")) == {
        "user.dislikes=rice",
        "user.likes=Thai food",
    }


def test_a_moved_appointment_moves_no_home() -> None:
    moved = "Actually my dentist appointment moved to Sunday"
    assert not any(".move=" in fact for fact in facts(moved))
    assert any(fact.startswith("user.move=") for fact in facts("We moved on Sunday"))


def test_an_age_behind_who_is_the_one_named_last() -> None:
    assert "Tamar.age=5" in facts("My husband Tom and I have a daughter Tamar, who is 5")


def test_a_relations_spouse_is_theirs() -> None:
    assert "דנה.spouse=יוסי" in facts("אחותי דנה נשואה ליוסי")
    assert "Dana.spouse=Tom" in facts("my sister Dana is married to Tom")
    assert facts("אני נשוי לרותי") == ["user.spouse=רותי"]
