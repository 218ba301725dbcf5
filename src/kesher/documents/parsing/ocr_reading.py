"""The segments of a clean page → their words, in the room's languages or the script that is found.

Each segment is read by the model of the room's script and by that of Latin; a segment that stays
doubtful is read in the other languages too. What a model does not know it reads with a confidence
near one half, so that the surest reading tells the script.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from kesher.documents.parsing.ocr_choice import Line, surer_of_two, surer_words
from kesher.documents.parsing.ocr_clean import Rows
from kesher.documents.parsing.ocr_dots import CutPicture, with_dot
from kesher.documents.parsing.ocr_languages import Languages
from kesher.documents.parsing.ocr_rows import Found, ReadRow, confidence, rows_of
from kesher.documents.parsing.ocr_segments import Segment, cut_out, find_segments
from kesher.domain.document import Box
from kesher.ports.ocr import OcrEngine, OcrPicture, OcrWord

_DOUBTFUL_FRACTION = 0.65  # of a segment's confidence, below which other scripts are tried
_SURER = 0.05
_SAMPLE = 5  # segments
_UNSURE_WORD_FRACTION, _LARGER = 0.7, 1.4


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a page, from top to bottom.

    Attributes:
        confidence_fraction: Of all of its words.
        sample_fraction: Of the words of its longest segments.
    """

    rows: tuple[ReadRow, ...]
    confidence_fraction: float
    sample_fraction: float


@dataclass(frozen=True, slots=True)
class _Cut:
    """A segment cut out of its page."""

    row: int
    segment: Segment
    picture: OcrPicture
    line: Line
    top: float


def read_page_lines(
    engine: OcrEngine, page: Rows, dpi: int, languages: Languages, *, is_sample: bool = False
) -> Read:
    """Read a clean page.

    Args:
        page: uint8, shape (height, width), 0 black; level.
        dpi: Pixels an inch.
        is_sample: Read only its longest segments, to learn how surely it can be read.
    """
    cuts = _cuts(page, dpi)
    longest = _longest(range(len(cuts)), cuts)
    if is_sample:
        cuts = [cuts[at] for at in longest]
        longest = list(range(len(cuts)))
    words = _in_languages(engine, cuts, languages.main, languages.latin)
    words = _in_further(engine, cuts, words, languages)
    words = _once_more(engine, cuts, words, languages.main)
    return Read(
        rows_of([_found(cut, each) for cut, each in zip(cuts, words, strict=True)]),
        confidence([word for each in words for word in each]),
        confidence([word for at in longest for word in words[at]]),
    )


def _found(cut: _Cut, words: tuple[OcrWord, ...]) -> Found:
    rows = np.frombuffer(cut.picture.pixels, np.uint8)
    rows = rows.reshape(cut.picture.height, cut.picture.width)
    picture = CutPicture(rows, cut.line.left, cut.top)
    return Found(cut.row, cut.segment, with_dot(words, picture), cut.line.height)


def _cuts(page: Rows, dpi: int) -> list[_Cut]:
    found = find_segments(page)
    cuts = []
    for row, segments in enumerate(found.rows):
        for segment in segments:
            pixels, left, top = cut_out(page, found, segment)
            height, width = pixels.shape
            picture = OcrPicture(pixels.tobytes(), width, height, dpi)
            cuts.append(_Cut(row, segment, picture, Line.of(pixels, left, found.height), top))
    return cuts


def _longest(places: Sequence[int], cuts: Sequence[_Cut]) -> list[int]:
    return sorted(places, key=lambda at: -cuts[at].picture.width)[:_SAMPLE]


def _in_languages(
    engine: OcrEngine, cuts: Sequence[_Cut], main: Sequence[str], latin: Sequence[str]
) -> list[tuple[OcrWord, ...]]:
    """Read each cut in the main language and in Latin, and choose word by word."""
    readings = _placed(engine, cuts, main)
    if not latin or tuple(main) == tuple(latin):
        return readings
    others = _placed(engine, cuts, latin)
    return [
        surer_words(words, other, cut.line)
        for cut, words, other in zip(cuts, readings, others, strict=True)
    ]


def _in_further(
    engine: OcrEngine,
    cuts: Sequence[_Cut],
    words: Sequence[tuple[OcrWord, ...]],
    languages: Languages,
) -> list[tuple[OcrWord, ...]]:
    """Read the doubtful cuts in each further language that reads a sample of them more surely."""
    best = list(words)
    for language in languages.further:
        doubtful = [at for at, each in enumerate(best) if confidence(each) < _DOUBTFUL_FRACTION]
        sample = [cuts[at] for at in _longest(doubtful, cuts)]
        tried = _placed(engine, sample, (language,)) if sample else []
        if not any(confidence(each) >= _DOUBTFUL_FRACTION for each in tried):
            continue
        chosen = [cuts[at] for at in doubtful]
        readings = _in_languages(engine, chosen, (language,), languages.latin)
        for at, reading in zip(doubtful, readings, strict=True):
            if confidence(reading) > confidence(best[at]) + _SURER:
                best[at] = reading
    return best


def _once_more(
    engine: OcrEngine,
    cuts: Sequence[_Cut],
    words: Sequence[tuple[OcrWord, ...]],
    language: Sequence[str],
) -> list[tuple[OcrWord, ...]]:
    """Read cuts with a doubtful word a second time, larger; keep what is then surer."""
    doubtful = [
        at
        for at, each in enumerate(words)
        if any(word.confidence_fraction < _UNSURE_WORD_FRACTION for word in each)
    ]
    larger = [_larger(cuts[at].picture) for at in doubtful]
    best = list(words)
    for at, seen in zip(doubtful, engine(larger, language) if larger else (), strict=True):
        cut = cuts[at]
        again = [_moved(_scaled(word), cut.line.left, cut.top) for word in seen]
        best[at] = surer_of_two(best[at], again)
    return best


def _larger(picture: OcrPicture) -> OcrPicture:
    rows = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width)
    size = (round(picture.width * _LARGER), round(picture.height * _LARGER))
    grown = cv2.resize(rows, size, interpolation=cv2.INTER_CUBIC)
    return OcrPicture(grown.tobytes(), *size, round(picture.dpi * _LARGER))


def _scaled(word: OcrWord) -> OcrWord:
    symbols = tuple(
        replace(
            symbol,
            box=Box(
                symbol.box.left / _LARGER,
                symbol.box.top / _LARGER,
                symbol.box.right / _LARGER,
                symbol.box.bottom / _LARGER,
            ),
        )
        for symbol in word.symbols
    )
    return replace(word, symbols=symbols)


def _placed(
    engine: OcrEngine, cuts: Sequence[_Cut], languages: Sequence[str]
) -> list[tuple[OcrWord, ...]]:
    """Read cuts and give the words their places on the page."""
    readings = engine([cut.picture for cut in cuts], languages)
    return [
        tuple(_moved(word, cut.line.left, cut.top) for word in words)
        for cut, words in zip(cuts, readings, strict=True)
    ]


def _moved(word: OcrWord, right: float, down: float) -> OcrWord:
    symbols = tuple(
        replace(
            symbol,
            box=Box(
                symbol.box.left + right,
                symbol.box.top + down,
                symbol.box.right + right,
                symbol.box.bottom + down,
            ),
        )
        for symbol in word.symbols
    )
    return replace(word, symbols=symbols)
