"""Signs in a text of what a history may least lose: decisions, reasons, constraints, failures."""

import re
from collections.abc import Iterator

from kesher.text.sentences import sentence_spans

_W = r"(?<!\w)"
_E = r"(?!\w)"

_DECISION = re.compile(
    rf"{_W}(?:[ושה]?(?:החלט(?:נו|תי|ה|ת)|הוחלט|בחר(?:נו|תי)|נבחרה?|סיכמנו|סוכם|קבענו|נקבע|ויתרנו|"
    rf"הסכמנו|נשתמש ב\S*)"
    r"|decided|decision|chose|chosen|opted|agreed|settled on|going with|ruled out|we will use"
    r"|решил[аи]?|решено|решение|выбрал[аи]?|выбрано|договорились|отказались"
    rf"|قرر(?:نا|ت)?|القرار|اخترنا|اتفقنا|اعتمدنا){_E}",
    re.IGNORECASE,
)
_CONSTRAINT = re.compile(
    rf"{_W}(?:[ושה]?(?:חייב(?:ים|ת)?|חובה|אסור|מותר|רק|לכל היותר|לפחות|בלי|ללא|עד|תקציב|אל)"
    r"|must|never|always|only|at most|at least|no more than|do not|don't|without|budget|deadline"
    r"|долж(?:ен|на|ны|но)|нельзя|только|не более|не менее|обязательно|бюджет|без"
    rf"|يجب|ممنوع|فقط|على الأكثر|على الأقل|بدون|الميزانية){_E}",
    re.IGNORECASE,
)
_FAILED_WORDS = re.compile(
    rf"{_W}(?:[ושה]?(?:נכשל(?:ה|ו|נו|תי)?|כישלון|שגיאה|שגיאת|לא הצלח(?:תי|נו)|לא עבד(?:ה)?)"
    r"|fail(?:ed|ure|s)?|error|did(?: not|n't) work|could not|couldn't|timed out|denied"
    r"|не удалось|ошибк[аиу]|не работает|сбой|отказано"
    rf"|فشل(?:ت)?|خطأ|لم ينجح|تعذر){_E}",
    re.IGNORECASE,
)
_REASON = re.compile(
    rf"{_W}(?:[ו]?(?:כי|מפני|משום|בגלל|מאחר|לכן)|because|since|due to|so that|therefore"
    rf"|потому|поскольку|из-за|لأن|بسبب|لذلك){_E}",
    re.IGNORECASE,
)
_ERROR_START = re.compile(
    r"\s*(?:[<\[{(\"'*#\s]*)(?:error|exception|traceback|fatal|failed|http[ /]?[45]\d\d"
    r"|[45]\d\d[ :]"
    r"|status[\"']?[: ]+[\"']?(?:error|failed)|שגיאה|שגיאת|נכשל|ошибка|сбой|خطأ|فشل)",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"\s*(?:\[\s*\]|\{\s*\}|null|none|\(empty\)"
    r"|no (?:results?|matches|hits)(?: (?:were )?found)?\.?"
    r"|not found\.?|0 (?:results?|hits)\.?|לא נמצא(?:ו)?(?: תוצאות| דבר)?\.?|אין תוצאות\.?"
    r"|ничего не найдено\.?|لا توجد نتائج\.?|لم يُ?عثر على شيء\.?)?\s*",
    re.IGNORECASE,
)
CITED = re.compile(r"<cite\b[^>]*>.*?</cite>", re.DOTALL)
"""A citation as answers of Kesher carry it."""

FAILURE_CHARS = 300
"""Of an error's text, what is kept at least."""


def is_failure(text: str) -> bool:
    """Tell whether a tool result says at its beginning that the call failed."""
    return _ERROR_START.match(text) is not None


def is_empty(text: str) -> bool:
    """Tell whether a tool result says that there was nothing."""
    return _EMPTY.fullmatch(text) is not None


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text as they stand."""
    for start, end in sentence_spans(text):
        yield text[start:end]


def decisions(text: str) -> list[str]:
    """Return the sentences that decide something, each with the reason that follows it."""
    listed = list(sentences(text))
    found: list[str] = []
    for at, sentence in enumerate(listed):
        if not _DECISION.search(sentence):
            continue
        after = listed[at + 1] if at + 1 < len(listed) else ""
        gives_reason = _REASON.match(after) is not None
        found.append(f"{sentence} {after}" if gives_reason else sentence)
    return found


def constraints(text: str) -> list[str]:
    """Return the sentences that limit what may be done."""
    return [sentence for sentence in sentences(text) if _CONSTRAINT.search(sentence)]


def failures(text: str) -> list[str]:
    """Return the sentences that tell of something that did not work."""
    return [sentence for sentence in sentences(text) if _FAILED_WORDS.search(sentence)]


def questions(text: str) -> list[str]:
    """Return the sentences that ask."""
    return [s for s in sentences(text) if s.rstrip("\"'”»)").endswith(("?", "؟"))]


def first_words(text: str, limit_chars: int = FAILURE_CHARS) -> str:
    """Return the beginning of a text on one line, cut at a space."""
    line = " ".join(text.split())
    if len(line) <= limit_chars:
        return line
    head = line[:limit_chars]
    return f"{head.rsplit(' ', 1)[0] if ' ' in head else head}…"
