from collections.abc import Sequence

import pytest

from kesher.answer.draft import Draft, not_found
from kesher.answer.extractive import SENTENCE_CHARS, candidates, extract
from kesher.domain.answer import AnswerKind
from kesher.domain.document import Chunk, PageSpan
from kesher.domain.retrieval import Hit
from kesher.text.language import Language
from paper import ARABIC, HEBREW, RUSSIAN, chunk, hit, hits


def answered(question: str, found: Sequence[Hit]) -> Draft:
    listed = candidates(found)
    return extract(question, listed, margins=[0.0] * len(listed))


@pytest.mark.parametrize(
    ("question", "passage", "quote"),
    [
        ("כמה ימי חופשה מגיעים לעובד במשרה מלאה?", HEBREW, "זכאי ל-22 ימי חופשה"),
        ("сколько дней отпуска положено?", RUSSIAN, "Работнику положено 22 дня отпуска."),
        ("كم يوم إجازة يحق للموظف؟", ARABIC, "يحق للموظف 22 يوم إجازة في السنة."),
    ],
)
def test_the_sentence_that_shares_the_telling_words_is_quoted(
    question: str, passage: str, quote: str
) -> None:
    draft = answered(question, hits(["אין כאן דבר על הנושא.", passage]))
    assert draft.kind is AnswerKind.EXTRACTIVE
    assert quote in draft.text


def test_each_quotation_ends_in_a_verified_citation_of_its_place() -> None:
    found = hits([HEBREW, "חופשה מעבר למכסה היא ללא תשלום."])
    draft = answered("כמה ימי חופשה יש בשנה?", found)
    assert [item.number for item in draft.citations] == list(range(1, len(draft.citations) + 1))
    for line, citation in zip(draft.text.split("\n"), draft.citations, strict=True):
        assert citation.verified
        assert line == " ".join(citation.quote.split())
        assert draft.text[: citation.position].endswith(line)


def test_a_place_that_two_chunks_share_is_a_candidate_once() -> None:
    text = "סעיף ראשון כאן. סעיף שני כאן. סעיף שלישי כאן."
    first = Chunk("chk_1", "doc_a", 0, text[:29], (PageSpan(1, 0, 29),))
    second = Chunk("chk_2", "doc_a", 1, text[16:], (PageSpan(1, 16, len(text)),))
    found = candidates([hit(first), hit(second)])
    assert [item.text for item in found] == ["סעיף ראשון כאן.", "סעיף שני כאן.", "סעיף שלישי כאן."]


def test_a_table_without_full_stops_is_quoted_up_to_the_end_of_a_word() -> None:
    table = "שנות ותק ימי חופשה " * 60
    (item,) = candidates(hits([table.strip()]))
    assert len(item.text) <= SENTENCE_CHARS
    assert set(item.text.split()) <= set(table.split())


@pytest.mark.parametrize(
    ("spoken", "word"), [("he", "נמצאה"), ("en", "hold"), ("ar", "إجابة"), ("ru", "ответа")]
)
def test_no_answer_is_said_in_the_language_of_the_question(spoken: Language, word: str) -> None:
    draft = not_found(spoken)
    assert draft.kind is AnswerKind.NOT_FOUND
    assert word in draft.text


def test_a_question_in_a_passage_is_quoted_only_with_what_follows_it() -> None:
    (found,) = hits(["איך קובעים תור לעיסוי? נרשמים בפורטל העובדים."])
    texts = [item.text for item in candidates([found])]
    assert texts == ["איך קובעים תור לעיסוי? נרשמים בפורטל העובדים."]


def test_a_passage_that_ends_with_a_question_keeps_it() -> None:
    (found,) = hits(["נרשמים בפורטל. למי פונים?"])
    assert [item.text for item in candidates([found])] == ["נרשמים בפורטל.", "למי פונים?"]


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("5. חופשה שנתית", "עובד זכאי ל-22 ימי חופשה שנתית."),
        ("13.2 סיסמאות ואימות", "סיסמאות ואימות מוחלפים אחת ל-180 יום."),
        ("Annual leave", "An employee has 22 days of annual leave."),
        ("Ежегодный отпуск", "Работнику положено 22 дня отпуска."),
        ("الإجازة السنوية", "يحق للموظف 22 يوم إجازة في السنة."),
    ],
)
def test_a_heading_is_not_quoted_where_there_is_a_sentence(heading: str, told: str) -> None:
    section = () if heading.startswith("13") else (heading,)
    draft = answered(heading, [_under(section, f"{heading}\n\n{told}")])
    assert draft.text == told


