"""Rules on a prompt's words: contradictions, vague rules, content that changes, capitals."""

import re
from collections.abc import Container, Iterator

from kesher.context.prompt_lint.findings import Finding, found
from kesher.text.terms import index_terms

CAPITALS_MOST = 5
SENTENCE_WORDS_MOST = 60
_SAME_RULE_FRACTION = 0.6

_FLAGS = re.IGNORECASE
_FORBIDS = re.compile(
    r"\b(?:must not|never|do not|don't|may not|forbidden)\b"
    r"|(?<!\w)(?:אסור|לעולם (?:לא|אל)|אין ל|אל)"
    r"|(?<!\w)(?:ممنوع|لا تقم|لا)(?!\w)|\b(?:никогда не|нельзя|запрещено)\b",
    _FLAGS,
)
_DEMANDS = re.compile(
    r"\b(?:must|always|required to|shall)\b|(?<!\w)(?:חובה|תמיד|חייב(?:ת|ים)?|יש ל)"
    r"|(?<!\w)(?:يجب|دائما|دائمًا)(?!\w)|\b(?:всегда|обязательно|должен)\b",
    _FLAGS,
)
_VAGUE = re.compile(
    r"\b(?:as (?:needed|appropriate|necessary)|if (?:relevant|appropriate|needed|necessary)|"
    r"(?:when|where) appropriate|appropriately|use your judg(?:e)?ment|as you see fit)\b"
    r"|(?<!\w)(?:בהתאם לצורך|במידת הצורך|לפי הצורך|במקרה הצורך|אם רלוונטי|באופן מתאים|"
    r"לפי שיקול דעתך)(?!\w)"
    r"|(?<!\w)(?:عند الحاجة|حسب الحاجة|إذا لزم الأمر|بشكل مناسب|حسب تقديرك)(?!\w)"
    r"|\b(?:при необходимости|по мере необходимости|если уместно|по возможности|как следует|"
    r"на своё усмотрение|по своему усмотрению)\b",
    _FLAGS,
)
_PLACEHOLDER = re.compile(r"\{\{\s*[\w.]+\s*\}\}|\$\{\w+\}|(?<![{\w])\{[a-z_]\w*\}|<%=?.+?%>")
_ID = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", _FLAGS)
_CLOCK = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_NOW = re.compile(
    r"(?:\b(?:today is|current (?:date|time)(?: is)?|the (?:date|time) is|now is)\b"
    r"|(?<!\w)(?:היום הוא|התאריך (?:היום|הנוכחי)|השעה(?: עכשיו| הנוכחית)?)"
    r"|(?<!\w)(?:تاريخ اليوم|الوقت الآن)|\b(?:сегодня|текущ(?:ая|ее) (?:дата|время))\b)"
    r"[^\n.]{0,25}?\d",
    _FLAGS,
)
_STATE = re.compile(
    r"(?:\b(?:balance|remaining (?:credits|calls)|logged in as|current user|cart)\b"
    r"|(?<!\w)(?:היתרה|יתרת|המשתמש המחובר|מחובר בתור)|(?<!\w)رصيد|\bбаланс\b)"
    r"[^\n.]{0,20}?[:=]\s*\S+",
    _FLAGS,
)
_LIMIT = re.compile(
    r"(?:\b(?:at most|no more than|up to|maximum(?: of)?)|(?<!\w)(?:לכל היותר|עד|לא יותר מ-?)"
    r"|(?<!\w)(?:لا يزيد عن|بحد أقصى)|\b(?:не более|максимум))\s*(\d+)\s+(\w+)",
    _FLAGS,
)
_BRIEF = re.compile(
    r"\bbe (?:brief|short|concise)\b|(?<!\w)(?:היה קצר|ענה בקצרה|כתוב בקצרה)|\bкратко\b|باختصار",
    _FLAGS,
)
_DETAILED = re.compile(
    r"\bbe (?:detailed|thorough|exhaustive|comprehensive)\b|\bin (?:great|full) detail\b"
    r"|(?<!\w)(?:פרט ככל האפשר|ענה בהרחבה|היה מפורט|כתוב בהרחבה)|\bподробно\b|بالتفصيل",
    _FLAGS,
)
_SHOUTED = re.compile(r"\b(?:MUST|NEVER|ALWAYS|IMPORTANT|CRITICAL|NOT|REQUIRED|FORBIDDEN|ONLY)\b")
_LOUD = re.compile(r"!{2,}|(?<!\w)(?:[A-ZА-ЯЁ]{2,}[ \t]+){3,}[A-ZА-ЯЁ]{2,}(?!\w)")
_PRESSURE = re.compile(
    r"\b(?:tip you|pay you|you will be (?:fired|punished|penali[sz]ed|shut down)|or else\b(?=\W*$)|"
    r"my (?:job|life|career) depends)"
    r"|(?<!\w)(?:תפוטר|תיענש|אפטר אותך|אשלם לך|תקבל (?:טיפ|בונוס)|(?:החיים|הקריירה) שלי תלוי)"
    r"|(?<!\w)(?:ستعاقب|ستطرد|سأدفع لك|إكرامية)"
    r"|\b(?:тебя (?:уволят|накажут)|заплачу тебе|получишь (?:чаевые|премию)|моя карьера)",
    _FLAGS | re.MULTILINE,
)
_NOTE = re.compile(
    r"\b(?:TODO|FIXME|TBD|XXX)\b[ \t]*(?:[:)\]]|$)|\[(?:TODO|TBD|להשלים|дописать|يكمل)[^\]\n]*\]"
    r"|(?<!\w)(?:להשלים|дописать|يكمل)[ \t]*:",
    re.MULTILINE,
)
# Joiners (U+200C, U+200D) spell Persian words and emoji; what stands here spells nothing.
_HIDDEN = re.compile("[\u200b\u2060\ufeff\u00ad\U000e0000-\U000e007f]+")
_OVERRIDE = re.compile("[\u202d\u202e]")
_SENTENCE = re.compile(r"[^\n.!?;]+")
_PLAIN = (
    ("vague_rule", _VAGUE),
    ("shouting", _LOUD),
    ("pressure", _PRESSURE),
    ("note_left", _NOTE),
    ("hidden_character", _HIDDEN),
    ("direction_override", _OVERRIDE),
    ("dynamic_id", _ID),
    ("dynamic_time", _CLOCK),
    ("dynamic_time", _NOW),
    ("user_state", _STATE),
)


