"""Writes small DOCX files for tests, part by part, so that each can hold just what it tests."""

import zipfile
from pathlib import Path

TRANSITIONAL = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_NAMESPACES = (
    f'xmlns:r="{RELATIONS}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def write_docx(
    path: Path,
    body: str,
    *,
    parts: dict[str, str] | None = None,
    files: dict[str, str] | None = None,
    namespace: str = TRANSITIONAL,
    main: str = "word/document.xml",
) -> Path:
    """Write a package whose body is the given XML; `parts` maps a kind (`styles`) to its XML.

    A kind may carry a number (`header1`); its relation is named `id_header1`. `files` are written
    as they are; the relation of `chart1.xml` is `id_chart1`, of the kind `chart`.
    """
    others, whole = parts or {}, files or {}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _content_types(main))
        archive.writestr("_rels/.rels", _relations({"officeDocument": main}))
        archive.writestr(main, _part("document", f"<w:body>{body}</w:body>", namespace))
        folder, _, base = main.rpartition("/")
        targets = {kind: f"{kind}.xml" for kind in others}
        targets |= {name.partition(".")[0]: name for name in whole}
        archive.writestr(f"{folder}/_rels/{base}.rels", _relations(targets))
        for kind, xml in others.items():
            archive.writestr(f"{folder}/{kind}.xml", _part(_root_of(kind), xml, namespace))
        for name, text in whole.items():
            archive.writestr(f"{folder}/{name}", text)
    return path


def paragraph(text: str, properties: str = "") -> str:
    """One paragraph of one run."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    """One run."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def item(text: str, number: int = 1, level: int = 0) -> str:
    """One list item."""
    numbering = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return paragraph(text, numbering)


def level(at: int, number_format: str, text: str, *, start: int = 1, more: str = "") -> str:
    """One level of a list definition."""
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{number_format}"/>'
        f'{more}<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbering(*levels: str, number: int = 1, overrides: str = "") -> str:
    """A list definition and the list that uses it."""
    return (
        f'<w:abstractNum w:abstractNumId="{number}">{"".join(levels)}</w:abstractNum>'
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="{number}"/>{overrides}</w:num>'
    )


def _root_of(kind: str) -> str:
    return {"header": "hdr", "footer": "ftr"}.get(kind.rstrip("0123456789"), kind)


def _part(root: str, xml: str, namespace: str) -> str:
    return f'<w:{root} xmlns:w="{namespace}" {_NAMESPACES}>{xml}</w:{root}>'


def _relations(targets: dict[str, str]) -> str:
    inside = "".join(
        f'<Relationship Id="id_{kind}" Type="{RELATIONS}/{kind.rstrip("0123456789")}" '
        f'Target="{target}"/>'
        for kind, target in targets.items()
    )
    schema = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{schema}">{inside}</Relationships>'


def _content_types(main: str) -> str:
    schema = "http://schemas.openxmlformats.org/package/2006/content-types"
    return (
        f'<Types xmlns="{schema}"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{main}" ContentType="{MAIN_TYPE}"/></Types>'
    )
