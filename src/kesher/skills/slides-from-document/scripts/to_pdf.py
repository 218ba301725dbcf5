"""Convert a deck to PDF inside LibreOffice's own library, without its program.

to_pdf.py LIBRARY PROFILE DECK.pptx DECK.pdf

The program listens on a socket in `/tmp`, which a confined script may not make, and ends without a
word; the library, LibreOfficeKit, needs none. Source: LibreOfficeKit/LibreOfficeKit.h.
"""

import ctypes
import os
import sys
from pathlib import Path

_DOCUMENT_LOAD, _GET_ERROR, _SAVE_AS = 2, 3, 2  # places in the C tables of office and document
_Table = ctypes.POINTER(ctypes.c_void_p)
_Given = ctypes.c_char_p


def main(library: Path, profile: Path, deck: Path, pdf: Path) -> None:
    """Load the deck and save it as PDF, or say why not."""
    hook = ctypes.CDLL(str(library)).libreofficekit_hook_2
    hook.restype, hook.argtypes = ctypes.c_void_p, [_Given, _Given]
    office = hook(str(library.parent).encode(), profile.as_uri().encode())
    if not office:
        sys.exit("LibreOffice did not start.")
    document = _called(office, _DOCUMENT_LOAD, ctypes.c_void_p, deck.as_uri().encode())
    if not document:
        said = _Given(_called(office, _GET_ERROR, ctypes.c_void_p)).value or b"it gave no reason."
        sys.exit(f"LibreOffice could not open the deck: {said.decode(errors='replace')}")
    if not _called(document, _SAVE_AS, ctypes.c_int, pdf.as_uri().encode(), b"pdf", None):
        sys.exit("LibreOffice could not save the deck as PDF.")
    os._exit(0)  # its threads would keep the process


def _called(thing: int, place: int, gives: type, *given: bytes | None) -> int:
    """Return what a C function of the thing's table gives: a number or an address, 0 for none."""
    table = ctypes.cast(ctypes.cast(thing, _Table)[0], _Table)
    function = ctypes.CFUNCTYPE(gives, ctypes.c_void_p, *(_Given for _ in given))
    return int(function(table[place])(thing, *given) or 0)


if __name__ == "__main__":
    main(*(Path(each).resolve() for each in sys.argv[1:5]))