def test_a_passage_of_a_heading_alone_is_quoted_by_it() -> None:
    assert answered("חופשה", [_under(("חופשה שנתית",), "חופשה שנתית")]).text == "חופשה שנתית"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("המשמרת והשעות", ["המשמרת\tהשעות", "בוקר\t06:30-14:30", "לילה\t22:30-06:30"]),
        ("When is the night shift?", ["Shift\tHours", "Morning\t06:30", "Night\t22:30"]),
        ("ночная смена", ["Смена\tЧасы", "Утренняя\t06:30", "Ночная\t22:30"]),
        ("الوردية الليلية", ["الوردية\tالساعات", "صباحية\t06:30", "ليلية\t22:30"]),
    ],
)
def test_a_row_is_quoted_with_its_table_and_the_table_once(question: str, rows: list[str]) -> None:
    table = "\n".join(rows)
    draft = answered(question, [_under((), f"{table}\nאחר כך באה שורה שאינה בטבלה כלל.")])
    assert [each.quote for each in draft.citations].count(table) == 1
    assert all(each.quote == table or "\t" not in each.quote for each in draft.citations)


def test_a_row_of_a_long_table_is_quoted_by_itself() -> None:
    rows = [f"מוצר מספר {number}\tמחיר {number * 7} שקלים" for number in range(40)]
    draft = answered("מחיר מוצר מספר 12", [_under((), "\n".join(rows))])
    assert all(len(each.quote) <= SENTENCE_CHARS for each in draft.citations)
    assert "מוצר מספר 12 " in draft.text.split("\n")[0]


def _under(section: tuple[str, ...], text: str) -> Hit:
    spans = (PageSpan(1, 0, len(text)),)
    return hit(Chunk("chk_1", "doc_a", 0, text, spans, section=section))


OLD = "4.1 עובד רשאי לעבוד מהבית עד יומיים בשבוע.\nהבקשה מוגשת למנהל הישיר בכתב וחתומה."
NEW = OLD.replace("יומיים", "שלושה ימים")


def _in_documents(*texts: str) -> list[Hit]:
    return [
        hit(chunk(text, name=f"chk_{rank}", document=f"doc_{rank}"), rank=rank)
        for rank, text in enumerate(texts, start=1)
    ]


def test_the_same_words_of_two_documents_are_quoted_once() -> None:
    draft = answered("למי מוגשת הבקשה?", _in_documents(NEW, OLD))
    assert draft.text.split("\n")[0] == "הבקשה מוגשת למנהל הישיר בכתב וחתומה."
    assert draft.text.count("הבקשה") == 1


def test_of_two_versions_of_a_sentence_that_of_the_better_passage_comes_first() -> None:
    question = "עבודה מהבית עד יומיים בשבוע"  # nearer to the old one by its words
    draft = answered(question, _in_documents(NEW, OLD))
    first, *others = draft.text.split("\n")
    assert "שלושה ימים" in first
    assert any("יומיים" in each for each in others)


@pytest.mark.parametrize(("behind", "quotations"), [(0.02, 3), (0.07, 2), (0.2, 1)])
def test_a_sentence_that_is_far_behind_the_best_is_not_quoted(
    behind: float, quotations: int
) -> None:
    first = chunk("הכלב נובח. החתול מיילל.", name="chk_1")
    second = chunk("הפרה גועה.", name="chk_2", number=2)
    listed = candidates([hit(first), hit(second, rank=2)])
    draft = extract("ציפור", listed, margins=[behind, 0.0, 0.0])
    assert draft.text.startswith("הכלב נובח.")
    assert len(draft.citations) == quotations
