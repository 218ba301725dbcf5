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


def main(deck: Path, folder: Path) -> None:
    """Convert, render, and tell."""
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
    program = Path(office).resolve().with_name("soffice.bin")
    with tempfile.TemporaryDirectory() as profile:
        command = [
            str(program if program.exists() else office),
            f"-env:UserInstallation={Path(profile).as_uri()}",
            *(
                "--headless",
                "--norestore",
                "--convert-to",
                "pdf",
                "--outdir",
                str(folder),
                str(deck),
            ),
        ]
        environment = {**os.environ, "HOME": profile}
        for _ in range(3):
            done = subprocess.run(  # noqa: S603 - our own command line
                command, check=False, capture_output=True, timeout=SECONDS, env=environment
            )
            if done.returncode != _RESTART_STATUS:
                break
    pdf = folder / f"{deck.stem}.pdf"
    if not pdf.exists():
        sys.exit(
            f"LibreOffice could not open the deck: {done.stderr.decode(errors='replace')[-300:]}"
        )
    return pdf


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: preview.py DECK.pptx FOLDER")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
