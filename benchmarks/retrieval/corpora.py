"""The evaluation sets as passages and questions. They are not in this repository."""

import json
import os
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LANGUAGES = ("en", "ar", "ru")
_CUT_CHARS = 1_200
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*#_|]+")
_SITE = re.compile(r"\s*(\(זכות\))?\s*–\s*כל-זכות\s*$")


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage; its title counts among its words, not in its vector, as `kesher evaluate` does."""

    id: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the ids of the passages that answer it."""

    text: str
    right: frozenset[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A room and what is asked in it."""

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]


def data_folder() -> Path:
    shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[1].parent / "shared"))
    if not (shared / "data" / "hebrew_qa").is_dir():
        raise SystemExit(f"There is no data/hebrew_qa in {shared}. Set KESHER_SHARED to it.")
    return shared / "data"


def hebrew(name: str, part: str) -> Corpus:
    folder = data_folder() / "hebrew_qa" / part
    return Corpus(name, _passages(folder / "corpus.jsonl"), _questions(folder / "queries.jsonl"))


def union(name: str, *parts: Corpus) -> Corpus:
    """All passages in one room, all questions asked in it. Ids must be distinct."""
    return Corpus(
        name,
        tuple(passage for part in parts for passage in part.passages),
        tuple(question for part in parts for question in part.questions),
    )


def xquad(language: str) -> Corpus:
    """The same 120 paragraphs and 632 questions in each language; ids end with the language."""
    folder = data_folder() / "xquad"
    passages = _passages(folder / f"{language}.corpus.jsonl")
    questions = _questions(folder / f"{language}.queries.jsonl")
    return Corpus(
        f"XQuAD {language}",
        tuple(replace(each, id=f"{each.id}.{language}") for each in passages),
        tuple(_in(each, language) for each in questions),
    )


def answered_in(questions: Sequence[Question], language: str) -> tuple[Question, ...]:
    """The same questions with the right passages of another language."""
    return tuple(
        Question(each.text, frozenset(f"{id_.rsplit('.', 1)[0]}.{language}" for id_ in each.right))
        for each in questions
    )


def one_language_each(corpus: Corpus, *, seed: int = 0) -> frozenset[str]:
    """Choose for each paragraph the one language that it stays in; return the ids that stay."""
    choose = random.Random(seed)  # noqa: S311
    names = sorted({passage.id.rsplit(".", 1)[0] for passage in corpus.passages})
    return frozenset(f"{name}.{choose.choice(LANGUAGES)}" for name in names)


def translations(asked: str, found: str) -> Corpus:
    """HebNLI: a sentence asks for itself in the other language."""
    pairs = _lines(data_folder() / "hebnli_pairs" / "test.jsonl")
    return Corpus(
        f"HebNLI {asked}→{found}",
        tuple(Passage(pair["id"], pair[found]) for pair in pairs),
        tuple(Question(pair[asked], frozenset({pair["id"]})) for pair in pairs),
    )


def knesset(kind: str) -> Corpus:
    """Sections of laws, asked for by subject (`questions`) or by what they cite (`mentions`)."""
    folder = data_folder() / "knesset_rules"
    return Corpus(
        f"Knesset rules, {kind}",
        _passages(folder / "corpus.jsonl"),
        _questions(folder / f"{kind}.jsonl"),
    )


def kolzchut() -> Corpus:
    """Pages cut at paragraphs without their titles; a title asks for any piece of its page."""
    passages: list[Passage] = []
    questions = []
    for file in sorted((data_folder() / "kolzchut_pages").glob("*.md")):
        head, mark, body = file.read_text(encoding="utf-8").partition("## Content")
        title = re.search(r"^title: (.*)$", head, re.MULTILINE) if mark else None
        pieces = _pieces(_MARKUP.sub(r"\1 ", body or head))
        ids = [f"{file.stem}-{place}" for place in range(len(pieces))]
        passages += [Passage(id_, text) for id_, text in zip(ids, pieces, strict=True)]
        if title:
            questions.append(Question(_SITE.sub("", title[1]), frozenset(ids)))
    return Corpus("Kol-Zchut titles", tuple(passages), tuple(questions))


def _pieces(text: str) -> list[str]:
    pieces = [""]
    for line in filter(None, (line.strip() for line in text.splitlines())):
        if pieces[-1] and len(pieces[-1]) + len(line) > _CUT_CHARS:
            pieces.append("")
        pieces[-1] += line + "\n"
    return [piece for piece in pieces if piece]


def _in(question: Question, language: str) -> Question:
    return Question(question.text, frozenset(f"{id_}.{language}" for id_ in question.right))


def _passages(file: Path) -> tuple[Passage, ...]:
    return tuple(Passage(line["id"], line["text"], line.get("title", "")) for line in _lines(file))


def _questions(file: Path) -> tuple[Question, ...]:
    return tuple(
        Question(line["q"], frozenset(line["rel"]))
        for line in _lines(file)
        if line["rel"] and line.get("answerable", True)
    )


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
