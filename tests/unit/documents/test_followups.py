from kesher.documents.followups import joined

VACATION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה?"


def test_a_question_that_stands_alone_is_searched_as_it_is() -> None:
    assert joined("מה קוד הלבוש?", [VACATION]) == "מה קוד הלבוש?"


def test_one_that_leans_follows_the_question_before_it() -> None:
    assert joined("ולעובד במשרה חלקית?", [VACATION]) == f"{VACATION}\nולעובד במשרה חלקית?"


def test_a_chain_is_followed_to_the_question_that_stands_alone() -> None:
    earlier = ["מתי נכנסת המשכורת לבנק?", VACATION, "And part-timers?"]
    assert joined("ובשנה השנייה?", earlier) == f"{VACATION}\nAnd part-timers?\nובשנה השנייה?"


def test_a_chain_of_fragments_ends_after_three() -> None:
    earlier = [VACATION, "כן", "да", "نعم"]
    assert joined("למי?", earlier) == "כן\nда\nنعم\nלמי?"


def test_without_questions_before_it_even_a_fragment_is_searched_as_it_is() -> None:
    assert joined("למי?", []) == "למי?"
