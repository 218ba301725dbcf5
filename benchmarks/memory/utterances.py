"""Predict records for single utterances by rules alone, and let the scorer of the dialogues judge.

    python benchmarks/memory/utterances.py GOLD.jsonl OUT_DIR [--scorer SCORE.py] [--errors N]

GOLD.jsonl has the shape of `dialogues/dev/utterances.jsonl`; of each line only the text, its time,
role and context are read. OUT_DIR gets `utterances.jsonl` in the scorer's shape.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Extraction, Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema

# A flat record has no appointment or task of its own: what is said of it is said of the user.
_FLAT = {("appointment", "time"): "appointment", ("task", "deadline"): "deadline"}


def records(extraction: Extraction, context: Sequence[LogMessage]) -> list[dict[str, Any]]:
    """Return statements as flat records; one about a pronoun without antecedent is left out."""
    found = []
    timed = {s.key for s in extraction.statements if (s.subject.type, s.key) in _FLAT}
    for statement in extraction.statements:
        if statement.subject.kind is ReferenceKind.PRONOUN and not context:
            continue
        if statement.key == "appointment" and "time" in timed:
            continue
        found.append(_record(statement))
    return found


def _record(statement: Statement) -> dict[str, Any]:
    flat = _FLAT.get((statement.subject.type, statement.key))
    return {
        "entity": "user" if flat else _entity(statement.subject),
        "key": flat or statement.key,
        "value": statement.value,
        "confidence": statement.confidence,
        "op": statement.action.value,
    }


def _entity(subject: Reference) -> str:
    if subject.kind is ReferenceKind.SPEAKER:
        return "user"
    return subject.also[0] if subject.also else subject.text


def predict(line: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Return the prediction for one utterance, and the milliseconds that it took."""
    at = datetime.fromisoformat(line["at"])
    context = [
        LogMessage(f"c{number}", "t", Speaking(said["role"]), at, said["text"])
        for number, said in enumerate(line.get("context", ()))
    ]
    message = LogMessage("m", "t", Speaking(line["role"]), at, line["text"])
    began = time.perf_counter()
    extraction = extract(message, context, shipped_schema())
    took_ms = (time.perf_counter() - began) * 1000
    return {"id": line["id"], "records": records(extraction, context)}, took_ms


def main() -> int:
    arguments = _arguments()
    lines = [json.loads(line) for line in arguments.gold.read_text("utf-8").splitlines()]
    predict(lines[0])  # the word lists are read once
    predicted = [predict(line) for line in lines]
    arguments.out.mkdir(parents=True, exist_ok=True)
    written = [json.dumps(record, ensure_ascii=False) for record, _ in predicted]
    (arguments.out / "utterances.jsonl").write_text("\n".join(written) + "\n", "utf-8")
    took = sorted(ms for _, ms in predicted)
    print(f"ms per message: p50 {took[len(took) // 2]:.2f}, p95 {took[int(len(took) * 0.95)]:.2f}")
    return _score(arguments) if arguments.scorer else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--errors", default="0")
    return parser.parse_args()


def _score(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as gold:
        shutil.copy(arguments.gold, Path(gold) / "utterances.jsonl")
        told = ["--gold", gold, "--pred", str(arguments.out), "--errors", arguments.errors]
        done = subprocess.run(
            [sys.executable, str(arguments.scorer), *told],
            capture_output=True,
            text=True,
            check=True,
        )
    print(done.stdout[done.stdout.index("utterances") :])
    return 0


if __name__ == "__main__":
    sys.exit(main())
