"""Writers that set a whole text by their own rules: TCPDF, pdfmake."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.content import Text
from benchmarks.reading.second.flat import write_flat
from benchmarks.reading.second.node import installed
from benchmarks.reading.second.tools import call, program

PHP = Path(__file__).parent / "php"


def by_tcpdf(text: Text, out: Path) -> None:
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / "text.json"
        write_flat(text, source)
        include = "include_path=/usr/share/php"
        call(program("php", "php-cli php-tcpdf"), "-d", include, PHP / "tcpdf.php", source, out)


def by_pdfmake(text: Text, out: Path, faces: tuple[Path, Path], node: Path) -> None:
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / "text.json"
        write_flat(text, source)
        call("node", "pdfmake.mjs", source, *faces, out, folder=installed(node))
