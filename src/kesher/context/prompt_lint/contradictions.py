"""Rules that cannot both be kept: what one demands another forbids, two limits, two lengths."""

import re
from collections.abc import Iterator

from kesher.context.prompt_lint.findings import Finding, found
from kesher.text.terms import index_terms

_SAME_RULE_FRACTION = 0.6

_FLAGS = re.IGNORECASE
_FORBIDDING = (
    r"\b(?:must not|never|do not|don't|may not|forbidden)\b"
    r"|(?<!\w)ו?(?:אסור|לעולם (?:לא|אל)|אין ל|אל(?= (?:נא )?ת))"
    r"|(?<!\w)و?(?:ممنوع|لا تقم|لا)(?!\w)|\b(?:никогда не|нельзя|запрещено|не(?= \w+(?:й|йте)\b))\b"
)
_DEMANDING = (
    r"\b(?:must|always|required to|shall)\b|(?<!\w)ו?(?:חובה|תמיד|חייב(?:ת|ים)?|יש ל)"
    r"|(?<!\w)و?(?:يجب|دائما|دائمًا)(?!\w)|\b(?:всегда|обязательно|должен)\b"
)
_FORBIDS = re.compile(_FORBIDDING, _FLAGS)
_DEMANDS = re.compile(_DEMANDING, _FLAGS)
_SENTENCE = re.compile(r"[^\n.!?;]+")
_NEXT_CLAUSE = re.compile(
    rf"(?:[,:—–-]|\b(?:and|but|yet|и|а|но)\b|(?<!\w)(?:אבל|אך|لكن|ولكن)(?!\w)|(?= [וو]))\s*"
    rf"(?={_FORBIDDING}|{_DEMANDING})",
    _FLAGS,
)
# What forbids stands before another form of the verb than what demands: "אל תענה" beside "ענה",
# "لا تجب" beside "أجب".
_AFTER_NOT = re.compile(r"(?<!\w)(?:ו?(?:לעולם )?(?:אל|לא)(?: נא)?|و?لا) [תت](?=\w\w)")
_FILLERS = frozenset(
    index_terms("you your please the a an only ever either אתה את נא רק أنت فقط ты вы только")
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

_Subject = frozenset[str]


def contradictions(text: str, part: str) -> Iterator[Finding]:
    """Yield what a prompt both wants and does not, in Hebrew, English, Arabic and Russian.

    They are heuristics over clauses: two rules contradict one another where one demands, the other
    forbids, and all or most of their remaining terms are the same. An order without "always"
    ("Cite the page.") counts as a demand where all of its terms are the same, two at least.
    """
    yield from _rules(text, part)
    yield from _limits(text, part)
    yield from _tone(text, part)


def _rules(text: str, part: str) -> Iterator[Finding]:
    demanded: list[_Subject] = []
    forbidden: list[_Subject] = []
    orders: list[_Subject] = []
    for start, end in _clauses(text):
        words = text[start:end]
        against = bool(_FORBIDS.search(words))
        subject = _subject(words)
        others = [*demanded, *orders] if against else forbidden
        plain = not against and not _DEMANDS.search(words)
        if plain and (len(subject) < 2 or words.lstrip().startswith("#")):
            continue
        same = subject in others if plain else any(_is_same(subject, each) for each in others)
        if same or (against and subject in orders):
            yield found("contradiction", part, text, start, end)
        ours = forbidden if against else (orders if plain else demanded)
        ours.append(subject)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    """Yield sentences, cut where a new demand or prohibition begins inside one."""
    for sentence in _SENTENCE.finditer(text):
        start = sentence.start()
        for cut in _NEXT_CLAUSE.finditer(text, start, sentence.end()):
            if text[start : cut.start()].strip():
                yield start, cut.start()
                start = cut.end()
        yield start, sentence.end()


def _subject(words: str) -> _Subject:
    bare = _DEMANDS.sub(" ", _FORBIDS.sub(" ", _AFTER_NOT.sub(" ", words)))
    return frozenset(_key(term) for term in index_terms(bare) if term not in _FILLERS)


def _key(term: str) -> str:
    """Return a term without the letters by which an order differs from the future tense."""
    if len(term) > 2 and term.startswith("ا"):
        return term[1:]
    return term.replace("י", "").replace("ו", "") if len(term) > 2 else term


def _is_same(one: _Subject, other: _Subject) -> bool:
    shared = len(one & other)
    if one == other:
        return shared > 0
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
