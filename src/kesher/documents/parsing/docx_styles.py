"""What the styles of a DOCX decide for its text: headings, lists, and what is hidden."""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import (
    attribute,
    child,
    children,
    is_on,
    number_of,
    value_of,
)

CHAIN_LIMIT = 20  # styles that one may be based on; a damaged file may hold a circle


@dataclass(frozen=True, slots=True)
class Numbered:
    """The list and level (0-based) that a paragraph belongs to; level None if only by style."""

    number_id: str
    level: int | None


@dataclass(frozen=True, slots=True)
class Styles:
    """The styles by their id, and the id of the paragraph style that applies by itself."""

    by_id: dict[str, _Element]
    default: str

    @classmethod
    def read(cls, root: _Element | None) -> "Styles":
        """Read a styles part; None gives no styles."""
        elements = [] if root is None else children(root, "style")
        by_id = {attribute(element, "styleId"): element for element in elements}
        defaults = [
            key
            for key, element in by_id.items()
            if attribute(element, "type") == "paragraph" and attribute(element, "default") == "1"
        ]
        return cls(by_id, defaults[0] if defaults else "")

    def chain(self, style: str) -> Iterator[_Element]:
        """Yield a style and those it is based on, nearest first."""
        for _ in range(CHAIN_LIMIT):
            element = self.by_id.get(style)
            if element is None:
                return
            yield element
            style = value_of(child(element, "basedOn"))

    def style_of(self, paragraph: _Element) -> str:
        """Return the id of a paragraph's style."""
        return value_of(child(child(paragraph, "pPr"), "pStyle")) or self.default

    def hidden(self, run_properties: _Element | None, style: str) -> bool:
        """Say whether text with these properties, or else of this style, is hidden."""
        return self._toggle("vanish", run_properties, style)

    def heavy(self, run_properties: _Element | None, style: str) -> bool:
        """Say whether text with these properties, or else of this style, is bold."""
        return self._toggle("b", run_properties, style)

    def _toggle(self, kind: str, run_properties: _Element | None, style: str) -> bool:
        own = is_on(child(run_properties, kind))
        if own is not None:
            return own
        for name in (value_of(child(run_properties, "rStyle")), style):
            for element in self.chain(name):
                found = is_on(child(child(element, "rPr"), kind))
                if found is not None:
                    return found
        return False

    def heading_level(self, paragraph: _Element) -> int:
        """Return a heading's depth, 1 for the highest; 0 for a paragraph that is no heading."""
        properties = [child(paragraph, "pPr")]
        properties += [child(element, "pPr") for element in self.chain(self.style_of(paragraph))]
        for found in properties:
            level = number_of(child(found, "outlineLvl"))
            if level is not None:
                return level + 1 if 0 <= level < 9 else 0
        style = self.style_of(paragraph)
        named = next((value_of(child(each, "name")).lower() for each in self.chain(style)), "")
        return 1 if named == "title" else self._level_by_name(style, "heading")

    def _level_by_name(self, style: str, family: str) -> int:
        """Word's own styles carry their level in the name where a writer left out the rest."""
        for element in self.chain(style):
            name = value_of(child(element, "name")).lower()
            word, _, digit = name.rpartition(" ")
            if word == family and digit.isdecimal():
                return int(digit)
        return 0

    def numbering(self, paragraph: _Element) -> tuple[Numbered, str] | None:
        """Return the list that a paragraph is in and the style that put it there, or None.

        The style is empty where the paragraph says so itself. List 0 takes a paragraph out.
        """
        own = _numbered(child(paragraph, "pPr"))
        level = own.level if own else None
        if own is not None and own.number_id and (level is not None or own.number_id == "0"):
            return None if own.number_id == "0" else (own, "")
        for element in self.chain(self.style_of(paragraph)):
            found = _numbered(child(element, "pPr"))
            if found is None:
                continue
            level = found.level if level is None else level
            if own is not None and own.number_id:
                return Numbered(own.number_id, level), attribute(element, "styleId")
            if found.number_id:
                numbered = Numbered(found.number_id, level)
                return None if found.number_id == "0" else (numbered, attribute(element, "styleId"))
        return (own, "") if own is not None and own.number_id else None

    def contents_level(self, paragraph: _Element) -> int:
        """Return the depth of an entry of a table of contents; 0 for all else."""
        return self._level_by_name(self.style_of(paragraph), "toc")


def _numbered(properties: _Element | None) -> Numbered | None:
    element = child(properties, "numPr")
    if element is None:
        return None
    return Numbered(value_of(child(element, "numId")), number_of(child(element, "ilvl")))
