"""Read the second corpus by Kesher and its peers: by reader, by producer, by kind, and the worst.

The corpus is made when it is not there. Its files are halved by a hash of their names: `seen`
files may be looked at and worked on; of the `unseen` half only figures are shown.
"""

import argparse
import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.reading.peers import Reader
from benchmarks.reading.run import data_folder, note, readers_of, scorer_of
from benchmarks.reading.second.build import build
from benchmarks.reading.second.corpus import LETTER
from benchmarks.reading.second.placing import highlight_figures
from benchmarks.reading.second.roles import role_figures
from benchmarks.reading.second.worst import worst_of

ROOT = Path(__file__).parents[3] / ".bench" / "reading-second"
Scores = list[dict[str, Any]]
HEAD = "| {} | Files | CER | Tokens | Lines |\n|---|---|---|---|---|"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--root", type=Path, default=ROOT, help="where the corpus is or goes")
    options.add_argument("--node", type=Path, help="folder of js/package.json's packages")
    options.add_argument("--group", choices=["pdf", "docx", "scan", "image"], default="pdf")
    options.add_argument("--half", choices=["seen", "unseen", "both"], default="both")
    options.add_argument("--only", default="", help="readers whose name holds this word")
    options.add_argument("--worst", type=int, default=0, help="how many seen files to explain")
    options.add_argument("--build", choices=["afresh", "rest"], help="make all again, or the rest")
    options.add_argument("--json", type=Path, help="keep every file's scores")
    chosen = options.parse_args()
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    if chosen.build or not (chosen.root / LETTER / "truth.json").is_file():
        node = chosen.node or chosen.root / "node"
        build(chosen.root, node, afresh=chosen.build != "rest")
    truth = [t for t in truth_of(chosen.root, chosen.half) if t["group"] == chosen.group]
    group = "scan" if chosen.group == "image" else chosen.group
    readers = readers_of(group)
    report(truth, {n: r for n, r in readers.items() if chosen.only in n}, chosen)


def truth_of(root: Path, half: str = "both") -> Scores:
    """What is known of every file of one half, or of both."""
    truth = json.loads((root / LETTER / "truth.json").read_text(encoding="utf-8"))
    return [each for each in truth if half in ("both", half_of(each["file"]))]


def half_of(name: str) -> str:
    """`seen` or `unseen`, for ever by the file's name alone."""
    digest = hashlib.sha256(Path(name).name.encode()).digest()
    return "seen" if digest[0] % 2 else "unseen"


def report(truth: Scores, readers: dict[str, Reader], chosen: argparse.Namespace) -> None:
    scorer = scorer_of(data_folder())
    print(f"{note(chosen.group, LETTER)} Half: {chosen.half}.")
    scores = {name: scored(scorer, truth, chosen, reader) for name, reader in readers.items()}
    print_table("Reader", scores, scorer)
    ours = next(iter(scores))
    for key in ("producer", "kind"):
        print_table(f"{ours}, by {key}", grouped(scores[ours], lambda f, k=key: f[k]), scorer)  # type: ignore[misc]  # the default binds the loop's key
    print_table(f"{ours}, by half", grouped(scores[ours], lambda f: half_of(f["file"])), scorer)
    if chosen.group == "pdf":
        print(highlight_figures(chosen.root, truth))
        print(role_figures(scorer, chosen.root, truth))
    if chosen.worst:
        print(worst_of(scorer, chosen.root, readers[ours], seen(scores[ours]), truth, chosen.worst))
    if chosen.json:
        chosen.json.write_text(json.dumps(scores, ensure_ascii=False), encoding="utf-8")


def scored(scorer: ModuleType, truth: Scores, chosen: argparse.Namespace, reader: Reader) -> Scores:
    files, _, errors = scorer.evaluate(reader, truth, chosen.root, [chosen.group], quiet=True)
    if errors:
        print(f"{errors} files could not be read.")
    return list(files)


def seen(files: Scores) -> Scores:
    return [file for file in files if half_of(file["file"]) == "seen"]


def grouped(files: Scores, key: Callable[[dict[str, Any]], str]) -> dict[str, Scores]:
    groups: dict[str, Scores] = defaultdict(list)
    for file in files:
        groups[key(file)].append(file)
    return dict(sorted(groups.items()))


def print_table(title: str, groups: dict[str, Scores], scorer: ModuleType) -> None:
    print("\n" + HEAD.format(title))
    for name, files in groups.items():
        figures = [scorer.mean(file[key] for file in files) for key in ("cer", "tok", "para")]
        print(f"| {name} | {len(files)} | {' | '.join(f'{100 * x:.1f}' for x in figures)} |")


if __name__ == "__main__":
    main()
