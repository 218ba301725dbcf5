"""A question in several parts to its parts, by words alone: Hebrew, English, Russian, Arabic.

What is doubtful stays whole: a question that is cut wrongly loses what its halves shared.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kesher.text.sentences import sentence_spans
from kesher.text.terms import query_terms

MOST_PARTS = 4

_FILE = "question_parts.toml"
_MARK = re.compile(r"^\s*(?:[-–•*]|\(?(?:\d{1,2}|[א-ת]'?|[a-z])[.)])\s+(?=\S)", re.MULTILINE)
_ENDS = " \t\n,;:،؛.?!؟"
_ASKS = ("?", "؟")
_COMMA = re.compile(r"\s*[,،;؛]\s*")
_SAME_BEGINNING = 3
"""Letters by which "עובדים ועובדות" are one thing and not two."""
_LONGEST_ITEM = 5
"""Words of one thing in a list; a longer run is more than a list."""

# Their vav is no "and". After a list's last comma or a preposition they stay whole.
_VAV_OF_ITS_OWN = re.compile(
    r"ו(?:עד|ועד|תק|יזה|ילו|יכו|ידא|ידו|יתו|טרינר|עיד|אוצ|דא|סת|ריד|ולונט|ירו|ט?סא?פ)"
)


@dataclass(frozen=True, slots=True)
class _Words:
    """The compiled words of all languages together: questions mix them."""

    new_question: re.Pattern[str]
    asks: re.Pattern[str]
    about: re.Pattern[str]
    last_and: re.Pattern[str]
    comparisons: tuple[re.Pattern[str], ...]


def parts(question: str) -> tuple[str, ...]:
    """Return what a question asks for, one by one, in its order; the question alone if it is one.

    Looked for are: a list of lines, "compare X and Y", several questions, a second question word
    ("what ... and when ..."), a list of things ("the rules about X, Y and Z"). At most four come
    back: what is beyond stands in the last.
    """
    for split in (_lines, _compared, _questions, _listed):
        found = dict.fromkeys(" ".join(part.split()) for part in split(question))
        told = [part for part in found if part.strip(_ENDS)]
        if len(told) > 1:
            return _at_most(told)
    return (question.strip(),)


def _lines(question: str) -> list[str]:
    marks = list(_MARK.finditer(question))
    if len(marks) < 2:
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(question)]
    return [question[mark.end() : end] for mark, end in zip(marks, ends, strict=True)]


def _compared(question: str) -> list[str]:
    text = " ".join(question.split()).strip(_ENDS)
    for pattern in _words().comparisons:
        if found := pattern.fullmatch(text):
            return [found["a"], found["b"]]
    return []


def _questions(question: str) -> list[str]:
    """Return its questions, what is only said before one in front of it."""
    found: list[str] = []
    said = ""
    for start, end in sentence_spans(question):
        sentence = question[start:end]
        sign = next((mark for mark in _ASKS if sentence.endswith(mark)), "")
        for piece in _words().new_question.split(sentence):
            whole = f"{said}, {piece.strip(_ENDS)}" if said else piece.strip(_ENDS)
            asks = _words().asks.search(whole)
            said = "" if asks else whole
            if asks:
                found.append(f"{whole}{sign}")
        if said and sign:
            found.append(f"{said}{sign}")
            said = ""
    if said and found:
        found[-1] = f"{found[-1]} {said}"
    return _joined(found)


def _listed(question: str) -> list[str]:
    """Return the question once for each thing of its list."""
    sign = next((end for end in _ASKS if question.rstrip().endswith(end)), "")
    text = " ".join(question.split()).strip(_ENDS)
    opened = _words().about.search(text)
    if opened is None:
        return []
    items = _items(text[opened.end() :])
    if len(items) < 2 or not all(_is_thing(item) for item in items):
        return []
    return [f"{text[: opened.end()].strip()} {item}{sign}" for item in items]


def _is_thing(item: str) -> bool:
    return len(item.split()) <= _LONGEST_ITEM and not _words().asks.search(item)


def _items(text: str) -> list[str]:
    items = [item for item in _COMMA.split(text) if item.strip()]
    if not items:
        return []
    pair = _at_last_and(items[-1])
    if len(pair) == 2 and pair[0][:_SAME_BEGINNING] == pair[1][:_SAME_BEGINNING]:
        pair = [items[-1]]
    return [item.strip(_ENDS) for item in (*items[:-1], *pair)]


def _at_last_and(text: str) -> list[str]:
    for found in reversed(list(_words().last_and.finditer(f" {text}"))):
        word = f" {text}"[found.start() :].split()[0]
        if not _VAV_OF_ITS_OWN.match(word):
            before, after = f" {text}"[: found.start()].strip(), f" {text}"[found.end() :].strip()
            return [side for side in (before, after) if side]
    return [text]


def _joined(found: Sequence[str]) -> list[str]:
    """Return the questions; one that asks nothing by itself goes with another.

    "And when?" joins the one before it; "how" of "how and when ..." the one after it.
    """
    told: list[str] = []
    for part in found:
        if told and len(told[-1].split()) == 1:
            told[-1] = f"{told[-1].strip(_ENDS)}, {part}"
        elif told and (len(part.split()) == 1 or not query_terms(part)):
            told[-1] = f"{told[-1]} {part}"
        else:
            told.append(part)
    return told


def _at_most(found: Sequence[str]) -> tuple[str, ...]:
    if len(found) <= MOST_PARTS:
        return tuple(found)
    kept = MOST_PARTS - 1
    return (*found[:kept], "; ".join(found[kept:]))


@cache
def _words() -> _Words:
    text = files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    tables = list(tomllib.loads(text).values())
    asks = _any(word for table in tables for word in table["asks"])
    ands = [word for table in tables for word in table["and"]]
    apart = _any(word for word in ands if not word.endswith("+"))
    onto = _any(word[:-1] for word in ands if word.endswith("+"))
    # "ומי שחלה": whoever fell ill, which asks nothing.
    asked = rf"(?=(?:{asks})(?!\w))(?!מי\s+ש)"
    after_and = rf"(?:[,،;؛]\s*|\s+)(?:(?:{apart})\s+|(?:{onto})){asked}"
    # English and Russian put a comma before a clause that only says when or which.
    after_comma = rf"[,،;؛]\s*(?=[\u0590-\u06ff]){asked}"
    return _Words(
        new_question=re.compile(f"{after_and}|{after_comma}", re.IGNORECASE),
        asks=re.compile(rf"(?<!\w)(?:{asks})(?!\w)", re.IGNORECASE),
        about=re.compile(
            rf"(?<!\w)(?:{_any(word for table in tables for word in table['about'])})\s+|:\s+",
            re.IGNORECASE,
        ),
        last_and=re.compile(r"\s(?:and|и|або)\s+|\sו-?(?=\w)|\sو(?=\w)", re.IGNORECASE),
        comparisons=tuple(
            re.compile(
                written.replace("{a}", "(?P<a>.+?)").replace("{b}", "(?P<b>.+)"), re.IGNORECASE
            )
            for table in tables
            for written in table["compare"]
        ),
    )


def _any(words: Iterator[str]) -> str:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word) for word in longest_first)
