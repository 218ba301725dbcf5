"""Detectors: which passages of a text look like instructions to a model. They flag, no more.

A detector is passed by any wording it does not know, so nothing may rest on it alone: the guard
at execution decides by where values come from, and findings only make it more careful.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from kesher.context.guard.encoded import hidden_texts, rot13
from kesher.context.guard.finding import Finding, Kind, Severity, by_place, finding
from kesher.context.guard.folding import folded
from kesher.context.guard.hidden import hidden_findings
from kesher.context.guard.words import arabic, english, hebrew, russian

Compiled = tuple[tuple[re.Pattern[str], Kind, Severity], ...]


def _compiled(high: Mapping[Kind, Iterable[str]], medium: Mapping[Kind, Iterable[str]]) -> Compiled:
    return tuple(
        (re.compile(pattern), kind, severity)
        for table, severity in ((high, Severity.HIGH), (medium, Severity.MEDIUM))
        for kind, patterns in table.items()
        for pattern in patterns
    )


_ENGLISH = _compiled(english.HIGH, english.MEDIUM)
_BY_SCRIPT: tuple[tuple[re.Pattern[str], Compiled], ...] = (
    (re.compile("[a-z]{3}"), _ENGLISH),
    (re.compile("[\u05d0-\u05ea]{2}"), _compiled(hebrew.HIGH, hebrew.MEDIUM)),
    (re.compile("[\u0621-\u064a]{2}"), _compiled(arabic.HIGH, arabic.MEDIUM)),
    (re.compile("[\u0430-\u044f]{2}"), _compiled(russian.HIGH, russian.MEDIUM)),
)
_MARKUP: tuple[tuple[re.Pattern[str], Severity], ...] = (
    (
        re.compile(
            r"<\|[a-z_ ]{2,40}\|>|\[/?inst\]|<</?sys>>|</?s>(?=\s*\[)|<(?:start|end)_of_turn>"
            r"|<｜[^<>｜]{2,40}｜>"
        ),
        Severity.HIGH,
    ),
    (
        re.compile(
            r"<\s*/?\s*(?:system|user|assistant|human|developer|external[_ -]?content(?:[_ -]\w+)?"
            r"|untrusted|tool[_ -]?(?:result|call|response|output)s?|function[_ -]?(?:call|"
            r"result)s?"
            r"|agent[_ -]?status|system[_ -]?(?:prompt|message|reminder)|instructions?|passage)"
            r"\b[^<>]{0,120}>"
        ),
        Severity.HIGH,
    ),
    (
        re.compile(r"#{2,}\s*(?:instructions?|system|human|user|assistant|response)\s*:"),
        Severity.HIGH,
    ),
    (re.compile(r'"role" ?: ?"(?:system|user|assistant|developer|tool)"'), Severity.HIGH),
    (re.compile(r"(?:^|\s)(?:system|human|assistant)\s*: (?=[a-z])"), Severity.MEDIUM),
)
_TOOL_NAME_CHARS = 5


def detect(text: str, *, tools: Iterable[str] = ()) -> tuple[Finding, ...]:
    """Return the suspicious passages of `text` in order, by Hebrew, English, Arabic and Russian.

    Case, points, zero-width characters and lookalike letters make no difference; what stands in
    base64, hexadecimal, percent signs, rot13 or tag characters is decoded and examined, too.

    Args:
        tools: Names that the model can call; a name standing in the text is a finding.
    """
    found = [*_findings(text)]
    found.extend(_tool_names(text, tuple(tools)))
    return by_place(found)


def worst(findings: Iterable[Finding]) -> Severity | None:
    """Return the highest severity; None where there is no finding."""
    return max((each.severity for each in findings), default=None)


@lru_cache(maxsize=256)
def _findings(text: str) -> tuple[Finding, ...]:
    found = [*hidden_findings(text), *_phrases(text), *_markup(text)]
    for hidden in hidden_texts(text):
        inner = worst((*_phrases(hidden.text), *_markup(hidden.text)))
        if inner is None and hidden.encoding == "percent":
            continue  # addresses in other scripts are written so
        severity = Severity.HIGH if inner is not None else Severity.MEDIUM
        found.append(finding(Kind.ENCODED, text, (hidden.start, hidden.end), severity))
    found.extend(
        finding(Kind.ENCODED, text, (each.start, each.end), Severity.HIGH)
        for each in _english(rot13(text))
        if each.severity is Severity.HIGH
    )
    return tuple(found)


def _phrases(text: str) -> Iterator[Finding]:
    shown = folded(text)
    for script, patterns in _BY_SCRIPT:
        if script.search(shown.text):
            yield from _matches(text, patterns)


def _english(text: str) -> Iterator[Finding]:
    return _matches(text, _ENGLISH)


def _matches(text: str, patterns: Compiled) -> Iterator[Finding]:
    shown = folded(text)
    for pattern, kind, severity in patterns:
        for match in pattern.finditer(shown.text):
            yield finding(kind, text, shown.place(*match.span()), severity)


def _markup(text: str) -> Iterator[Finding]:
    shown = folded(text)
    for pattern, severity in _MARKUP:
        for match in pattern.finditer(shown.text):
            yield finding(Kind.FAKE_TAG, text, shown.place(*match.span()), severity)


def _tool_names(text: str, tools: tuple[str, ...]) -> Iterator[Finding]:
    for name in tools:
        if len(name) < _TOOL_NAME_CHARS:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            yield finding(Kind.TOOL_NAME, text, match.span(), Severity.MEDIUM)
