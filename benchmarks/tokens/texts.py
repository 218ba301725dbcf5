"""The texts of the token benchmark: whole documents by kind, one half to fit on, one to try."""

import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SHARED = Path(os.environ.get("KESHER_SHARED", REPOSITORY.parent / "shared")) / "data"
SIZES = (250, 500, 1_000, 2_500, 6_000)
POINTS = "ְְְִִֵֶַַָָֹּּּּׁ"
LEAST_TOKENS = 50
CHUNKS = 400
TRIED_ONLY = "english_talk"


def documents() -> dict[str, tuple[list[str], list[str]]]:
    """Return whole documents by kind: every other one to fit on, the others to try."""
    texts = {kind: list(whole) for kind, whole in kinds().items()}
    halves = {kind: (each[::2], each[1::2]) for kind, each in texts.items()}
    return {**halves, TRIED_ONLY: ([], texts[TRIED_ONLY])}


def kinds() -> dict[str, Iterator[str]]:
    """Return whole texts by kind."""
    hebrew = [
        *field("hebrew_qa/heq_val/corpus.jsonl", "text"),
        *laws(),
        *field("hebrew_qa/parashoot_train/corpus.jsonl", "text"),
    ]
    return {
        "hebrew": iter(hebrew),
        "niqqud": (pointed(text) for text in hebrew[:150]),
        "mixed": (f"{he} {en}" for he, en in pairs()),
        "english": iter([*articles("en"), *(en for _, en in pairs())]),
        TRIED_ONLY: talks(),
        "arabic": articles("ar"),
        "russian": articles("ru"),
        "code": code(),
        "json": records(escaped=False),
        "json_escaped": records(escaped=True),
    }


def field(path: str, name: str) -> Iterator[str]:
    """Yield one field of each record of a file."""
    for line in (SHARED / path).read_text().splitlines():
        yield str(json.loads(line)[name])


def articles(language: str) -> Iterator[str]:
    """Yield articles, each with the questions about it."""
    found: dict[str, list[str]] = {}
    for line in (SHARED / f"xquad/{language}.corpus.jsonl").read_text().splitlines():
        passage = json.loads(line)
        found.setdefault(passage["id"].split("-")[0], []).append(passage["text"])
    for line in (SHARED / f"xquad/{language}.queries.jsonl").read_text().splitlines():
        question = json.loads(line)
        found[question["rel"][0].split("-")[0]].append(question["q"])
    return ("\n".join(texts) for texts in found.values())


def talks() -> Iterator[str]:
    """Yield conversations, each as one text."""
    for path in sorted((SHARED / "locomo").glob("*.turns.jsonl")):
        yield "\n".join(str(json.loads(line)["text"]) for line in path.read_text().splitlines())


def laws() -> list[str]:
    """Return sections of laws."""
    return list(field("knesset_rules/corpus.jsonl", "text"))[:200]


def code() -> Iterator[str]:
    """Yield Kesher's own modules, but for the weights, which are no code that people write."""
    for path in sorted(REPOSITORY.glob("src/kesher/**/*.py")):
        if path.name != "token_weights.py":
            yield path.read_text()


def pairs() -> Iterator[tuple[str, str]]:
    """Yield the same sentences in Hebrew and English."""
    for line in (SHARED / "hebnli_pairs/test.jsonl").read_text().splitlines():
        record = json.loads(line)
        yield str(record["he"]), str(record["en"])


def records(*, escaped: bool) -> Iterator[str]:
    """Yield records as compact JSON with sorted keys."""
    for path in (
        "hebrew_qa/heq_val/queries.jsonl",
        "hebnli_pairs/test.jsonl",
        "xquad/en.queries.jsonl",
    ):
        for line in (SHARED / path).read_text().splitlines():
            yield json.dumps(
                json.loads(line), sort_keys=True, ensure_ascii=escaped, separators=(",", ":")
            )


def pointed(text: str) -> str:
    """Return the text with a vowel point on most letters, drawn by rough frequency."""
    draw = random.Random(len(text))  # noqa: S311 reproducible, nothing secret
    letters = (
        c + draw.choice(POINTS) if "א" <= c <= "ת" and draw.random() < 0.8 else c for c in text
    )
    return "".join(letters)


def chunks(texts: Sequence[str]) -> list[str]:
    """Cut the texts, joined by lines, into pieces of five sizes by turns."""
    joined = "\n".join(texts)
    found: list[str] = []
    at = 0
    while at < len(joined) and len(found) < CHUNKS:
        size = SIZES[len(found) // 2 % len(SIZES)]
        found.append(joined[at : at + size])
        at += size
    return found
