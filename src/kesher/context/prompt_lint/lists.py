"""Rules on numbered lists and on what stands twice: numbers, references, rules, languages."""

import re
from collections.abc import Iterator

from kesher.context.prompt_lint.findings import Finding, found
from kesher.text.terms import index_terms

RULE_TERMS_LEAST = 3

_ITEM = re.compile(r"^([ \t]*)(\d{1,3})[.)][ \t]+(?=\S)", re.MULTILINE)
_BREAK = re.compile(r"^[ \t]*(?:#{1,6}[ \t]|</?[A-Za-z][\w-]*>[ \t]*$)", re.MULTILINE)
_REFERENCE = re.compile(
    r"\b(?:step|rule)[ \t]+(\d{1,3})\b"
    r"|(?<!\w)(?:[בלמהו]{0,2})(?:שלב|צעד|כלל)[ \t]+(\d{1,3})\b"
    r"|(?<!\w)(?:الخطوة|القاعدة)[ \t]+(\d{1,3})\b"
    r"|\b(?:шаг(?:у|а|е)?|правил[оау])[ \t]+(\d{1,3})\b",
    re.IGNORECASE,
)
_RULE = re.compile(r"^[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]+(\S[^\n]*)$", re.MULTILINE)
_LANGUAGES = {
    "en": r"english|אנגלית|الإنجليزية|английском(?: языке)?",
    "he": r"hebrew|עברית|العبرية|иврите",
    "ar": r"arabic|ערבית|العربية|арабском(?: языке)?",
    "ru": r"russian|רוסית|الروسية|русском(?: языке)?",
    "asked": r"the (?:language of the question|user's language)|שפת השאלה|لغة السؤال|языке вопроса",
}
_ANSWER_IN = re.compile(
    r"(?:\b(?:answer|reply|respond|write)(?: always| only)? in |"
    r"(?<!\w)(?:ענה|עני|השב|כתוב)(?: תמיד| רק)? ב|(?<!\w)(?:أجب|اكتب)(?: دائما| فقط)? ب(?:ال)?|"
    r"\b(?:отвечай|пиши)(?: всегда| только)? на )"
    rf"(?:{'|'.join(f'(?P<{key}>{names})' for key, names in _LANGUAGES.items())})",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"\b(?:if|when|unless|for|otherwise)\b|(?<!\w)(?:אם|כאש|כש\w*|אחרת|עבור|ל(?:שאלה|משתמש)\w*)"
    r"|(?<!\w)(?:إذا|عندما|وإلا)|\b(?:если|когда|иначе)\b",
    re.IGNORECASE,
)


def lists(text: str, part: str) -> Iterator[Finding]:
    """Yield faults of numbering, references to steps that are not there, and rules told twice."""
    yield from _numbers(text, part)
    yield from _references(text, part)
    yield from _twice(text, part)
    yield from _languages(text, part)


def _numbers(text: str, part: str) -> Iterator[Finding]:
    """A list begins anew after a heading, after a tag of its own line, and at every 1."""
    breaks = [match.start() for match in _BREAK.finditer(text)]
    before: dict[str, int] = {}
    last = 0
    for item in _ITEM.finditer(text):
        if any(last <= each < item.start() for each in breaks):
            before = {}
        indent, number = item.group(1), int(item.group(2))
        if indent in before and number not in (before[indent] + 1, 1):
            yield found("number_gap", part, text, item.start(), text.find("\n", item.start()))
        before = {outer: n for outer, n in before.items() if len(outer) < len(indent)}
        before[indent] = number
        last = item.start()


def _references(text: str, part: str) -> Iterator[Finding]:
    most = max((int(item.group(2)) for item in _ITEM.finditer(text)), default=0)
    for match in _REFERENCE.finditer(text):
        number = int(next(group for group in match.groups() if group))
        if most and number > most:
            yield found("step_unknown", part, text, *match.span())


def _twice(text: str, part: str) -> Iterator[Finding]:
    seen: set[tuple[str, ...]] = set()
    for rule in _RULE.finditer(text):
        terms = tuple(index_terms(rule.group(1)))
        if len(terms) >= RULE_TERMS_LEAST and terms in seen:
            yield found("rule_twice", part, text, *rule.span())
        seen.add(terms)


def _languages(text: str, part: str) -> Iterator[Finding]:
    """Two languages for every answer. A rule that names its case contradicts nothing."""
    wanted = ""
    for match in _ANSWER_IN.finditer(text):
        begin = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        if _CASE.search(text[begin : end if end >= 0 else len(text)]):
            continue
        language = str(match.lastgroup)
        if wanted and language != wanted:
            yield found("contradiction", part, text, *match.span())
        wanted = wanted or language
