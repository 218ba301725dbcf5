"""What of a text a summary may neither lose nor invent: names, numbers, dates, negations."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from kesher.context.compaction.negation import Negation, negations
from kesher.text.normalize import strip_niqqud


class EssentialKind(StrEnum):
    """What kind of thing must be kept."""

    URL = "url"
    PATH = "path"
    IDENTIFIER = "identifier"
    DATE = "date"
    AMOUNT = "amount"
    NUMBER = "number"
    QUOTED = "quoted name"
    NEGATION = "negation"


@dataclass(frozen=True, slots=True)
class Essential:
    """One thing that must be kept.

    Attributes:
        text: As it stands.
        key: What it is compared by; equal for two ways of writing the same.
    """

    kind: EssentialKind
    text: str
    key: str


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "ינואר january jan января январь يناير",
            "פברואר february feb февраля февраль فبراير",
            "מרץ מרס march mar марта март مارس",
            "אפריל april apr апреля апрель أبريل ابريل",
            "מאי may мая май مايو",
            "יוני june jun июня июнь يونيو",
            "יולי july jul июля июль يوليو",
            "אוגוסט august aug августа август أغسطس اغسطس",
            "ספטמבר september sep sept сентября сентябрь سبتمبر",
            "אוקטובר october oct октября октябрь أكتوبر اكتوبر",
            "נובמבר november nov ноября ноябрь نوفمبر",
            "דצמבר december dec декабря декабрь ديسمبر",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_UNITS = {
    "ils": 'ש"ח שקל שקלים ₪ ils nis shekel shekels',
    "usd": "$ usd dollar dollars דולר דולרים доллар доллара долларов دولار",
    "eur": "€ eur euro euros אירו евро يورو",
    "rub": "₽ rub рубль рубля рублей руб רובל",
    "percent": "% percent אחוז אחוזים процент процента процентов بالمئة",
    "million": "million מיליון миллион миллиона миллионов млн مليون",
    "billion": "billion מיליארד миллиард миллиарда миллиардов млрд مليار",
    "thousand": "thousand אלף тысяч тысячи тыс ألف",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_UNIT = "|".join(re.escape(word) for word in sorted(_UNIT_OF, key=len, reverse=True))
_NUMBER = r"\d+(?:[.,:/]\d+)*"
_SIGN = r"(?:(?<![\w\-])-)?"

_PATTERN = re.compile(
    rf"""
    (?P<url>(?:https?|ftp|file)://[^\s<>"'”»\])]+|(?<![A-Za-z0-9])[A-Za-z0-9][A-Za-z0-9._+\-]*@[\w-]+(?:\.[\w-]+)+)
    | (?P<path>(?:[A-Za-z]:\\[\w\\.\-]+|(?:~|\.{{1,2}})?/(?:[\w.\-]+/)*[\w.\-]*\w
        |(?<![\w/])[A-Za-z_][\w.\-]*(?:/[\w.\-]+)+
        |(?<![\w./])[\w\-]+\.(?:py|md|txt|pdf|docx?|xlsx?|csv|json|ya?ml|toml|html?|js|ts|sql|sh|log
        |pptx?|png|jpe?g)(?!\w)))
    | (?P<code>`[^`\n]{{1,80}}`)
    | (?P<date>(?<!\d)(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}
        |\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|\d{{2}}))(?![\d/]))
    | (?P<dated>(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?[בל]?(?P<month>{_MONTH})(?!\w)
        (?:[,\s]+(?P<year>\d{{4}}))?
        |(?<!\w)(?P<month2>{_MONTH})\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year2>\d{{4}}))?(?!\w))
    | (?P<id>(?<![\w])(?=[\w\-]*\d)(?=[\w\-]*[A-Za-z])[A-Za-z0-9_]+(?:[-.][A-Za-z0-9_]+)*(?![\w])
        |(?<!\w)[A-Za-z]+(?:_[A-Za-z0-9]+)+(?!\w)
        |(?-i:(?<!\w)[a-z]+(?:[A-Z][a-z0-9]+)+(?!\w)))
    | (?P<before>[₪$€₽]\s?(?P<value>{_NUMBER})(?:\s?(?P<scale>{_UNIT})(?!\w))?)
    | (?P<after>{_SIGN}(?P<value2>{_NUMBER})[\s\u00a0-]?(?P<unit>{_UNIT})(?!\w))
    | (?P<number>{_SIGN}(?<![\d.,])({_NUMBER}))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUOTED = re.compile(
    r"(?<![\w\"])(?:[בהולמשכ]{1,3}-?)?(?:\"([^\"\n]{2,60})\"|“([^”\n]{2,60})”|«([^»\n]{2,60})»"
    r"|„([^“”\n]{2,60})[“”]|״([^״\n]{2,60})״)(?![\w\"])"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_LIST_MARK = re.compile(r"(?m)^\s*(?:\d{1,3}[.)]|#+|\[\d{1,3}\])\s")
_CITE_MARK = re.compile(r"\s?\[\d{1,3}\](?!\w)")
_QUOTED_WORDS = 8
_DIRECTION = dict.fromkeys(
    map(ord, "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
)
_DASHES = dict.fromkeys(map(ord, "\u05be\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_QUOTES = {ord("״"): '"', ord("׳"): "'", ord("’"): "'", 0x00A0: " "}


def folded(text: str) -> str:
    """Return a text as essentials are read: no niqqud, no direction marks, ASCII digits, dashes.

    Gershayim become `"`, so that two spellings of an abbreviation compare as one.
    """
    plain = strip_niqqud(unicodedata.normalize("NFKC", text)).translate(_DIRECTION)
    plain = plain.translate(_DASHES).translate(_QUOTES)
    return "".join(
        str(unicodedata.digit(char)) if char.isdigit() and char > "9" else char for char in plain
    )


@lru_cache(maxsize=4096)
def essentials(text: str) -> tuple[Essential, ...]:
    """Return what must be kept of a text, each once, in order; negations last."""
    plain = folded(text)
    body = _CITE_MARK.sub("", _LIST_MARK.sub("\n", plain))
    found = [*_matched(body), *_quoted(body), *map(_negated, negations(plain))]
    return tuple({(each.kind, each.key): each for each in found if each.key}.values())


def _matched(body: str) -> Iterator[Essential]:
    for match in _PATTERN.finditer(body):
        yield _READERS[match.lastgroup or "number"](match)


def _url(match: re.Match[str]) -> Essential:
    url = match["url"].rstrip(".,;:!?)")
    return Essential(EssentialKind.URL, url, url.rstrip("/").casefold())


def _path(match: re.Match[str]) -> Essential:
    path = match["path"].rstrip(".")
    return Essential(EssentialKind.PATH, path, path.casefold())


def _code(match: re.Match[str]) -> Essential:
    return Essential(EssentialKind.IDENTIFIER, match["code"], match["code"].strip("`").casefold())


def _id(match: re.Match[str]) -> Essential:
    return Essential(EssentialKind.IDENTIFIER, match["id"], match["id"].casefold())


def _date(match: re.Match[str]) -> Essential:
    fields = [int(field) for field in re.split(r"[-./]", match["date"])]
    day, month, year = reversed(fields) if "-" in match["date"] else fields
    return Essential(EssentialKind.DATE, match["date"], _date_key(day, month, year))


def _dated(match: re.Match[str]) -> Essential:
    day = int(match["day"] or match["day2"])
    month = _MONTHS[(match["month"] or match["month2"]).lower()]
    year = match["year"] or match["year2"]
    key = _date_key(day, month, int(year) if year else 0)
    return Essential(EssentialKind.DATE, match["dated"].strip(), key)


def _date_key(day: int, month: int, year: int) -> str:
    return f"{day}.{month}.{year + 2000 if 0 < year < 100 else year or ''}"


def _before(match: re.Match[str]) -> Essential:
    units = [_UNIT_OF[match["before"][0]]]
    units += [_UNIT_OF[match["scale"].lower()]] if match["scale"] else []
    return Essential(EssentialKind.AMOUNT, match["before"], _amount(match["value"], units))


def _after(match: re.Match[str]) -> Essential:
    units = [_UNIT_OF[match["unit"].lower()]]
    return Essential(EssentialKind.AMOUNT, match["after"], _amount(match["value2"], units))


def _amount(value: str, units: list[str]) -> str:
    return " ".join([_number_key(value), *units])


def _number(match: re.Match[str]) -> Essential:
    return Essential(EssentialKind.NUMBER, match["number"], _number_key(match["number"]))


def _number_key(number: str) -> str:
    plain = number.replace(",", "") if _THOUSANDS.fullmatch(number.lstrip("-")) else number
    return plain.rstrip(".,:/")


_READERS = {
    "url": _url,
    "path": _path,
    "code": _code,
    "date": _date,
    "dated": _dated,
    "id": _id,
    "before": _before,
    "after": _after,
    "number": _number,
}


def _quoted(body: str) -> Iterator[Essential]:
    for match in _QUOTED.finditer(body):
        name = next(group for group in match.groups() if group)
        if len(name.split()) <= _QUOTED_WORDS and any(char.isalpha() for char in name):
            yield Essential(EssentialKind.QUOTED, name, " ".join(name.casefold().split()))


def _negated(found: Negation) -> Essential:
    return Essential(EssentialKind.NEGATION, found.text, " ".join((found.family, *found.scope)))
