"""Bank accounts: the one that payments go to ("Northgate, ending 2207"), and their numbers."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import SPEAKER, relations
from kesher.memory.rules.telling import tell
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind
from kesher.text.words import WordKind, readings

_ACCOUNT = re.compile(
    r"(?P<bank>[A-Z][\w&'-]*(?:\s+[A-Z][\w&'-]*){0,2})(?:'s)?\s*,?\s*(?:account\s+)?"
    r"(?:that\s+)?(?:ending|ends)\s+(?:in\s+|with\s+)?(?P<digits>\d{3,4})(?!\d)"
)
_HEBREW = re.compile(
    r"(?<!\w)[בלמו]?-?(?P<bank>(?:בנק\s+[א-ת]+|[A-Z][\w&'-]*(?:\s+[A-Z][\w&'-]*)?))\s*,?\s*"
    r"(?:ה?חשבון\s+)?ש?(?:מסתיים|נגמר|מסתיימ)\s+ב-?\s*(?P<digits>\d{3,4})(?!\d)"
)
_DIGITS = re.compile(r"(?=(?:\D*\d){5})[\d-]{5,20}")
_NUMERIC = (WordKind.NUMBER, WordKind.CODE, WordKind.PHONE)
_CARDS = frozenset({"visa", "mastercard", "amex", "card", "american express"})


def accounts(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the account that a person names for payments, from the day that its sentence gives."""
    sentence = context.sentence(clause.sentence)
    if sentence[0].index != clause.index or "?" in context.message.text:
        return
    said = {word.fold.removesuffix("'s") for each in sentence for word in each.words}
    start, end = sentence[0].start, sentence[-1].end
    text = context.message.text[:end]
    found = _ACCOUNT.search(text, start) or _HEBREW.search(text, start)
    if found is None or not said & word_set("account_sign"):
        return
    quote = (found.start("bank"), found.end("digits"))
    if found["bank"].casefold() in _CARDS or clause.framing_at(*quote):
        return
    hebrew = found.re is _HEBREW
    value = f"{found['bank']} {'שמסתיים ב-' if hebrew else 'ending '}{found['digits']}"
    stated = tell(clause, context, "payment_method", value, quote)
    for time in context.times:
        begins = start <= time.start < end and time.kind is TimeKind.DATE
        if begins and time.begins > context.at:
            stated = replace(stated, valid_from=time.begins)
    yield stated


def account_numbers(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the number of a bank account, or its IBAN, that a person gives as their own.

    Of a relation ("my mother's account is") it is the relation's.
    """
    for at, word in enumerate(clause.words):
        if not _numbers_account(clause, at) or clause.framing_at(word.start, word.end):
            continue
        others = [who for tag, who, _ in relations(clause) if tag.first < at]
        subject = others[-1] if others else SPEAKER
        yield tell(
            clause, context, "bank_account", word.text, (word.start, word.end), subject=subject
        )
        return


def _numbers_account(clause: Clause, at: int) -> bool:
    word = clause.words[at]
    before = {rest for each in clause.words[:at] for _, rest in readings(each.fold)}
    if word.kind is WordKind.ACCOUNT:
        return True
    if word.kind not in _NUMERIC or not _DIGITS.fullmatch(word.text):
        return False
    named = before & word_set("account_noun")
    return bool(named and before & word_set("of_bank"))
