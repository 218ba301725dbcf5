from collections import Counter

from kesher.sample import questions, sample_files, unanswerable_questions


def test_the_sample_is_three_files_with_hebrew_names() -> None:
    assert [file.name for file in sample_files()] == [
        "מדריך העובד.pdf",
        "נוהל נסיעות.docx",
        "הודעה סרוקה.pdf",
    ]
    assert all(file.path.stat().st_size > 10_000 for file in sample_files())


def test_the_sample_is_small_enough_for_a_wheel() -> None:
    assert sum(file.path.stat().st_size for file in sample_files()) < 1_500_000


def test_thirty_questions_are_asked_in_four_languages() -> None:
    assert Counter(question.language for question in questions()) == {
        "he": 12,
        "en": 6,
        "ru": 6,
        "ar": 6,
    }


def test_every_question_has_an_identifier_of_its_own() -> None:
    everything = (*questions(), *unanswerable_questions())
    assert len({question.id for question in everything}) == len(everything) == 35


def test_every_file_is_asked_about() -> None:
    assert {question.document for question in questions()} == {f.name for f in sample_files()}


def test_a_question_without_an_answer_names_no_document_and_quotes_nothing() -> None:
    assert len(unanswerable_questions()) == 5
    assert all((q.document, q.answer, q.quote) == ("", "", "") for q in unanswerable_questions())
