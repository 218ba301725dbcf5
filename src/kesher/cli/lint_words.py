"""What `kesher lint-prompt` and `kesher lint-trace` say round their findings, in both languages.

Codes, causes and places are stable words of no language and stand as they are.
"""

from collections.abc import Mapping
from typing import Final, Literal

from kesher.cli.context import Spoken
from kesher.cli.terminal import counted
from kesher.context.prompt_lint.findings import Severity

Thing = Literal["finding", "file", "request", "thread"]

SEVERITIES: Final[Mapping[Spoken, Mapping[Severity, str]]] = {
    Spoken.ENGLISH: {Severity.ERROR: "error", Severity.WARNING: "warning"},
    Spoken.HEBREW: {Severity.ERROR: "שגיאה", Severity.WARNING: "אזהרה"},
}

_THINGS: Mapping[Thing, tuple[str, str]] = {
    "finding": ("ממצא אחד", "ממצאים"),
    "file": ("קובץ אחד", "קבצים"),
    "request": ("בקשה אחת", "בקשות"),
    "thread": ("שיחה אחת", "שיחות"),
}

IN: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "{things} in {places}",
    Spoken.HEBREW: "{things} ב־{places}",
}

FINDING: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "{cause}: request {request} (line {line}), {place}, byte {byte:,}, token "
    "{token:,}; {lost:,} tokens lost, ${usd:.6f}{below}",
    Spoken.HEBREW: "{cause}: בקשה {request} (שורה {line}), {place}, בית {byte:,}, טוקן {token:,}; "
    "אבדו {lost:,} טוקנים, ${usd:.6f}{below}",
}
BELOW_MINIMUM: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: " (below the minimum)",
    Spoken.HEBREW: " (מתחת לסף)",
}
TOOLS: Final[Mapping[Spoken, str]] = {Spoken.ENGLISH: "tools", Spoken.HEBREW: "הכלים"}
MESSAGE: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "message {}",
    Spoken.HEBREW: "הודעה {}",
}
WAS_NOW: Final[Mapping[Spoken, tuple[str, str]]] = {
    Spoken.ENGLISH: ("was ", "now "),
    Spoken.HEBREW: ("היה  ", "עכשיו"),
}
RATES: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "Tokens by {}; prices of {}.",
    Spoken.HEBREW: "טוקנים לפי {}; מחירים מ־{}.",
}
LOGGED: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "logged: request {request} {cause}, {place}",
    Spoken.HEBREW: "נרשם ביומן: בקשה {request} {cause}, {place}",
}
TASK: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "prefix_variants: {requests} of one task, {keys} different prefixes; the "
    "conditions allow {kinds} = {variants:,}",
    Spoken.HEBREW: "prefix_variants: {requests} של משימה אחת, {keys} רישות שונות; התנאים מאפשרים "
    "{kinds} = {variants:,}",
}
CONDITION: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "{place}: {variants} values: {values}",
    Spoken.HEBREW: "{place}: {variants} ערכים: {values}",
}
NO_VALUE: Final[Mapping[Spoken, str]] = {Spoken.ENGLISH: "(none)", Spoken.HEBREW: "(אין)"}
SUM: Final[Mapping[Spoken, str]] = {
    Spoken.ENGLISH: "{requests}, {findings}; {total:,} input tokens, {cached:,} of them from the "
    "cache, ${usd:.6f}",
    Spoken.HEBREW: "{requests}, {findings}; {total:,} טוקני קלט, {cached:,} מהם מן המטמון, "
    "${usd:.6f}",
}


def counted_in(language: Spoken, number: int, thing: Thing) -> str:
    """Return "1 file", "3 files", or the same in Hebrew."""
    if language is Spoken.ENGLISH:
        return counted(number, thing)
    one, many = _THINGS[thing]
    return one if number == 1 else f"{number:,} {many}"
