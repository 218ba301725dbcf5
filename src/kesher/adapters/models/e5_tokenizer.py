"""The model's own cutting of text into pieces, rebuilt from the packed file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from kesher.adapters.models.e5_packed import Vocabulary

LIMIT_TOKENS = 512

_PIECES_FILE = "tokenizer.json"
_NORMALISATION_FILE = "normalisation.json"
_WORD_START = "\u2581"
# 510 pieces of at most 16 characters cover 8,160; what lies beyond this cannot reach the model,
# and cutting it first keeps a text of a megabyte from costing a second.
_LIMIT_CHARS = 16_384
# What the file's table leaves out, since its engine ends a text at NUL and takes no surrogates.
_NOT_IN_TABLE = {0: "", **dict.fromkeys(range(0xD800, 0xE000), " ")}
_CONTROL_PIECES = frozenset({"<s>", "<pad>", "</s>", "<unk>", "<mask>"})


@dataclass(frozen=True, slots=True)
class E5Tokenizer:
    """Text to the ids of its pieces, the begin and end marks included."""

    pieces: Tokenizer
    normalisation: Mapping[int, str]

    def encode(self, texts: Sequence[str], *, prefix: str) -> list[list[int]]:
        """Return ids a text, 3 to 512 of them; what is past the limit is left out.

        Any text is safe: NUL is dropped, lone surrogates count as spaces, and the names of special
        tokens (`</s>`) are plain text.
        """
        table = self.normalisation
        cleaned = [(prefix + text[:_LIMIT_CHARS]).translate(table) for text in texts]
        return [found.ids for found in self.pieces.encode_batch(cleaned)]

    def save(self, folder: Path) -> None:
        """Write what `load_tokenizer` reads."""
        self.pieces.save(str(folder / _PIECES_FILE), pretty=False)
        written = json.dumps({str(code): text for code, text in self.normalisation.items()})
        (folder / _NORMALISATION_FILE).write_text(written, encoding="utf-8")


def build_tokenizer(vocabulary: Vocabulary) -> E5Tokenizer:
    """Return the tokenizer that the model was trained with: unigram pieces over words.

    Source: Kudo, "Subword Regularization", ACL 2018 (the unigram model).
    """
    named = zip(vocabulary.pieces, vocabulary.scores, strict=True)
    unigram = models.Unigram(
        [(_unmatchable(piece), score) for piece, score in named],
        unk_id=vocabulary.unknown_id,
        byte_fallback=False,
    )
    pieces = Tokenizer(unigram)
    pieces.normalizer = normalizers.Replace(Regex(" {2,}"), " ")
    pieces.pre_tokenizer = pre_tokenizers.Metaspace(
        replacement=_WORD_START, prepend_scheme="always"
    )
    pieces.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        special_tokens=[("<s>", vocabulary.begin_id), ("</s>", vocabulary.end_id)],
    )
    pieces.enable_truncation(LIMIT_TOKENS)
    return E5Tokenizer(pieces, {**vocabulary.normalisation, **_NOT_IN_TABLE})


def load_tokenizer(folder: Path) -> E5Tokenizer:
    """Return the tokenizer that was saved in `folder`."""
    written = json.loads((folder / _NORMALISATION_FILE).read_text(encoding="utf-8"))
    normalisation = {int(code): text for code, text in written.items()}
    return E5Tokenizer(Tokenizer.from_file(str(folder / _PIECES_FILE)), normalisation)


def _unmatchable(piece: str) -> str:
    # A space never reaches the pieces, so a control piece named with one matches no text: a
    # document that says "</s>" must not end its own passage.
    return f" {piece}" if piece in _CONTROL_PIECES else piece
