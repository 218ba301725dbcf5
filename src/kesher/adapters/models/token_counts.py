"""Counts tokens as OpenAI's recent models do; other models' counts are near these."""

import importlib.machinery
import importlib.util
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Protocol

from kesher.errors import ConfigurationError, ToolMissingError
from kesher.text.storable import storable

REMEMBERED_TEXTS = 4_096
REMEMBERED_CHARS = 4_000
"""Longer texts are counted anew, so that what is remembered stays under some ten megabytes."""
_PACKAGE = "bpe_openai"
_BINDINGS = f"{_PACKAGE}._bindings"


class _Encoding(Protocol):
    def count(self, text: str) -> int: ...


class O200kCounter:
    """The `TokenCounter` for the o200k_base encoding, offline. Safe for several threads."""

    def __init__(self) -> None:
        """Load the encoding, once a process, in about 0.1 seconds.

        Raises:
            ToolMissingError: the package with the encoding is not installed or not whole.
        """
        self._encoding = _encoding("o200k_base")

    def count(self, text: str) -> int:
        """Return the tokens of `text`; names of special tokens inside count as plain text."""
        return self._encoding.count(storable(text))


class Cl100kCounter:
    """The `TokenCounter` for the cl100k_base encoding of older models; as `O200kCounter`."""

    def __init__(self) -> None:
        """Load the encoding, once a process.

        Raises:
            ToolMissingError: the package with the encoding is not installed or not whole.
        """
        self._encoding = _encoding("cl100k_base")

    def count(self, text: str) -> int:
        """Return the tokens of `text`; names of special tokens inside count as plain text."""
        return self._encoding.count(storable(text))


@dataclass(frozen=True, slots=True)
class RaisedCounter:
    """The `TokenCounter` by a function of the text alone, raised by a fraction, 0 and up."""

    function: Callable[[str], int]
    margin_fraction: float = 0.0

    def count(self, text: str) -> int:
        """Return the tokens of `text`, a part of one as a whole."""
        return math.ceil(self.function(text) * (1 + self.margin_fraction))


def counter_for(tokenizer: str, *, estimate: Callable[[str], int]) -> Callable[[str], int]:
    """Return what counts tokens for a profile's `tokenizer`.

    Args:
        tokenizer: `o200k`, `cl100k` or `estimate`.
        estimate: Serves where there is no tokenizer: `kesher.context.tokens.estimate`.

    Raises:
        ConfigurationError: the name is none of them.
        ToolMissingError: the package with the encoding is not installed or not whole.
    """
    if tokenizer == "estimate":
        return _remembered(estimate)
    if tokenizer == "o200k":
        return O200kCounter().count
    if tokenizer == "cl100k":
        return Cl100kCounter().count
    raise ConfigurationError(
        f"There is no tokenizer `{tokenizer}`. Use `o200k`, `cl100k` or `estimate`."
    )


def _remembered(count: Callable[[str], int]) -> Callable[[str], int]:
    """Return a count that takes no time for a text that was counted lately.

    A prompt is put together anew for each passage that is left out of it, and questions of one
    room bring the same passages: without this, hundreds of answers at once wait for counting.
    """
    remembered = lru_cache(REMEMBERED_TEXTS)(count)

    def counted(text: str) -> int:
        return remembered(text) if len(text) <= REMEMBERED_CHARS else count(text)

    return counted


@cache
def _encoding(name: str) -> _Encoding:
    bindings = _bindings()
    encoding: _Encoding = bindings.tokenizer_for_encoding(name)
    return encoding


@cache
def _bindings() -> ModuleType:
    # The package's own Python side builds tables that counting does not need: one second and
    # 150 MB against 0.1 s and 70 MB. It also warns of a deprecation, refuses a million characters
    # and raises on `<|endoftext|>`. So only its compiled part is loaded.
    found = importlib.util.find_spec(_PACKAGE)
    folders = list(found.submodule_search_locations or ()) if found else []
    files = [file for folder in folders for file in Path(folder).glob("_bindings*")]
    compiled = [file for file in files if file.suffix in (".so", ".pyd")]
    if not compiled:
        raise ToolMissingError(
            "Counting tokens needs the package `bpe-openai`, which is not installed here. "
            "Run `pip install bpe-openai`."
        )
    loader = importlib.machinery.ExtensionFileLoader(_BINDINGS, str(compiled[0]))
    spec = importlib.util.spec_from_file_location(_BINDINGS, compiled[0], loader=loader)
    if spec is None:
        raise ToolMissingError(f"`{compiled[0]}` cannot be loaded. Reinstall `bpe-openai`.")
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
