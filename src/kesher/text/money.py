"""Find sums of money in a text and write them one way: "1890 ILS"."""

import re
from dataclasses import dataclass

_CURRENCIES = {
    "ILS": '₪ ש"ח ש״ח שח שקל שקלים ils nis shekel shekels шекель шекелей شيكل',
    "USD": "$ usd dollar dollars דולר דולרים доллар долларов دولار",
    "EUR": "€ eur euro euros אירו יורו евро يورو",
    "GBP": '£ gbp pound pounds פאונד ליש"ט',
}
_CODES = {word: code for code, words in _CURRENCIES.items() for word in words.split()}
_NAMES = "|".join(re.escape(word) for word in sorted(_CODES, key=len, reverse=True))
_AMOUNT = r"(?P<amount>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)"
_AFTER = re.compile(
    rf"(?<![\d.,/:])(?<!\d-){_AMOUNT}\s?(?P<thousand>k|אלף|тыс)?\s?-?(?P<name>{_NAMES})(?!\w)",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"(?P<name>[₪$€£])\s?{_AMOUNT}(?!\w)")


@dataclass(frozen=True, slots=True)
class Money:
    """A sum with its place, half-open, in code points; `value` as facts write it."""

    start: int
    end: int
    value: str


def find_money(text: str) -> tuple[Money, ...]:
    """Return the sums that name their currency, in text order."""
    found = {match.start(): match for match in (*_BEFORE.finditer(text), *_AFTER.finditer(text))}
    sums: list[Money] = []
    for start in sorted(found):
        match = found[start]
        if not sums or start >= sums[-1].end:
            sums.append(Money(start, match.end(), _value(match)))
    return tuple(sums)


def _value(match: re.Match[str]) -> str:
    thousand = match.groupdict().get("thousand")
    return written(match["amount"], _CODES[match["name"].lower()], 1000 if thousand else 1)


def written(amount: str, currency: str, times: int = 1) -> str:
    """Write an amount as facts do: no thousands separators, no empty decimals."""
    number = float(amount.replace(",", "")) * times
    shown = f"{number:.0f}" if number == int(number) else f"{number:.2f}"
    return f"{shown} {currency}"
