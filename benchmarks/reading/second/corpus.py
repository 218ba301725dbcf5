"""What is known about the made files: their truth, word boxes and line roles."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.reading.second.content import Item, Line, Text, lines_of, truth_of
from benchmarks.reading.second.places import Places

LETTER = "S"  # the scorer names a corpus by one letter


@dataclass(frozen=True)
class Known:
    """What is known of one file. `pages` are its true items where they are not its text's own."""

    producer: str
    text: Text
    group: str = "pdf"
    flags: Sequence[str] = ()
    optional: Sequence[str] = ()
    pages: list[list[Item]] | None = None
    places: Places | None = None


@dataclass
class Corpus:
    """The folder of the files, and what is known about them so far."""

    root: Path
    truth: list[dict[str, Any]] = field(default_factory=list)
    places: dict[str, Any] = field(default_factory=dict)
    structure: dict[str, Any] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    @property
    def folder(self) -> Path:
        """Give the folder of the files themselves."""
        return self.root / LETTER

    @staticmethod
    def name_of(path: Path) -> str:
        """A file's name in the truth."""
        return f"{LETTER}/{path.name}"

    def add(self, path: Path, known: Known) -> None:
        """Note one finished file."""
        name, text = self.name_of(path), known.text
        self.truth = [each for each in self.truth if each["file"] != name]
        unseen = [line.text for page in text.pages for line in page.unseen]
        self.truth.append({
            "file": name, "producer": known.producer, "kind": text.kind, "corpus": LETTER,
            "group": known.group, "flags": list(known.flags),
            "optional": [*unseen, *filter(None, known.optional)],
            "pages": known.pages or [truth_of(page) for page in text.pages],
        })  # fmt: skip
        self.structure[name] = [
            [_role(line) for line in (*lines_of(page), *page.unseen)] for page in text.pages
        ]
        if known.places is not None:
            words, lines = known.places.word_boxes, known.places.line_boxes
            self.places[name] = {"words": words, "lines": lines}

    def resume(self) -> None:
        """Take up what an earlier build noted, so that its files need not be made again."""
        for name in ("truth", "places", "structure"):
            path = self.folder / f"{name}.json"
            if path.is_file():
                setattr(self, name, json.loads(path.read_text(encoding="utf-8")))

    def holds(self, path: Path) -> bool:
        """Whether the file is there and noted."""
        return path.is_file() and self.name_of(path) in self.structure

    def save(self) -> None:
        """Write what is known beside the files."""
        for name in ("truth", "places", "structure"):
            shown = json.dumps(getattr(self, name), ensure_ascii=False, indent=0)
            (self.folder / f"{name}.json").write_text(shown, encoding="utf-8")


def _role(line: Line) -> dict[str, Any]:
    return {key: value for key, value in asdict(line).items() if value}
