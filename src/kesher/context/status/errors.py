"""An exception of a tool as a model reads it: what happened, with what, where, what to try.

For a tool that ran. What the loop says of a call that it did not make, or that did not come back,
is in `kesher.app.agent.failures`: it has a cause and a remedy of its own, and no call stack.

Source: seed 001, experiment 2-9, "detailed error information".
"""

import re
from dataclasses import dataclass
from html import escape

from kesher.context.status.labels import Labels

_STACK_LINES = 6
_ARGUMENTS_CHARS = 2_000
_MESSAGE_CHARS = 2_000
_SECRET = re.compile(
    r"(?i)([\"']?\b(?:api[_-]?key|authorization|password|passwd|secret|token|cookie)\b[\"']?"
    r"\s*[:=]\s*(?:bearer\s+)?)(\"[^\"]*\"|'[^']*'|[^\s,;}\"']+)"
)
_FOLDERS = re.compile(r"(?:/[\w.@+~-]+){2,}/(?=[\w.@+~-]+)|[A-Za-z]:\\(?:[^\\\s\"]+\\)+")


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed call.

    Attributes:
        kind: Class of the error, or a word of ours: `unknown_tool`, `timeout`, `schema`.
        arguments: JSON text of the call's arguments.
        stack: Lines of the call stack, outermost first; empty where there is none.
        suggestions: What to try, before those that follow from `kind`.
        may_have_acted: It is not known whether the call took effect, and that is said.
    """

    kind: str
    message: str
    arguments: str = "{}"
    stack: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    may_have_acted: bool = False


def layered(failure: Failure, *, labels: Labels = "en") -> str:
    """Return a failure in four layers: type and description, arguments, call stack, suggestions.

    Secrets are blanked, folders of the machine shortened to the file's name, and markup escaped,
    so that no text of an error can pass for Kesher's own.
    """
    words = _WORDS[labels]
    advice = (*failure.suggestions, *suggestions(failure.kind, failure.message, labels=labels))
    lines = [
        "<error>",
        f"{words['type']}: {_clean(f'{failure.kind}: {failure.message}', _MESSAGE_CHARS)}",
        f"{words['arguments']}: {_clean(failure.arguments, _ARGUMENTS_CHARS, folders=False)}",
    ]
    if failure.may_have_acted:
        lines.append(words["effect"])
    if failure.stack:
        lines.append(f"{words['stack']}:")
        lines += [f"  {_clean(line, 200)}" for line in failure.stack[-_STACK_LINES:]]
    lines.append(f"{words['try']}:")
    lines += [f"- {line}" for line in dict.fromkeys(advice)]
    return "\n".join([*lines, "</error>"])


def suggestions(kind: str, message: str, *, labels: Labels = "en") -> tuple[str, ...]:
    """Return what to try after an error of that kind; never empty."""
    said = f"{kind} {message}".lower()
    for pattern, hebrew, english in _ADVICE:
        if re.search(pattern, said):
            return hebrew if labels == "he" else english
    return _GENERAL[labels]


def _clean(text: str, limit_chars: int, *, folders: bool = True) -> str:
    text = _SECRET.sub(r"\1***", text)
    if folders:
        text = _FOLDERS.sub("…/", text)
    text = " ".join(text.split())
    if len(text) > limit_chars:
        text = f"{text[:limit_chars]}… (+{len(text) - limit_chars:,})"
    return escape(text, quote=False)


_WORDS: dict[Labels, dict[str, str]] = {
    "he": {
        "type": "שגיאה",
        "arguments": "פרמטרים",
        "effect": "לא ידוע אם הקריאה השפיעה.",
        "stack": "מחסנית",
        "try": "מה לנסות",
    },
    "en": {
        "type": "Error",
        "arguments": "Arguments",
        "effect": "It is not known whether the call took effect.",
        "stack": "Stack",
        "try": "What to try",
    },
}

_GENERAL: dict[Labels, tuple[str, ...]] = {
    "he": ("אותה קריאה תיכשל שוב באותו אופן: שנה את הפרמטרים או בחר דרך אחרת.",),
    "en": ("The same call will fail the same way: change the arguments or take another way.",),
}

# (what the error says, advice in Hebrew, advice in English); the first that fits is given.
_ADVICE: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        r"unknown_tool",
        ("קרא רק לכלים שברשימה, בשמם המדויק.",),
        ("Call only tools of your list, by their exact names.",),
    ),
    (
        r"timeout|timed out",
        ("בקש פחות בכל קריאה, או בדוק מה כבר נעשה לפני ניסיון נוסף.",),
        ("Ask for less at a time; find out what was done before you try again.",),
    ),
    (
        r"filenotfound|no such file|enoent",
        ("ודא את הנתיב: הצג את תוכן התיקייה.", "בדוק את ספריית העבודה.", "השתמש בנתיב מוחלט."),
        (
            "Verify the path: list the folder.",
            "Check the working directory.",
            "Use an absolute path.",
        ),
    ),
    (
        r"isadirectory|notadirectory|eisdir|enotdir",
        ("הנתיב הוא תיקייה במקום קובץ, או להפך: הצג אותו תחילה.",),
        ("The path is a folder where a file is meant, or the reverse: list it first.",),
    ),
    (
        r"permission|forbidden|eacces|\b403\b",
        ("אין הרשאה: אל תנסה בדרך עקיפה; בקש מהמשתמש גישה או בחר יעד אחר.",),
        ("There is no permission: do not go round it; ask the user, or choose another target.",),
    ),
    (
        r"unauthorized|authentication|\b401\b",
        ("ההזדהות נדחתה: בקש מהמשתמש להתחבר מחדש.",),
        ("The credentials were refused: ask the user to sign in again.",),
    ),
    (
        r"rate.?limit|too many requests|\b429\b",
        ("המתן לפני ניסיון נוסף, או אחד כמה בקשות לאחת.",),
        ("Wait before the next try, or put several requests into one.",),
    ),
    (
        r"connection|unreachable|name or service|dns|econn|network",
        ("בדוק את הכתובת; אם היא נכונה השירות אינו זמין: נסה פעם אחת שוב, ואז מקור אחר.",),
        ("Check the address; if it is right the service is down: try once more, then another.",),
    ),
    (
        r"jsondecode|malformed|not json|expecting value",
        ("כתוב אובייקט JSON אחד שלם, בלי טקסט לפניו או אחריו.",),
        ("Write one complete JSON object with nothing before or after it.",),
    ),
    (
        r"schema|validation|required|missing \d+ required|unexpected keyword",
        ("תקן את מה שמצוין לפי הסכמה של הכלי וקרא שוב.",),
        ("Correct what is named by the tool's schema and call again.",),
    ),
    (
        r"keyerror|indexerror|not found|\b404\b",
        ("אין פריט כזה: הצג מה קיים ובחר מתוכו.",),
        ("There is no such item: list what there is and choose from it.",),
    ),
    (
        r"valueerror|typeerror|invalid",
        ("בדוק את סוג הערך ואת הצורה שבה הוא נכתב (תאריך, מספר, יחידה).",),
        ("Check the kind of the value and how it is written (date, number, unit).",),
    ),
    (
        r"memory|too large|payload|\b413\b",
        ("פצל לחלקים קטנים יותר.",),
        ("Split it into smaller parts.",),
    ),
)
