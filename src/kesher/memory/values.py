"""When two values say the same: one form for phones, money, moments, status words, spellings."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType

from kesher.domain.fact import Fact
from kesher.memory.schema import Key
from kesher.text import hebrew

_STATUSES = "statuses.toml"

_TOKEN = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:[\"'][^\W\d_]+)*|[#*@]")
_MOMENT = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?"
)
_PHONE = re.compile(r"\+?[\d\s().\-]{7,}")
_FEWEST_PHONE_DIGITS = 7
_MONEY = re.compile(r"(?P<before>[^\d\s.,-]*)\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<after>[^\d\s.,-]*)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_TATWEEL = "\u0640"

# What a value may be said with and without. Prefix letters of other languages' articles, too.
_FILLER = frozenset(("the", "a", "an", "את", "של"))
_STATUS_FILLER = _FILLER | frozenset(
    "order refund ticket task case item parcel package status is was has been now already currently"
    " today it ההזמנה הזמנה ההחזר החזר הזיכוי הפנייה פנייה המשימה סטטוס כבר כעת עכשיו היום"
    " заказ الطلب".translate(hebrew.FOLDS).split()
)
_CLITICS = (
    "ה",
    "ב",
    "ל",
    "מ",
    "ש",
    "ו",
    "כ",
    "וה",
    "וב",
    "ול",
    "ומ",
    "שה",
    "שב",
    "מה",
    "ال",
    "وال",
)
_LETTERS_LEFT = 3
_SKELETON_LETTERS = 4


def plain(text: str) -> str:
    """Write a text as values are compared: no case, accents, niqqud, final letters, wide digits."""
    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(
        char for char in decomposed if unicodedata.category(char) not in ("Mn", "Cf")
    ).replace(_TATWEEL, "")
    digits = "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in bare)
    return _THOUSANDS.sub("", digits.translate(hebrew.FOLDS))


_CURRENCIES = MappingProxyType(
    {
        plain(word): code
        for code, words in (
            ("ILS", '₪ ils nis ש"ח שח שקל שקלים shekel shekels шекель шекеля шекелей شيكل شيقل'),
            ("USD", "$ usd dollar dollars דולר דולרים доллар доллара долларов دولار"),
            ("EUR", "€ eur euro euros אירו יורו евро يورو"),
            ("GBP", "£ gbp pound pounds פאונד לירות"),
        )
        for word in words.split()
    }
)
_UNITS = MappingProxyType(
    {
        plain(word): unit
        for unit, words in (
            ("mg", 'מ"ג מג מיליגרם мг ملغ'),
            ("kg", 'ק"ג קג קילו קילוגרם кг كغ kilo'),
            ("cm", 'ס"מ סמ סנטימטר см سم'),
            ("ml", 'מ"ל מל מיליליטר мл مل'),
        )
        for word in words.split()
    }
)


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text as values are compared, units in one spelling."""
    found = (token for token in _TOKEN.findall(plain(text)) if token not in _FILLER)
    return tuple(_UNITS.get(token, token) for token in found)


def status_word(key_name: str, value: str) -> str:
    """Return our word for a status in any of the languages ("הגיעה": delivered), or it as is."""
    return _statuses().get(key_name, {}).get(_status_form(value), value)


def same(one: str, other: str, key: Key) -> bool:
    """Tell whether two values of a key say the same in other words, marks, digits or language."""
    if key.status:
        return _status_form(status_word(key.name, one)) == _status_form(
            status_word(key.name, other)
        )
    for read in (_moment, _phone, _money):
        pair = read(one), read(other)
        if None not in pair:
            return _agree(pair[0], pair[1])
    return _same_words(words(one), words(other), key)


def within(part: str, whole: str, key: Key) -> bool:
    """Tell whether `part` says less of the same than `whole`: "ויצמן 22" of "ויצמן 22, כפר סבא".

    Only for keys that the schema calls `partial`. Whole words count, in their order.
    """
    if not key.partial:
        return False
    few, many = words(part), words(whole)
    starts = range(len(many) - len(few) + 1)
    return 0 < len(few) < len(many) and any(
        _same_words(few, many[at : at + len(few)], key) for at in starts
    )


