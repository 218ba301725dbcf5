"""The parts of an Office file (DOCX, PPTX, XLSX) and their relations, as XML that reaches nothing.

Elements are found by local name, so that both dialects of ISO/IEC 29500 (transitional and strict,
which differ in their namespaces) read alike.
"""

import posixpath
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from lxml import etree
from lxml.etree import _Element

from kesher.documents.parsing.archive import DAMAGE
from kesher.errors import DamagedDocumentError, EncryptedDocumentError, UnsafeArchiveError

ON = ("", "1", "true", "on")  # a toggle without a value is on


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of a part: its id, the last word of its type, and the part it leads to."""

    id: str
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Package:
    """An open Office file. `main` is the name of the part that it begins with."""

    name: str
    archive: zipfile.ZipFile
    main: str
    _relations: dict[str, list[Relation]] = field(default_factory=dict)

    def xml(self, part: str) -> _Element:
        """Return the root of a part.

        Raises:
            DamagedDocumentError: the part is missing, cut off or not XML.
            UnsafeArchiveError: it declares a document type, which no Office file does.
        """
        return parse_xml(self.read(part), name=self.name)

    def read(self, part: str) -> bytes:
        """Return the bytes of a part.

        Raises:
            DamagedDocumentError: the part is missing or cut off.
            EncryptedDocumentError: it is locked by a password.
        """
        try:
            return self.archive.read(part)
        except DAMAGE as error:
            raise DamagedDocumentError(
                f"`{self.name}` is damaged: its part `{part}` cannot be read ({error}). "
                "Open it in its program, save it anew and add that file."
            ) from error
        except RuntimeError as error:
            raise EncryptedDocumentError(
                f"`{self.name}` is locked by a password. Save it without one and add that file."
            ) from error

    def relations(self, part: str) -> list[Relation]:
        """Return what a part refers to inside the package; empty where it refers to nothing."""
        if part not in self._relations:
            self._relations[part] = self._read_relations(part)
        return self._relations[part]

    def _read_relations(self, part: str) -> list[Relation]:
        folder, base = posixpath.split(part)
        listing = posixpath.join(folder, "_rels", f"{base}.rels")
        if listing not in self.archive.NameToInfo:
            return []
        return [
            Relation(
                id=element.get("Id", ""),
                kind=element.get("Type", "").rpartition("/")[2],
                target=_resolve(folder, element.get("Target", "")),
            )
            for element in self.xml(listing)
            if element.get("TargetMode") != "External"
        ]

    def related(self, kind: str, part: str | None = None) -> _Element | None:
        """Return the root of a part's first relation of a kind (`styles`), or None.

        Args:
            part: Whose relation; the main part's if omitted.
        """
        for relation in self.relations(part or self.main):
            if relation.kind == kind and relation.target in self.archive.NameToInfo:
                return self.xml(relation.target)
        return None

    def target(self, part: str, relation_id: str) -> str | None:
        """Return the part that a relation of `part` leads to, or None where it leads to none."""
        for relation in self.relations(part):
            if relation.id == relation_id and relation.target in self.archive.NameToInfo:
                return relation.target
        return None


@contextmanager
def open_package(source: Path | BinaryIO, *, name: str) -> Iterator[Package]:
    """Open an Office file and find its main part.

    Raises:
        DamagedDocumentError: it is no ZIP archive or names no main part.
    """
    try:
        archive = zipfile.ZipFile(source)
    except DAMAGE as error:
        raise DamagedDocumentError(
            f"`{name}` is cut off or damaged: {error}. Get a whole copy and add it again."
        ) from error
    with archive:
        package = Package(name, archive, main="")
        main = [item.target for item in package.relations("") if item.kind == "officeDocument"]
        if not main:
            raise DamagedDocumentError(
                f"`{name}` names no main part, so it is not a whole Office file. "
                "Open it in its program, save it anew and add that file."
            )
        yield Package(name, archive, main[0])


def parse_xml(data: bytes, *, name: str) -> _Element:
    """Parse XML from a stranger: no entities, no network, no deep or huge trees.

    Raises:
        DamagedDocumentError: it is not well-formed.
        UnsafeArchiveError: it declares a document type, where entities would be defined.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DamagedDocumentError(
            f"`{name}` is damaged: a part of it is not well-formed XML ({error}). "
            "Open it in its program, save it anew and add that file."
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise UnsafeArchiveError(
            f"`{name}` declares a document type in its XML, as an attack does and Office does not. "
            "It was not read. Save it anew from a program you trust."
        )
    return root


def _resolve(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


def local(element: _Element) -> str:
    """Return an element's name without its namespace; empty for a comment or instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(parent: _Element, name: str) -> list[_Element]:
    """Return the children of that local name."""
    return parent.findall(f"{{*}}{name}")


def child(parent: _Element | None, name: str) -> _Element | None:
    """Return the first child of that local name, or None."""
    return None if parent is None else parent.find(f"{{*}}{name}")


def attribute(element: _Element, name: str) -> str:
    """Return an attribute by its local name; empty if it is not there."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def value_of(element: _Element | None) -> str:
    """Return an element's `val`; empty if either is not there."""
    return "" if element is None else attribute(element, "val")


def number_of(element: _Element | None) -> int | None:
    """Return an element's `val` as a number, or None if it has none."""
    text = value_of(element)
    return int(text) if text.lstrip("-").isdecimal() else None


def is_on(element: _Element | None) -> bool | None:
    """Return whether a toggle such as `vanish` is on, or None where it is not given."""
    return None if element is None else value_of(element) in ON
