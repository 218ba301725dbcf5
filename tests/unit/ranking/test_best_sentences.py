import pytest

from kesher.ranking.sentences import Cosines, Scored, Sentence, best_sentences
from kesher.text.sentences import sentence_spans
from kesher.text.terms import index_terms, query_terms

VACATION = "עובד זכאי ל-22 ימי חופשה בשנה. החופשה נצברת עד 44 ימים. המנהל מאשר אותה."
TRAVEL = "החזר נסיעות הוא עד 350 שקלים בחודש. Travel is paid monthly. يدفع بدل السفر شهريا."
RUSSIAN = "Отпуск по болезни оплачивается со второго дня. Справка сдаётся сразу."


def split(*passages: str) -> list[Sentence]:
    return [
        Sentence(number, start, end, tuple(index_terms(text[start:end])))
        for number, text in enumerate(passages)
        for start, end in sentence_spans(text)
    ]


def best(question: str, *passages: str, limit: int = 1) -> list[str]:
    chosen = best_sentences(query_terms(question), split(*passages), limit=limit)
    return [said(each, passages) for each in chosen]


def said(chosen: Scored, passages: tuple[str, ...]) -> str:
    at = chosen.sentence
    return passages[at.passage][at.start : at.end]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("לכמה ימי חופשה זכאי עובד בשנה?", "עובד זכאי ל-22 ימי חופשה בשנה."),
        ("מהו ההחזר על נסיעות?", "החזר נסיעות הוא עד 350 שקלים בחודש."),
        ("When is travel paid?", "Travel is paid monthly."),
        ("متى يدفع بدل السفر؟", "يدفع بدل السفر شهريا."),
        ("С какого дня оплачивается болезнь?", "Отпуск по болезни оплачивается со второго дня."),
    ],
)
def test_the_sentence_with_the_telling_words_is_chosen(question: str, sentence: str) -> None:
    assert best(question, VACATION, TRAVEL, RUSSIAN) == [sentence]


def test_a_sentence_of_the_first_passage_wins_where_words_say_the_same() -> None:
    first, second = "החופשה נצברת. דבר אחר.", "דבר אחר. החופשה נצברת."
    chosen = best_sentences(["חופשה"], split(first, second), limit=2)
    assert said(chosen[0], (first, second)) == "החופשה נצברת."
    assert chosen[0].sentence.passage == 0


def test_the_sentence_after_the_words_asked_for_comes_next() -> None:
    passage = "מה אומר הנוהל על פדיון? רק בסיום העבודה. השכר משולם בתשיעי לחודש."
    assert best("פדיון לפי הנוהל", passage, limit=2)[1] == "רק בסיום העבודה."


def test_vectors_decide_where_no_word_is_shared() -> None:
    sentences = split(VACATION)
    chosen = best_sentences(["כלב"], sentences, cosines=Cosines([0.80, 0.82, 0.90], [0.8]), limit=1)
    assert chosen[0].sentence == sentences[2]
    assert chosen[0].coverage_fraction == 0.0


def test_coverage_is_the_share_of_the_questions_telling_words() -> None:
    (whole,) = best_sentences(["חופשה", "נצברת"], split("החופשה נצברת."), limit=1)
    (part,) = best_sentences(["חופשה", "כלב"], split("החופשה נצברת."), limit=1)
    assert whole.coverage_fraction == pytest.approx(1.0)
    assert 0 < part.coverage_fraction < 1


def test_there_is_nothing_to_choose_from_nothing() -> None:
    assert best_sentences(["חופשה"], [], limit=3) == []
    assert best_sentences([], split(VACATION), limit=3)[0].coverage_fraction == 0.0
