"""Counts tokens as OpenAI's recent models do; other models' counts are near these."""

import importlib.machinery
import importlib.util
from functools import cache
from pathlib import Path
from typing import Protocol

from kesher.errors import ToolMissingError
from kesher.text.storable import storable

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
        self._encoding = _o200k()

    def count(self, text: str) -> int:
        """Return the tokens of `text`; names of special tokens inside count as plain text."""
        return self._encoding.count(storable(text))


@cache
def _o200k() -> _Encoding:
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
    encoding: _Encoding = module.tokenizer_for_encoding("o200k_base")
    return encoding
