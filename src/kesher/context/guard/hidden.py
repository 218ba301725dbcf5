"""Characters that a person does not see, or sees as others: zero width, overrides, lookalikes."""

import re
from collections.abc import Iterator

from kesher.context.guard.finding import Finding, Kind, Severity, finding

# Between two letters they hide a word from a filter. At a word's edge they may be left-overs.
_ZERO_WIDTH = re.compile(
    "(?<=[^\\W\\d_])[\u200b\u2060-\u2064\ufeff\u00ad\u034f\u180e]+(?=[^\\W\\d_])"
    # Joiners shape Arabic and emoji; between other letters they only hide.
    "|(?<=[a-zA-Z\u05d0-\u05ea\u0400-\u04ff])[\u200c\u200d]+(?=[a-zA-Z\u05d0-\u05ea\u0400-\u04ff])"
)
_INVISIBLE_RUN = re.compile("[\u200b-\u200d\u2060-\u2064\ufeff]{4,}")
# A flag of a region is a black flag and tag characters; alone they are a hidden alphabet.
_TAGS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}")
_OVERRIDES = re.compile("[\u202d\u202e][^\u202c\n]*\u202c?")
_WORD = re.compile(r"[^\W\d_]{4,}")
_LATIN = re.compile("[A-Za-z]")
_ALIKE = re.compile("[авсеёкмнортухіјѕһԁԛԝАВЕЅКМНОРСТХУІЈαεικνορτυχΑΒΕΗΙΚΜΝΟΡΤΥΧΖ]")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_HEBREW = re.compile("[\u05d0-\u05ea]")
_ARABIC = re.compile("[\u0621-\u064a]")
_SPACED = re.compile(r"(?<!\w)(?:[^\W\d_][ .*_\-|]){7,}[^\W\d_](?!\w)")
_STYLE = re.compile(
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|em)?\s*[;\"']"
    r"|opacity\s*:\s*0(?:\.0\d*)?\s*[;\"']|(?<![-\w])color\s*:\s*(?:white|#fff(?:fff)?\b|"
    r"rgba?\(\s*255\s*,\s*255\s*,\s*255)|text-indent\s*:\s*-\d{3,}|left\s*:\s*-\d{3,}px"
    r"|white[- ]on[- ]white|לבן על (?:גבי )?לבן|белым по белому|ابيض على ابيض|أبيض على أبيض)",
    re.IGNORECASE,
)

_PATTERNS: tuple[tuple[re.Pattern[str], Kind, Severity], ...] = (
    (_ZERO_WIDTH, Kind.INVISIBLE, Severity.MEDIUM),
    (_INVISIBLE_RUN, Kind.INVISIBLE, Severity.HIGH),
    (_TAGS, Kind.INVISIBLE, Severity.HIGH),
    (_SELECTORS, Kind.INVISIBLE, Severity.HIGH),
    (_OVERRIDES, Kind.DIRECTION, Severity.HIGH),
    (_STYLE, Kind.HIDDEN_STYLE, Severity.MEDIUM),
)


def hidden_findings(text: str) -> Iterator[Finding]:
    """Yield what is hidden in the characters of `text`, in no order.

    Marks that ordinary right-to-left text uses (U+200E, U+200F, isolates) and the joiners of
    Arabic and emoji are not flagged.
    """
    for pattern, kind, severity in _PATTERNS:
        for found in pattern.finditer(text):
            yield finding(kind, text, found.span(), severity)
    for found in _WORD.finditer(text):
        if _is_mixed(found.group()):
            yield finding(Kind.MIXED_SCRIPT, text, found.span(), Severity.MEDIUM)
    for found in _SPACED.finditer(text):
        yield finding(Kind.INVISIBLE, text, found.span(), Severity.LOW)


def tag_text(text: str) -> str:
    """Return what is written in tag characters (U+E0020 to U+E007E) as the letters they mirror."""
    return "".join(chr(ord(c) - 0xE0000) for c in text if 0xE0020 <= ord(c) <= 0xE007E)


def _is_mixed(word: str) -> bool:
    if _HEBREW.search(word) and _ARABIC.search(word):
        return True
    others = _OTHER.findall(word)
    return bool(others and _LATIN.search(word) and all(_ALIKE.match(char) for char in others))
