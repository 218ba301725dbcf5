"""The figures of memory, one question at a time; see README.md."""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.memory.cases import judged, read_cases
from benchmarks.memory.opened import opened
from benchmarks.memory.perfect import predicted
from benchmarks.memory.questions import questioned
from benchmarks.memory.speed import adding, scale

from kesher.app.memory.evaluating_recall import evaluate_recall, read_conversations
from kesher.config.settings import Settings
from kesher.wiring.offline import evaluate_memory

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "data"
BUDGETS_TOKENS = (30, 60, 120, 200, 300)


async def _adding(asked: argparse.Namespace) -> object:
    return await adding()


async def _scale(asked: argparse.Namespace) -> object:
    return await scale(asked.folder, is_filled=asked.is_filled)


async def _locomo(asked: argparse.Namespace) -> object:
    conversations = read_conversations(asked.data / "locomo")
    with TemporaryDirectory() as folder:
        async with opened(Path(folder)) as held:
            embedder = held.memory.tending.embedder
            return await evaluate_recall(conversations, embedder, held.counter)


async def _cases(asked: argparse.Namespace) -> object:
    cases = list(read_cases(asked.data / "user_memory"))
    with TemporaryDirectory() as folder:
        async with opened(Path(folder)) as held:
            return await judged(held, cases)


async def _dialogues(asked: argparse.Namespace) -> object:
    with TemporaryDirectory() as folder:
        out = Path(folder)
        settings = Settings.model_validate({"log_level": "error"})
        await evaluate_memory(settings, asked.data / "dialogues" / "dev", out)
        return _scored(asked.data / "dialogues", out)


async def _perfect(asked: argparse.Namespace) -> object:
    files = sorted((asked.data / "dialogues" / "dev").glob("*.json"))
    by_budget: dict[int, list[dict[str, Any]]] = {tokens: [] for tokens in BUDGETS_TOKENS}
    for file in files:
        conversation = json.loads(file.read_text(encoding="utf-8"))
        for tokens, prediction in (await predicted(conversation, BUDGETS_TOKENS)).items():
            by_budget[tokens].append(prediction)
    return {tokens: _queries_scored(asked.data, each) for tokens, each in by_budget.items()}


async def _questions(asked: argparse.Namespace) -> object:
    return await questioned()


def _queries_scored(data: Path, predictions: list[dict[str, Any]]) -> object:
    with TemporaryDirectory() as folder:
        for each in predictions:
            text = json.dumps(each, ensure_ascii=False)
            (Path(folder) / f"{each['id']}.json").write_text(text, encoding="utf-8")
        return _scored(data / "dialogues", Path(folder))["queries"]


def _scored(dialogues: Path, predictions: Path) -> dict[str, Any]:
    """Return what the data's own scorer says."""
    result = predictions / "scored" / "result.json"
    result.parent.mkdir()
    scorer = [sys.executable, str(dialogues / "score.py"), "--gold", str(dialogues / "dev")]
    paths = ["--pred", str(predictions), "--json", str(result)]
    subprocess.run([*scorer, *paths], check=True, stdout=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    return found


PARTS: dict[str, Callable[[argparse.Namespace], Coroutine[Any, Any, object]]] = {
    "adding": _adding,
    "scale": _scale,
    "locomo": _locomo,
    "cases": _cases,
    "dialogues": _dialogues,
    "perfect": _perfect,
    "questions": _questions,
}


def main() -> None:
    """Measure what is asked for, print it, and keep it where that is asked, too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--data", type=Path, default=SHARED, help="folder of the evaluation data")
    parser.add_argument(
        "--folder", type=Path, default=Path("filled"), help="for `scale`: kept, filled if absent"
    )
    parser.add_argument("--write", action="store_true", help="keep the figures in results/")
    asked = parser.parse_args()
    asked.is_filled = asked.folder.exists()
    if asked.part == "scale":
        asked.folder.mkdir(exist_ok=True)
    measured = asyncio.run(PARTS[asked.part](asked))
    said = {"measured_at": datetime.now(UTC).isoformat(timespec="minutes"), "figures": measured}
    text = json.dumps(said, indent=1, ensure_ascii=False)
    print(text)
    if asked.write:
        (HERE / "results" / f"{asked.part}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
