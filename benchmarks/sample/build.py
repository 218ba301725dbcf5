"""Make the sample's three files anew, from the root of the repository.

`python -m benchmarks.sample.build [FOLDER]`: needs requirements-dev.lock. Without a folder the
files of the package are replaced. Prints one JSON object: file to pages, a page a list of lines
as the source has them.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.sample import handbook, notice, travel
from benchmarks.sample.ink import static_fonts

_HERE = Path(__file__).parent
_PACKAGE = _HERE.parents[1] / "src" / "kesher" / "sample"

Pages = tuple[tuple[str, ...], ...]


def build_all(folder: Path) -> dict[str, Pages]:
    """Write the three files into `folder`; return each one's lines, page by page."""
    with TemporaryDirectory() as fonts_folder:
        fonts = static_fonts(Path(fonts_folder))
        makers: Mapping[str, tuple[str, Callable[[str, Path], Pages]]] = {
            "handbook.pdf": ("handbook.md", lambda text, to: handbook.build(text, to, fonts)),
            "handbook.docx": ("travel.md", travel.build),
            "scan.pdf": ("notice.md", lambda text, to: notice.build(text, to, fonts)),
        }
        return {
            name: make((_HERE / "source" / source).read_text("utf-8"), folder / name)
            for name, (source, make) in makers.items()
        }


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _PACKAGE
    print(json.dumps(build_all(folder), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
