"""How the words of a slot become the value of a fact."""

import re
from collections.abc import Callable, Mapping

from kesher.memory.rules.clause import Context
from kesher.text.money import find_money, written
from kesher.text.patterns import Slot
from kesher.text.time_span import TimeKind

Reading = Callable[[Slot, Context], str]

_CYRILLIC = re.compile("[\u0400-\u04ff]")
_HOME_CODE = "+972"
_NUMBER = re.compile(
    r"(?P<amount>\d+(?:,\d{3})*(?:\.\d{1,2})?)\s?(?P<thousand>k\b|אלף|thousand)?", re.IGNORECASE
)


def value_of(key: str, slot: Slot, context: Context) -> str:
    """Return the value that a slot gives to a key; empty where it gives none."""
    return _READINGS.get(key, _words)(slot, context)


def phone(written: str) -> str:
    """Return a telephone number as digits with a dash behind the prefix: "052-5550146".

    Numbers of other countries keep their plus and have no dash.
    """
    digits = "".join(char for char in written if char.isdigit())
    if written.lstrip("( ").startswith(_HOME_CODE):
        digits = "0" + digits.removeprefix("972").removeprefix("0")
    elif written.lstrip().startswith("+"):
        return "+" + digits
    prefix = 3 if len(digits) == 10 else 2
    return f"{digits[:prefix]}-{digits[prefix:]}" if digits.startswith("0") else digits


def _words(slot: Slot, context: Context) -> str:
    return " ".join(slot.text.split())


def _town(slot: Slot, context: Context) -> str:
    """A town in Russian is called as it is by itself: "в Хайфе" tells of Хайфа."""
    if slot.entry is not None and _CYRILLIC.match(slot.text):
        return slot.entry.name
    return _words(slot, context)


def _role(slot: Slot, context: Context) -> str:
    """A role without the word for one: "קודמתי לתפקיד סמנכ"ל"."""
    return re.sub(r"^(?:ה?תפקיד|משרת|the position of|the role of)\s+", "", _words(slot, context))


def _entry(slot: Slot, context: Context) -> str:
    """A closed class gives its plain value: "שנייה" is 2."""
    if slot.entry is not None and slot.entry.marks:
        return slot.entry.marks[0]
    return _words(slot, context)


def _sum(slot: Slot, context: Context) -> str:
    """A sum that names no currency is in shekels."""
    for found in find_money(context.message.text):
        if found.start < slot.end and slot.start < found.end:
            return found.value
    number = _NUMBER.match(slot.text)
    if number is None:
        return ""
    return written(number["amount"], "ILS", 1000 if number["thousand"] else 1)


def _day(slot: Slot, context: Context) -> str:
    """A birthday without its year stays as it was said: the year of the next one is not it."""
    time = context.time_at(slot.start, slot.end)
    if time is not None and time.kind in (TimeKind.MONTH, TimeKind.WEEK):
        return ""
    if time is None or not time.year_said:
        return _words(slot, context)
    return time.value[:10]


def _lift(slot: Slot, context: Context) -> str:
    rest = context.message.text[slot.start :].split()
    return " ".join(rest[: len(slot.text.split()) + 1]).rstrip(".,!?;:")


def _zone(slot: Slot, context: Context) -> str:
    """A zone with the word that makes it one: "שעון מזרח", "Paris time"."""
    text = context.message.text
    before = text[: slot.start].split()
    if before and before[-1].endswith("שעון"):
        return f"שעון {slot.text}"
    return f"{slot.text} time" if text[slot.end :].startswith(" time") else slot.text


def _phone(slot: Slot, context: Context) -> str:
    return phone(slot.text)


_READINGS: Mapping[str, Reading] = {
    "age": _entry,
    "city": _town,
    "floor": _entry,
    "elevator": _lift,
    "birthday": _day,
    "budget": _sum,
    "rent": _sum,
    "phone": _phone,
    "role": _role,
    "time_zone": _zone,
}
