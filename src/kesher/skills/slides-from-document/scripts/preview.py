"""Render a deck by LibreOffice: a PDF, and a PNG of each slide.

preview.py DECK.pptx FOLDER
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2

SECONDS = 100
_RESTART_STATUS = 81  # a fresh profile was set up: LibreOffice asks to be started again
_STARTS = 3
_LIBRARIES = ("libmergedlo.so", "libsofficeapp.so")


def main(deck: Path, folder: Path) -> None:
    """Convert, render, and tell."""
    if not deck.is_file():
        sys.exit(f"There is no deck `{deck}`. Build it first, or give its path in this folder.")
    folder.mkdir(parents=True, exist_ok=True)
    pdf = converted(deck, folder)
    with pypdfium2.PdfDocument(pdf) as document:  # type: ignore[no-untyped-call]  # has no types
        for number, page in enumerate(document, start=1):
            page.render(scale=1.2).to_pil().save(folder / f"slide-{number:02}.png")
        sys.stdout.write(f"{len(document)} slides in {folder}\n")


def converted(deck: Path, folder: Path) -> Path:
    """Return the deck as PDF."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        sys.exit("LibreOffice is not installed, so there is no preview. The deck itself is whole.")
    pdf = folder / f"{deck.stem}.pdf"
    pdf.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        command = _command(Path(office).resolve(), Path(profile).resolve(), deck, pdf)
        done = _started(command, {**os.environ, "HOME": profile, "SAL_USE_VCLPLUGIN": "svp"})
    if not pdf.exists():
        said = done.stderr.decode(errors="replace").strip()[-300:]
        sys.exit(
            f"LibreOffice made no PDF of the deck (status {done.returncode}): "
            f"{said or 'it said nothing.'} The deck itself is whole: open it to look at it."
        )
    return pdf


def _command(office: Path, profile: Path, deck: Path, pdf: Path) -> list[str]:
    """Return what converts: LibreOffice's library where it is at hand, else its program."""
    found = (office.with_name(name) for name in _LIBRARIES)
    library = next((path for path in found if path.exists()), None)
    if library is not None:
        script = Path(__file__).with_name("to_pdf.py")
        return [sys.executable, *map(str, (script, library, profile, deck, pdf))]
    program = office.with_name("soffice.bin")
    return [
        str(program if program.exists() else office),
        f"-env:UserInstallation={profile.as_uri()}",
        *("--headless", "--norestore", "--convert-to", "pdf", "--outdir", str(pdf.parent)),
        str(deck),
    ]


def _started(
    command: list[str], environment: dict[str, str]
) -> "subprocess.CompletedProcess[bytes]":
    for _ in range(_STARTS):
        done = subprocess.run(  # noqa: S603 - our own command line
            command, check=False, capture_output=True, timeout=SECONDS, env=environment
        )
        if done.returncode != _RESTART_STATUS:
            break
    return done


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: preview.py DECK.pptx FOLDER")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
