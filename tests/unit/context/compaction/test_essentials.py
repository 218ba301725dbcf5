import pytest

from kesher.context.compaction.essentials import EssentialKind, essentials


def found(text: str, kind: EssentialKind) -> set[str]:
    return {each.key for each in essentials(text) if each.kind is kind}


@pytest.mark.parametrize(
    ("text", "kind", "keys"),
    [
        ("ראו https://alon.example/a?b=1.", EssentialKind.URL, {"https://alon.example/a?b=1"}),
        ("כתבו ל-office@alon.example", EssentialKind.URL, {"office@alon.example"}),
        ("הקובץ src/app/main.py נערך", EssentialKind.PATH, {"src/app/main.py"}),
        ("budget_v2.xlsx לא נמצא", EssentialKind.PATH, {"budget_v2.xlsx"}),
        ("ההזמנה KS-1042 אושרה", EssentialKind.IDENTIFIER, {"ks-1042"}),
        ("set max_retries in `runLoop`", EssentialKind.IDENTIFIER, {"max_retries", "runloop"}),
        ("החוזה נחתם ב־14.3.2024", EssentialKind.DATE, {"14.3.2024"}),
        ("נחתם ב-3 במאי 2024", EssentialKind.DATE, {"3.5.2024"}),
        ("signed on May 3, 2024", EssentialKind.DATE, {"3.5.2024"}),
        ("подписан 3 мая 2024 года", EssentialKind.DATE, {"3.5.2024"}),
        ("وُقّع في ٣ مايو ٢٠٢٤", EssentialKind.DATE, {"3.5.2024"}),
        ("2024-05-03", EssentialKind.DATE, {"3.5.2024"}),
        ('התקציב 1,250,000 ש"ח', EssentialKind.AMOUNT, {"1250000 ils"}),
        ("₪1,250,000", EssentialKind.AMOUNT, {"1250000 ils"}),
        ("$5 million", EssentialKind.AMOUNT, {"5 usd million"}),
        ("15 אחוזים", EssentialKind.AMOUNT, {"15 percent"}),
        ("штраф 0,5% в неделю", EssentialKind.AMOUNT, {"0,5 percent"}),
        ("בשעה 08:30 בחדר 12", EssentialKind.NUMBER, {"08:30", "12"}),
        ("the sensor read -5 degrees", EssentialKind.NUMBER, {"-5"}),
        ('בפרויקט "מגדל אור" הוחלט', EssentialKind.QUOTED, {"מגדל אור"}),
        ("компания «Маяк» и другие", EssentialKind.QUOTED, {"маяк"}),
    ],
)
def test_what_must_be_kept_is_seen_in_four_languages(
    text: str, kind: EssentialKind, keys: set[str]
) -> None:
    assert found(text, kind) == keys


def test_an_abbreviation_with_gershayim_is_no_quoted_name() -> None:
    assert not found('צה"ל ומנכ״ל החברה הגיעו לתל אביב.', EssentialKind.QUOTED)


def test_numbers_of_a_list_are_no_facts() -> None:
    assert not essentials("1. ראשית\n2. שנית")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("אין לפנות לספק הישן.", {"ספק"}),
        ("אל תשלח את החוזה.", {"חוזה"}),
        ("אסור למחוק קבצים.", {"קבצימ"}),
        ("המענק ניתן בלי תנאי סודיות.", {"סודיות"}),
        ("ולא נחתם הסכם.", {"סכמ"}),
        ("Do not contact the press.", {"contact", "press"}),
        ("It works without a licence.", {"licence"}),
        ("Не отправляйте отчёт.", {"отч"}),
        ("لا ترسل الملف.", {"ترسل", "ملف"}),
    ],
)
def test_a_negation_is_kept_with_what_it_denies(text: str, words: set[str]) -> None:
    (key,) = found(text, EssentialKind.NEGATION)
    assert words & set(key.split()), key


def test_the_hebrew_preposition_el_is_no_negation() -> None:
    assert not found("הוא הלך אל הבית הלבן.", EssentialKind.NEGATION)
