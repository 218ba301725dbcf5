"""How far a text layer can be trusted: a page may look fine and hold garbage.

A file may draw the right letters and name wrong ones: its map to Unicode was dropped, or letters of
an old code page were taken for Western European ones. Digits mostly stay right, so the letters are
judged alone, word by word: words of a spoilt font are spoilt whole.
"""

import re
import unicodedata
from dataclasses import dataclass

from kesher.domain.document import Line, Page, PageSource

# Below this share of plausible letters OCR reads a page better than its text layer.
TRUSTED_FRACTION = 0.9
# Below this one a page may have lines that are spoilt whole: so many letters of them are read anew.
_SOUND_FRACTION, _SPOILT_LINE = 0.98, 8

# What a text is trusted that other OCR laid over a picture, where words of it are plainly wrong.
RECOGNISED_FRACTION = 0.75
_MOST_WRONG = 0.005

UNNAMED = "\ufffd"  # stands for a drawn character that the file does not name
_WORDS = re.compile("[\\w\u0300-\u036f\u0591-\u05c7\u064b-\u065f\ufffd]+")
_RTL_LETTER = re.compile("[\u05d0-\u05ea\u0620-\u064a]")
_LATIN = re.compile("[A-Za-z]")
# Signs inside or before a word that belong to none, as recognition makes them of smudges.
_STRAY = re.compile(r"(?<!\S)[?!|~\\][^\W\d_]|[^\W\d_][|~^][^\W\d_]")
_WESTERN = re.compile("[\u00aa\u00ba\u00c0-\u024f\u00d7\u00f7]")
_FINAL_INSIDE = re.compile("[ךםןףץ](?=[א-ת])")
_FINAL = re.compile("[ךםןףץ]")
_FEWEST_FINALS, _MOST_INSIDE = 5, 0.3
# In a real language accented letters stand among plain ones: "été" is rare, "élève" the rule.
_MOST_ACCENTED, _MOST_IN_SPOILT_WORDS = 0.5, 0.6


@dataclass(frozen=True, slots=True)
class Trust:
    """A judgement of a text.

    Attributes:
        fraction: 0–1, the share of letters that are plausible; 1.0 for a text without letters.
        reason: What is wrong, for people; None where nothing is.
    """

    fraction: float
    reason: str | None = None


def judge(text: str) -> Trust:
    """Judge the letters of a page's text in logical order."""
    inside, finals = len(_FINAL_INSIDE.findall(text)), len(_FINAL.findall(text))
    is_mixed_up = inside >= _FEWEST_FINALS and inside > _MOST_INSIDE * finals
    if not is_mixed_up and not _WESTERN.search(text) and UNNAMED not in text:
        return Trust(1.0)
    words = _WORDS.findall(text)
    if is_mixed_up:
        hebrew = [word for word in words if _RTL_LETTER.search(word)]
        return _less(words, hebrew, "Final letters stand inside words: letters are mixed up.")
    spoilt = [word for word in words if _is_spoilt(word)]
    if not _is_garbage(words, spoilt):
        return Trust(1.0)
    return _less(words, spoilt, "The file names other letters than it shows.")


def judge_recognised(text: str) -> Trust:
    """Judge text that another program recognised on a picture and laid over it unseen.

    Such a program names no letter that it cannot draw and mistakes some words for others, so few
    that are plainly wrong tell of many that look right.
    """
    judged = judge(text)
    words = _WORDS.findall(text)
    wrong = sum(UNNAMED in word or _is_two_scripts(word) for word in words)
    wrong += len(_STRAY.findall(text))
    if wrong <= _MOST_WRONG * len(words):
        return judged
    fraction = min(judged.fraction, RECOGNISED_FRACTION)
    return Trust(fraction, "An earlier recognition of the picture has wrong words.")


def is_recognised(page: Page) -> bool:
    """Tell whether a text layer was laid over a picture by another program, with wrong words.

    Its words that look right are not as a writer meant them, so that it cannot be mended in part.
    """
    return page.trust_fraction < judge(page.seen_text).fraction


def spoilt_spans(text: str) -> list[tuple[int, int]]:
    """Give where words of a page's text stand that name other letters than they show, in order."""
    if not _WESTERN.search(text) and UNNAMED not in text:
        return []
    found = list(_WORDS.finditer(text))
    spoilt = [word for word in found if _is_spoilt(word[0])]
    if not _is_garbage([word[0] for word in found], [word[0] for word in spoilt]):
        return []
    return [word.span() for word in spoilt]


def _is_two_scripts(word: str) -> bool:
    return bool(_RTL_LETTER.search(word) and _LATIN.search(word))


def _less(words: list[str], spoilt: list[str], reason: str) -> Trust:
    letters = max(sum(map(_letters, words)), 1)
    return Trust(1 - sum(map(_letters, spoilt)) / letters, reason)


def needs_ocr(page: Page) -> str | None:
    """Say why a page should be read by OCR, or None where its text layer serves.

    A page that can be trusted as a whole may have lines of a font that cannot, such as headings.
    """
    if page.source is not PageSource.TEXT_LAYER or page.trust_fraction >= _SOUND_FRACTION:
        return None
    if page.trust_fraction < TRUSTED_FRACTION or _has_spoilt_line(page):
        return page.note or "The text layer cannot be trusted."
    return None


def _has_spoilt_line(page: Page) -> bool:
    spoilt = spoilt_spans(page.text)
    for line in page.lines:
        lost = sum(_letters(page.text[start:end]) for start, end in within(spoilt, line))
        if lost >= max(_SPOILT_LINE, _letters(page.text[line.start : line.end]) / 2):
            return True
    return False


def within(spans: list[tuple[int, int]], line: Line) -> list[tuple[int, int]]:
    """Give the spans that begin on a line."""
    return [span for span in spans if line.start <= span[0] < line.end]


def _letters(word: str) -> int:
    return sum(char == UNNAMED or unicodedata.category(char)[0] == "L" for char in word)


def _is_spoilt(word: str) -> bool:
    if UNNAMED in word:
        return True
    western = len(_WESTERN.findall(word))
    if not western:
        return False
    return bool(_RTL_LETTER.search(word)) or western > _MOST_ACCENTED * len(word)


def _is_garbage(words: list[str], spoilt: list[str]) -> bool:
    """Tell spoilt letters from a language that has many accents."""
    if any(UNNAMED in word or _RTL_LETTER.search(word) for word in spoilt):
        return True
    western = sum(len(_WESTERN.findall(word)) for word in words)
    in_spoilt = sum(len(_WESTERN.findall(word)) for word in spoilt)
    return western > 0 and in_spoilt > _MOST_IN_SPOILT_WORDS * western
