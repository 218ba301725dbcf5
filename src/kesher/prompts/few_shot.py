"""Example sets, one fixed set a task and language, in the system message or as a first turn.

A set is frozen with its version: examples chosen anew for each request would break the cache at
every request (seed 001, "few-shot examples").
"""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from kesher.domain.message import Message, Role
from kesher.errors import InputError


@dataclass(frozen=True, slots=True)
class ExampleSet:
    """Examples of one task.

    Attributes:
        pairs: (input, output) of each, in their order.
        version: Twelve hex digits of the SHA-256 of the file.
    """

    task: str
    pairs: tuple[tuple[str, str], ...]
    version: str

    def as_turn(self) -> tuple[Message, ...]:
        """Return the examples as a synthetic first turn, for `make_prefix(examples=...)`."""
        return tuple(
            message
            for given, wanted in self.pairs
            for message in (Message(Role.USER, given), Message(Role.ASSISTANT, wanted))
        )

    def as_text(self) -> str:
        """Return the examples as a section of the system message."""
        shown = (
            f"<example>\n<input>\n{given}\n</input>\n<output>\n{wanted}\n</output>\n</example>"
            for given, wanted in self.pairs
        )
        return "\n".join(["<examples>", *shown, "</examples>"])


def read_examples(text: str, *, task: str) -> ExampleSet:
    """Return the set that a JSON document holds: a list of `{"input": ..., "output": ...}`.

    Raises:
        InputError: it is no such list; the message says which example is wrong.
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"The examples of `{task}` are not JSON: {error}.") from error
    if not isinstance(found, list) or not found:
        raise InputError(f"The examples of `{task}` are no list with at least one example.")
    pairs = tuple(_pair(item, place, task) for place, item in enumerate(found, start=1))
    return ExampleSet(task, pairs, sha256(text.encode()).hexdigest()[:12])


def few_shot(task: str, language: str, *, folder: Path | None = None) -> ExampleSet:
    """Return the set of a task in a language: `TASK.LANGUAGE.json`.

    Args:
        folder: Of your own sets; None: those that Kesher ships.

    Raises:
        InputError: there is no such set, or it is not valid.
    """
    name = f"{task}.{language}.json"
    if folder is None:
        return _shipped(task, name)
    try:
        return read_examples((folder / name).read_text(encoding="utf-8"), task=task)
    except OSError as error:
        raise InputError(
            f"The examples `{folder / name}` cannot be read: {error.strerror}."
        ) from error


@cache
def _shipped(task: str, name: str) -> ExampleSet:
    file = files(__package__).joinpath("examples", name)
    if not file.is_file():
        raise InputError(f"Kesher ships no examples `{name}`. Give a `folder` with your own.")
    return read_examples(file.read_text(encoding="utf-8"), task=task)


def _pair(item: object, place: int, task: str) -> tuple[str, str]:
    if isinstance(item, dict):
        given, wanted = item.get("input"), item.get("output")
        if isinstance(given, str) and isinstance(wanted, str) and given.strip() and wanted.strip():
            return given, wanted
    raise InputError(f"Example {place} of `{task}` needs `input` and `output`, both with text.")
