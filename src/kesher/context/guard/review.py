"""Review of a third-party skill's text before it is trusted: what would it have the model do?"""

import re
from collections.abc import Iterator

from kesher.context.guard.detectors import detect
from kesher.context.guard.encoded import hidden_texts
from kesher.context.guard.finding import Finding, Kind, Severity, by_place, finding
from kesher.context.guard.folding import folded

_REQUESTS: tuple[tuple[Kind, Severity, str], ...] = (
    (
        Kind.NETWORK,
        Severity.MEDIUM,
        r"\b(?:curl|wget|nc|netcat|ssh|scp|rsync|ftp|telnet|invoke-webrequest|iwr)\b(?= |\()"
        r"|\b(?:requests|httpx2?|aiohttp|urllib3?|axios|fetch|socket|smtplib|paramiko)\b[.(]"
        r"|\bimport (?:requests|httpx2?|aiohttp|urllib3?|socket|smtplib|paramiko)\b"
        r"|\b(?:npm|npx|pip3?|pipx|uvx?|gem|cargo|go) (?:install|add|exec|run|get)\b"
        r"|\bgit (?:clone|push|pull)\b",
    ),
    (Kind.NETWORK, Severity.LOW, r"\bhttps?://[^\s)>\]\"']+"),
    (Kind.NETWORK, Severity.MEDIUM, r"\bhttps?://(?:\d{1,3}\.){3}\d{1,3}\b"),
    (
        Kind.SECRETS,
        Severity.HIGH,
        r"(?:~|\$home|/root|/home/\w+)?/\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|"
        r"config/gh)\b"
        r"|\bid_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|\bkeychain\b|\blogin\.keychain"
        r"|\.env\b(?!\w)|\bcookies\.sqlite\b|\blogin data\b",
    ),
    (
        Kind.SECRETS,
        Severity.MEDIUM,
        r"\b(?:api[ _-]?keys?|access[ _-]?tokens?|passwords?|private keys?|credentials|"
        r"client[ _-]?secrets?)\b"
        r"|\bos\.environ\b|\bgetenv\b|\bprocess\.env\b|\bprintenv\b"
        r"|סיסמ[אהו]\w*|מפתח(?:ות)? (?:api|פרטי\w*|סודי\w*)|парол\w+|кл[юу]ч\w* api"
        r"|كلم\w+ (?:ال)?(?:مرور|سر)",
    ),
    (
        Kind.OTHER_TOOLS,
        Severity.HIGH,
        r"\b(?:curl|wget)\b[^\n|]{0,200}\| ?(?:sudo )?(?:ba|z|k)?sh\b"
        r"|\brm -[a-z]*[rf][a-z]* |\bchmod (?:\+x|777)\b|\bsudo\b|\bmkfs\b|\bdd if=|\bcrontab\b"
        r"|\beval ?\(|\bexec ?\(|\bos\.system\b|\bsubprocess\b|\bpowershell\b|\bbase64 (?:-d|"
        r"--decode)"
        r"|\bnohup\b|\blaunchctl\b|\bsystemctl\b",
    ),
    (
        Kind.OTHER_TOOLS,
        Severity.MEDIUM,
        r"\b(?:call|use|invoke|run|execute) (?:the |your )?[`'\"]?\w+[`'\"]? (?:tool|command|"
        r"script)\b"
        r"|\b(?:bash|shell|terminal) (?:tool|command|script)s?\b"
        r"|\b(?:הרץ|תריץ|הפעל|תפעיל|להריץ|להפעיל) (?:את )?(?:ה?כלי|ה?פקודה|ה?סקריפט)"
        r"|\b(?:запусти|выполни|вызови)\w* (?:команд|скрипт|инструмент)\w*"
        r"|(?:شغل|نفذ|استخدم) (?:ال)?(?:اداه|امر|سكربت)",
    ),
    (
        Kind.SECRECY,
        Severity.HIGH,
        r"\b(?:silently|secretly|covertly|in the background without|"
        r"without (?:the user )?(?:noticing|"
        r"knowing|mentioning|telling))\b|\bבחשאי\b|\bבסתר\b|\bבשקט\b|\bтайно\b|\bнезаметно\b|"
        r"\bسرا\b"
        r"|\b(?:clear|delete|wipe|erase) (?:the )?(?:logs?|history|traces?|bash_history)\b",
    ),
)
_COMPILED = tuple((kind, severity, re.compile(pattern)) for kind, severity, pattern in _REQUESTS)


def review(text: str) -> tuple[Finding, ...]:
    """Return what a skill's text asks for, in the order of the text, for a person to judge.

    Network, secrets and private files, other programs and tools, and that something be hidden;
    besides, everything that `detect` flags: a skill is read as instructions, so an order to drop
    other instructions weighs more here than anywhere. Text that is encoded is read as well, and
    what it asks for is reported at the place of the encoding. Nothing found is no proof of good
    intent.
    """
    found = [*detect(text), *_requests(text)]
    for hidden in hidden_texts(text):
        found.extend(
            finding(each.kind, text, (hidden.start, hidden.end), Severity.HIGH)
            for each in _requests(hidden.text)
        )
    return by_place(found)


def _requests(text: str) -> Iterator[Finding]:
    shown = folded(text)
    for kind, severity, pattern in _COMPILED:
        for match in pattern.finditer(shown.text):
            yield finding(kind, text, shown.place(*match.span()), severity)
