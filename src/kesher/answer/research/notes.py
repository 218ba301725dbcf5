"""What the program itself says behind a research's answer: what is missing, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass

from kesher.answer.research.state import State
from kesher.domain.research import HaltReason
from kesher.text.language import Language

_MISSING: dict[Language, str] = {
    "he": "לא נמצא במסמכים:",
    "en": "Not found in the documents:",
    "ar": "لم يُعثر عليه في المستندات:",
    "ru": "В документах не найдено:",
}
_UNSEARCHED: dict[Language, str] = {
    "he": "לא נבדק:",
    "en": "Not looked for:",
    "ar": "لم يُبحث عنه:",
    "ru": "Не проверялось:",
}
_STOPPED: dict[Language, str] = {
    "he": "המחקר נעצר לפני שהסתיים. התשובה נכתבה ממה שנמצא עד אז.",
    "en": "The research was stopped before its end. The answer rests on what was found until then.",
    "ar": "أُوقف البحث قبل نهايته. كُتبت الإجابة مما وُجد حتى ذلك الحين.",
    "ru": "Исследование было остановлено. Ответ написан по тому, что было найдено до этого.",
}
_LIMITED: dict[Language, str] = {
    "he": "המחקר הגיע לתקרת העלות שנקבעה לו. התשובה נכתבה ממה שנמצא עד אז.",
    "en": "The research came to its cost limit. The answer rests on what was found until then.",
    "ar": "بلغ البحث حد التكلفة المحدد له. كُتبت الإجابة مما وُجد حتى ذلك الحين.",
    "ru": "Исследование дошло до предела расходов. Ответ написан по тому, что было найдено до "
    "этого.",
}
_BY_RULES: dict[Language, str] = {
    "he": "אין מודל שפה: השאלה חולקה לפי מילותיה, והמשפטים צוטטו לפי דירוג החיפוש.",
    "en": "No language model is set: the question was split by its words, and sentences are quoted "
    "in the order of the search.",
    "ar": "لا يوجد نموذج لغوي: قُسّم السؤال بحسب كلماته، ونُقلت الجمل بحسب ترتيب البحث.",
    "ru": "Языковая модель не задана: вопрос разделён по словам, предложения приведены в порядке "
    "поиска.",
}
_ENDINGS = {HaltReason.PERSON: _STOPPED, HaltReason.LIMIT: _LIMITED}


@dataclass(frozen=True, slots=True)
class Coverage:
    """What became of the aspects, by their indices in the plan.

    Attributes:
        found: Answered, or with passages that nobody checked yet.
        missing: Searched for and not answered, wholly or in part.
        unsearched: Never searched for: the research ended before.
    """

    found: tuple[int, ...]
    missing: tuple[int, ...]
    unsearched: tuple[int, ...]


def coverage(state: State, with_passages: Sequence[int]) -> Coverage:
    """Return what became of each aspect.

    Args:
        with_passages: Aspects that have relevant passages; one that is answered in part is both
            found and missing.
    """
    findings, everything = state.findings, range(len(state.aspects))
    unsearched = tuple(aspect for aspect in everything if not state.queries(aspect))
    missing = tuple(
        aspect
        for aspect in everything
        if aspect not in unsearched
        and (not findings[aspect].covered if aspect in findings else aspect not in with_passages)
    )
    found = tuple(aspect for aspect in everything if aspect in with_passages)
    return Coverage(found, missing, unsearched)


def notes(state: State, covered: Coverage, spoken: Language, *, with_model: bool) -> str:
    """Return the lines that stand behind the answer; empty where there is nothing to say.

    An aspect is named by its own words, and by what of it is missing where that is known.
    """
    findings = state.findings
    lines: list[str] = []
    for title, aspects in ((_MISSING, covered.missing), (_UNSEARCHED, covered.unsearched)):
        if aspects:
            lines.append(title[spoken])
        for aspect in aspects:
            told = findings[aspect].missing if aspect in findings else ""
            lines.append(f"- {state.aspects[aspect]}{f' ({told})' if told else ''}")
    if state.halted:
        lines.append(_ENDINGS[state.halted][spoken])
    if not with_model:
        lines.append(_BY_RULES[spoken])
    return "\n".join(lines)