def holds(whole: str, part: str) -> bool:
    """Tell whether the words of `part` stand in `whole`, side by side and as they are."""
    few, many = words(part), words(whole)
    return any(few == many[at : at + len(few)] for at in range(len(many) - len(few) + 1) if few)


def same_value(one: Fact, other: Fact, key: Key) -> bool:
    """Tell whether two facts of a key have the same value: the same entity, or words of one form.

    Two different entities are never the same, whatever their names.
    """
    if one.object_id and other.object_id:
        return one.object_id == other.object_id
    return same(one.value, other.value, key)


def fuller(one: Fact, other: Fact, key: Key) -> bool:
    """Tell whether `other` says the same as `one` and more."""
    if one.object_id and other.object_id:
        return False
    return within(one.value, other.value, key)


def likeness(one: str, other: str, key: Key) -> float:
    """Return the share of the shorter value's words that stand in the longer, 0 to 1."""
    few, many = sorted((words(one), words(other)), key=len)
    found = sum(any(_same_words((word,), (there,), key) for there in many) for word in few)
    return found / len(few) if few else 0.0


def _status_form(value: str) -> str:
    spaced = plain(value.replace("_", " "))
    left = [token for token in _TOKEN.findall(spaced) if token not in _STATUS_FILLER]
    return " ".join(left) or spaced


@cache
def _statuses() -> Mapping[str, Mapping[str, str]]:
    text = files("kesher.memory").joinpath(_STATUSES).read_text(encoding="utf-8")
    return {
        key: {_status_form(said): word for word, ways in of_key.items() for said in (word, *ways)}
        for key, of_key in tomllib.loads(text).items()
    }


def _moment(value: str) -> tuple[str, str] | None:
    found = _MOMENT.fullmatch(value.strip())
    return (found[1], found[2] or "all day") if found else None


def _phone(value: str) -> tuple[str, str] | None:
    number = plain(value).strip()
    digits = re.sub(r"\D", "", number)
    if not _PHONE.fullmatch(number) or len(digits) < _FEWEST_PHONE_DIGITS:
        return None
    return re.sub(r"^(?:00)?972(?=\d{8})", "0", digits), "phone"


def _money(value: str) -> tuple[str, str] | None:
    """Read an amount with the currency, which may be left out: then it fits any."""
    found = _MONEY.fullmatch(plain(value).strip())
    if found is None or (found["before"] and found["after"]):
        return None
    sign = found["before"] or found["after"]
    if sign and sign not in _CURRENCIES:
        return None
    return str(Decimal(found["amount"]).normalize()), _CURRENCIES.get(sign, "")


def _agree(one: tuple[str, str] | None, other: tuple[str, str] | None) -> bool:
    if one is None or other is None or one[0] != other[0]:
        return False
    return one[1] == other[1] or "" in (one[1], other[1])


def _same_words(one: tuple[str, ...], other: tuple[str, ...], key: Key) -> bool:
    if key.exact or len(one) != len(other):
        return one == other
    return all(_same_word(a, b) for a, b in zip(one, other, strict=True))


def _same_word(one: str, other: str) -> bool:
    if one == other or _skeleton(one) == _skeleton(other):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < _LETTERS_LEFT:
        return False
    bare = _skeleton(short), _skeleton(long)
    return any(long == clitic + short or bare[1] == clitic + bare[0] for clitic in _CLITICS)


def _skeleton(word: str) -> str:
    """Drop vowel letters within a Hebrew word: "פניצלין" is "פניצילין". Short words keep them."""
    bare = word[:1] + re.sub("[וי]", "", word[1:])
    is_hebrew = bool(word) and all("א" <= letter <= "ת" for letter in word)
    return bare if is_hebrew and len(bare) >= _SKELETON_LETTERS else word
