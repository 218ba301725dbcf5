"""Formulas of a DOCX (OMML) → one line of plain text: `x=(-b±√(b^2-4ac))/(2a)`.

Source: ISO/IEC 29500-1, section 22.1 (Office Math).
"""

from collections.abc import Callable
from typing import TypeAlias

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import child, children, is_on, local, value_of

_SIMPLE_CHARS = 1  # of one sign, what stands around it tells where it ends


def formula_text(element: _Element) -> str:
    """Return what an `m:oMath` or a part of it says, in one line."""
    name = local(element)
    if name == "t":
        return element.text or ""
    write = _WRITERS.get(name)
    if write:
        return write(element)
    if name.endswith("Pr"):
        return ""
    return "".join(map(formula_text, element))


def _part(element: _Element, name: str) -> str:
    found = child(element, name)
    return "" if found is None else formula_text(found)


def _grouped(text: str) -> str:
    """Put brackets around what would fall apart in one line."""
    is_whole = len(text) <= _SIMPLE_CHARS or text.isalnum() or (text[0] == "(" and text[-1] == ")")
    return text if is_whole else f"({text})"


def _fraction(element: _Element) -> str:
    over, under = _grouped(_part(element, "num")), _grouped(_part(element, "den"))
    return f"{over}/{under}"


def _raised(element: _Element) -> str:
    return f"{_part(element, 'e')}^{_grouped(_part(element, 'sup'))}"


def _lowered(element: _Element) -> str:
    return f"{_part(element, 'e')}_{_grouped(_part(element, 'sub'))}"


def _both(element: _Element) -> str:
    return f"{_lowered(element)}^{_grouped(_part(element, 'sup'))}"


def _root(element: _Element) -> str:
    degree = "" if is_on(child(child(element, "radPr"), "degHide")) else _part(element, "deg")
    return f"{degree}√{_grouped(_part(element, 'e'))}"


def _summed(element: _Element) -> str:
    properties = child(element, "naryPr")
    sign = value_of(child(properties, "chr")) or "∫"
    low, high = _part(element, "sub"), _part(element, "sup")
    limits = (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")
    return f"{sign}{limits} {_part(element, 'e')}"


def _delimited(element: _Element) -> str:
    properties = child(element, "dPr")
    opening, parting, closing = (
        value_of(found) if (found := child(properties, name)) is not None else usual
        for name, usual in (("begChr", "("), ("sepChr", "|"), ("endChr", ")"))
    )
    return opening + parting.join(map(formula_text, children(element, "e"))) + closing


def _function(element: _Element) -> str:
    return f"{_part(element, 'fName')} {_grouped(_part(element, 'e'))}"


def _matrix(element: _Element) -> str:
    rows = [", ".join(map(formula_text, children(row, "e"))) for row in children(element, "mr")]
    return f"[{'; '.join(rows)}]"


def _lines(element: _Element) -> str:
    return "; ".join(map(formula_text, children(element, "e")))


def _accented(element: _Element) -> str:
    sign = value_of(child(child(element, "accPr"), "chr")) or "\u0302"
    return _part(element, "e") + sign


def _limited(element: _Element) -> str:
    return f"{_part(element, 'e')}_{_grouped(_part(element, 'lim'))}"


_Writer: TypeAlias = Callable[[_Element], str]
_WRITERS: dict[str, _Writer] = {
    **{"f": _fraction, "sSup": _raised, "sSub": _lowered, "sSubSup": _both, "rad": _root},
    **{"nary": _summed, "d": _delimited, "func": _function, "m": _matrix, "eqArr": _lines},
    **{"acc": _accented, "limLow": _limited, "limUpp": _limited},
}
