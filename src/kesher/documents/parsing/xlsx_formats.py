"""A number of a worksheet as its cell shows it, by the number format of the cell.

Source: ISO/IEC 29500-1, section 18.8.31 (number formats) and 18.8.30 (those that are built in).
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from kesher.documents.parsing.xlsx_dates import DATE_SIGN, format_date

GENERAL = "General"
# Those whose look depends on the reader's country are given as in Israel.
BUILT_IN = {
    **{0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"},
    **{5: "#,##0;-#,##0", 6: "#,##0;-#,##0", 7: "#,##0.00;-#,##0.00", 8: "#,##0.00;-#,##0.00"},
    **{11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "dd/mm/yyyy", 15: "d-mmm-yy"},
    **{16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm"},
    **{21: "h:mm:ss", 22: "dd/mm/yyyy h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)"},
    **{39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0", 42: "#,##0"},
    **{43: "#,##0.00", 44: "#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0"},
    **{48: "##0.0E+0", 49: "@"},
}
DECIMALS_LIMIT = 10  # with the figures before the point, within what Decimal can round
FORMATTED_LIMIT = 1e15  # beyond it a worksheet's numbers lose figures
CODE_CHARS = 255  # as Excel
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|(?P<blank>_.)|\*.'
    r"|\[\$(?P<currency>[^\]\-]*)(?:-(?P<locale>[^\]]*))?\]"
    r"|\[(?P<elapsed>h+|m+|s+)\]|\[(?P<condition>[<>=]+-?[\d.]+)\]|\[[^\]]*\]"
    rf"|(?P<general>General)|(?P<date>{DATE_SIGN})|(?P<exponent>E[+-])|(?P<digit>[0#?])"
    r"|(?P<point>\.)|(?P<comma>,)|(?P<percent>%)|(?P<slash>/)|(?P<text>@)|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
_COMPARISONS = {
    "<": lambda value, limit: value < limit,
    ">": lambda value, limit: value > limit,
    "=": lambda value, limit: value == limit,
    "<=": lambda value, limit: value <= limit,
    ">=": lambda value, limit: value >= limit,
    "<>": lambda value, limit: value != limit,
}

Token = tuple[str, str]  # kind, text


@dataclass(frozen=True, slots=True)
class Section:
    """One of the up to four parts of a format.

    Attributes:
        tokens: In order; literal text is of kind `sign`.
        condition: Such as `>=100`; empty where the section's place decides.
        language: The low bits of a Windows language number, 0 for the reader's own.
    """

    tokens: tuple[Token, ...]
    condition: str = ""
    language: int = 0

    def has(self, *kinds: str) -> bool:
        """Say whether there is a token of any of these kinds."""
        return any(kind in kinds for kind, _ in self.tokens)


def format_value(value: float, code: str, *, from_1904: bool = False) -> str:
    """Write a cell's number by its format, as wide as it wants to be.

    Args:
        code: A format such as `[$₪-40D]#,##0.00;-[$₪-40D]#,##0.00`.
        from_1904: Whether the workbook counts days from 1904 and not from 1900.
    """
    if abs(value) >= FORMATTED_LIMIT or math.isnan(value):
        return f"{value:.10g}"
    if code == GENERAL:
        return general(value)
    sections = _sections(code[:CODE_CHARS])
    section, shown = _chosen(sections, value)
    if section.has("date", "elapsed"):
        return format_date(value, section.tokens, section.language, from_1904=from_1904)
    if not section.has("digit", "general", "text"):
        return _literal(section.tokens)
    if section.has("general", "text"):
        return _around(section.tokens, ("general", "text"), general(shown))
    return _numeric(Decimal(repr(shown)), section.tokens)


def general(value: float) -> str:
    """Write a number without a format: at most 11 figures, whole numbers in full."""
    if value == int(value):
        return str(int(value))
    written = f"{value:.10g}"
    return written.replace("e", "E")


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[Section, ...]:
    found: list[list[re.Match[str]]] = [[]]
    for match in _TOKEN.finditer(code):
        if match["sign"] == ";":
            found.append([])
        else:
            found[-1].append(match)
    return tuple(_section(matches) for matches in found[:4])


def _section(matches: Sequence[re.Match[str]]) -> Section:
    condition, language, tokens = "", 0, []
    for match in matches:
        kind, text = match.lastgroup or "", match[match.lastgroup] if match.lastgroup else ""
        if match["currency"] is not None:
            language = _language(match["locale"] or "") or language
            kind, text = "sign", match["currency"]
        elif kind in ("quoted", "escaped"):
            kind = "sign"
        elif kind == "blank":
            kind, text = "sign", " "
        elif kind == "condition":
            condition = text
        if kind and kind != "condition":
            tokens.append((kind, text))
    return Section(tuple(tokens), condition, language)


def _language(locale: str) -> int:
    try:
        return int(locale, 16) & 0x3FF
    except ValueError:
        return {"he": 0x0D, "ar": 0x01, "ru": 0x19}.get(locale[:2].lower(), 0)


def _chosen(sections: Sequence[Section], value: float) -> tuple[Section, float]:
    """Return the section that shows a number, and the number without the sign it writes itself."""
    conditional = [section for section in sections if section.condition]
    for section in conditional:
        found = re.fullmatch(r"([<>=]+)(-?[\d.]+)", section.condition)
        compare = _COMPARISONS.get(found[1]) if found else None
        if found and compare and compare(value, float(found[2])):
            return section, abs(value)
    if conditional:
        return next((s for s in sections if not s.condition), sections[-1]), value
    numeric = sections[:3]
    if value < 0 and len(numeric) > 1:
        return numeric[1], -value
    if value == 0 and len(numeric) > 2:
        return numeric[2], value
    return numeric[0], value


def _literal(tokens: Sequence[Token]) -> str:
    return "".join(text for kind, text in tokens if kind == "sign").strip()


def _around(tokens: Sequence[Token], kinds: Sequence[str], text: str) -> str:
    """Put the text in the place of the first token of these kinds, literals around it."""
    pieces, placed = [], False
    for kind, sign in tokens:
        if kind in kinds:
            pieces.append("" if placed else text)
            placed = True
        elif kind == "sign":
            pieces.append(sign)
    return "".join(pieces).strip()


def _numeric(number: Decimal, tokens: Sequence[Token]) -> str:
    kinds = [kind for kind, _ in tokens]
    if "slash" in kinds:
        return _fraction(number, tokens)
    number *= 100 ** kinds.count("percent")
    last = max(at for at, kind in enumerate(kinds) if kind == "digit")
    scale = next((n for n, kind in enumerate(kinds[last + 1 :]) if kind != "comma"), None)
    commas = len(kinds) - last - 1 if scale is None else scale
    number /= 1000**commas
    exponent = ""
    if "exponent" in kinds:
        at = kinds.index("exponent")
        number, power = _scientific(number, kinds[:at].count("digit") - _decimals(kinds[:at]))
        width = max(1, kinds[at:].count("digit"))
        exponent = f"E{'-' if power < 0 else '+'}{abs(power):0{width}}"
        tokens, kinds = tokens[:at], kinds[:at]
    return _placed(number, tokens, kinds) + exponent


def _scientific(number: Decimal, whole_digits: int) -> tuple[Decimal, int]:
    if not number:
        return number, 0
    power = number.adjusted()
    power -= power % max(1, whole_digits)
    return number.scaleb(-power), power


def _decimals(kinds: Sequence[str]) -> int:
    if "point" not in kinds:
        return 0
    return min(DECIMALS_LIMIT, list(kinds)[kinds.index("point") :].count("digit"))


def _placed(number: Decimal, tokens: Sequence[Token], kinds: Sequence[str]) -> str:
    """Put the figures in their places among the literals of a format."""
    decimals = _decimals(kinds)
    rounded = abs(number).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    whole, _, part = f"{rounded:f}".partition(".")
    point = kinds.index("point") if "point" in kinds else len(kinds)
    before = _whole(whole.lstrip("0"), tokens[:point])
    after = _part(part, tokens[point + 1 :])
    shown = "." if part and (after.strip() or point < len(kinds)) else ""
    sign = "-" if number < 0 and rounded else ""
    return (sign + before + shown + after).strip()


def _whole(digits: str, tokens: Sequence[Token]) -> str:
    """Write the whole part: its last figure in the last place, all that is left in the first."""
    places = [at for at, (kind, _) in enumerate(tokens) if kind == "digit"]
    grouped = any(
        kind == "comma" and places and places[0] < at < places[-1]
        for at, (kind, _) in enumerate(tokens)
    )
    pieces, left, count = [], digits, 0
    for at in range(len(tokens) - 1, -1, -1):
        kind, text = tokens[at]
        if kind != "digit":
            pieces.append({"sign": text, "percent": "%"}.get(kind, ""))
            continue
        take = left if at == places[0] else left[-1:]
        left = left[: len(left) - len(take)]
        for figure in reversed(take or ("0" if text == "0" else "")):
            pieces.append("," if grouped and count and count % 3 == 0 else "")
            pieces.append(figure)
            count += 1
    return "".join(reversed(pieces))


def _part(digits: str, tokens: Sequence[Token]) -> str:
    """Write what stands after the point; figures that may be left out are, at its end."""
    wanted = [text for kind, text in tokens if kind == "digit"]
    kept = len(digits)
    while kept and digits[kept - 1] == "0" and kept <= len(wanted) and wanted[kept - 1] != "0":
        kept -= 1
    pieces, at = [], 0
    for kind, text in tokens:
        if kind == "digit":
            pieces.append(digits[at] if at < kept else "")
            at += 1
        else:
            pieces.append({"sign": text, "percent": "%"}.get(kind, ""))
    return "".join(pieces)


def _fraction(number: Decimal, tokens: Sequence[Token]) -> str:
    kinds = [kind for kind, _ in tokens]
    slash = kinds.index("slash")
    width = max(1, kinds[slash:].count("digit"))
    whole = int(abs(number))
    part = Fraction(abs(number) - whole).limit_denominator(10 ** min(width, 4) - 1)
    if part == 1:
        whole, part = whole + 1, Fraction(0)
    sign = "-" if number < 0 else ""
    if not part:
        return sign + str(whole)
    shown = f"{part.numerator}/{part.denominator}"
    return sign + (f"{whole} {shown}" if whole else shown)
