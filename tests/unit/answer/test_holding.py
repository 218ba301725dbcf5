from collections.abc import Mapping, Sequence

import pytest

from kesher.answer.extractive import candidates
from kesher.answer.holding import Evidence, evidence, held_fraction
from kesher.domain.retrieval import Ranked
from kesher.text.terms import query_terms
from paper import ARABIC, HEBREW, RUSSIAN, hits

NOTHING = "אין כאן דבר על הנושא הזה כלל."


def ranking(*scores: tuple[str, float]) -> tuple[Ranked, ...]:
    return tuple(Ranked(chunk_id, score) for chunk_id, score in scores)


RANKINGS = {
    "dense": ranking(("chk_1", 0.9), ("chk_2", 0.8), ("chk_3", 0.8)),
    "lexical": ranking(("chk_1", 12.0), ("chk_3", 3.0)),
}


def signs(
    question: str,
    passages: Sequence[str],
    *,
    margin: float = 0.05,
    rankings: Mapping[str, Sequence[Ranked]] = RANKINGS,
) -> Evidence:
    found = candidates(hits(passages))
    return evidence(query_terms(question), found, margins=[margin] * len(found), rankings=rankings)


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("כמה ימי חופשה מגיעים לעובד במשרה מלאה?", HEBREW),
        ("сколько дней отпуска положено?", RUSSIAN),
        ("كم يوم إجازة يحق للموظف؟", ARABIC),
    ],
)
def test_a_passage_with_the_words_of_the_question_more_likely_holds_its_answer(
    question: str, passage: str
) -> None:
    held, not_held = signs(question, [passage, NOTHING]), signs(question, [NOTHING, NOTHING])
    assert held.coverage_fraction > not_held.coverage_fraction
    assert held.passage_coverage_fraction > not_held.passage_coverage_fraction
    assert _likely(held) > _likely(not_held)


def test_what_leads_and_is_agreed_on_is_more_likely_the_answer() -> None:
    crowd = {
        "dense": ranking(("chk_1", 0.9), ("chk_2", 0.9)),
        "lexical": ranking(("chk_2", 5.0), ("chk_1", 5.0)),
    }
    led, even = signs("כמה ימי חופשה?", [HEBREW]), signs("כמה ימי חופשה?", [HEBREW], rankings=crowd)
    assert led.dense_lead == pytest.approx(0.1)
    assert (led.lexical_lead_fraction, even.lexical_lead_fraction) == (0.75, 0.0)
    assert (led.lexical_first_by_meaning, even.lexical_first_by_meaning) == (1.0, 0.5)
    assert _likely(led) > _likely(even)


def test_between_two_languages_only_the_meaning_counts() -> None:
    far, near = (signs("How much vacation?", [HEBREW], margin=each) for each in (0.0, 0.09))
    assert held_fraction(near, same_language=False) > held_fraction(far, same_language=False)


def test_a_room_of_one_passage_has_nothing_behind_its_first() -> None:
    alone = {"dense": ranking(("chk_1", 0.9)), "lexical": ()}
    found = signs("כמה ימי חופשה?", [HEBREW], rankings=alone)
    assert (found.dense_lead, found.lexical_lead_fraction) == (0.0, 0.0)
    assert found.lexical_first_by_meaning == 0.0


def _likely(found: Evidence) -> float:
    return held_fraction(found, same_language=True)