def wording(text: str, part: str, placeholders: Container[str] = ()) -> Iterator[Finding]:
    """Yield the faults of a prompt's words, in Hebrew, English, Arabic and Russian.

    They are heuristics over sentences: two rules contradict one another where one demands, the
    other forbids, and most of their remaining terms are the same.

    Args:
        placeholders: Names that are filled before sending.
    """
    for code, pattern in _PLAIN:
        for match in pattern.finditer(text):
            yield found(code, part, text, *match.span())
    for match in _PLACEHOLDER.finditer(text):
        if match.group().strip("{}$ ") not in placeholders:
            yield found("placeholder", part, text, *match.span())
    for match in _SENTENCE.finditer(text):
        if len(match.group().split()) > SENTENCE_WORDS_MOST:
            yield found("long_sentence", part, text, *match.span())
    yield from _contradictions(text, part)
    yield from _limits(text, part)
    yield from _tone(text, part)
    shouted = list(_SHOUTED.finditer(text))
    if len(shouted) > CAPITALS_MOST:
        yield found("capitals", part, text, *shouted[CAPITALS_MOST].span())


def _contradictions(text: str, part: str) -> Iterator[Finding]:
    demanded: list[set[str]] = []
    forbidden: list[set[str]] = []
    for sentence in _SENTENCE.finditer(text):
        words = sentence.group()
        against = _FORBIDS.search(words)
        if not against and not _DEMANDS.search(words):
            continue
        subject = set(index_terms(_DEMANDS.sub(" ", _FORBIDS.sub(" ", words))))
        others, ours = (demanded, forbidden) if against else (forbidden, demanded)
        if any(_is_same(subject, other) for other in others):
            yield found("contradiction", part, text, *sentence.span())
        ours.append(subject)


def _is_same(one: set[str], other: set[str]) -> bool:
    shared = len(one & other)
    return shared > 1 and shared >= _SAME_RULE_FRACTION * len(one | other)


def _limits(text: str, part: str) -> Iterator[Finding]:
    known: dict[str, str] = {}
    for match in _LIMIT.finditer(text):
        number, thing = match.group(1), match.group(2).casefold()
        if known.setdefault(thing, number) != number:
            yield found("number_conflict", part, text, *match.span())


def _tone(text: str, part: str) -> Iterator[Finding]:
    brief, detailed = _BRIEF.search(text), _DETAILED.search(text)
    if brief and detailed:
        later = max(brief, detailed, key=lambda match: match.start())
        yield found("tone_conflict", part, text, *later.span())
