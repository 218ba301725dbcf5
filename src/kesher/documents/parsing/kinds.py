"""Which formats keep their text in order, and which are made one of those first; loads little."""

from collections.abc import Mapping
from dataclasses import dataclass

from kesher.documents.parsing import media

STRUCTURED = frozenset(
    {media.DOCX, media.PPTX, media.XLSX, media.HTML, media.MAIL, media.TEXT, media.MARKDOWN}
)
"""What is read in its own order, and placed on the pages of a rendition."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """How LibreOffice makes an old or foreign format one of those that we read.

    Attributes:
        called: What people call the format, after "is".
        ending: Of its files.
        made: The media type of what is made of it.
        made_ending: Of what is made.
        package: Which part of LibreOffice does it, as Debian calls it.
    """

    called: str
    ending: str
    made: str
    made_ending: str
    package: str


def _conversion(called: str, ending: str, made: str) -> Conversion:
    made_ending, part = _MADE[made]
    return Conversion(called, ending, made, made_ending, f"libreoffice-{part}-nogui")


_MADE = {
    media.DOCX: (".docx", "writer"),
    media.PPTX: (".pptx", "impress"),
    media.XLSX: (".xlsx", "calc"),
}
CONVERTED: Mapping[str, Conversion] = {
    media.DOC: _conversion("a Word document of the old .doc format", ".doc", media.DOCX),
    media.RTF: _conversion("an RTF document", ".rtf", media.DOCX),
    media.ODT: _conversion("an OpenDocument text", ".odt", media.DOCX),
    media.PPT: _conversion("a presentation of the old .ppt format", ".ppt", media.PPTX),
    media.ODP: _conversion("an OpenDocument presentation", ".odp", media.PPTX),
    media.XLS: _conversion("an Excel workbook of the old .xls format", ".xls", media.XLSX),
    media.ODS: _conversion("an OpenDocument spreadsheet", ".ods", media.XLSX),
}
"""What is turned into another format before it is read."""
LAID_OUT: Mapping[str, str] = {
    **{media.DOCX: ".docx", media.PPTX: ".pptx"},
    **{kind: how.ending for kind, how in CONVERTED.items() if how.made != media.XLSX},
}
"""What LibreOffice lays out in its own layout, each with its ending; the rest is typeset by us."""
