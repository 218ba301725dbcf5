"""Cleaning of text: what is not seen goes, what is drawn becomes letters again."""

import re
import unicodedata
from functools import lru_cache

# Direction marks and embeddings, joiners, zero-width spaces, byte-order marks, and the controls
# that are neither tab nor line feed. Arabic's zero-width non-joiner changes the shape of letters
# and never the word, so it goes too.
_HIDDEN = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff\u061c"
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
_SOFT_HYPHEN = re.compile("(?<=\\d)\u00ad(?=\\d)")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_FORMS = re.compile("[\ufb00-\ufb06\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]")
# Vowel points and cantillation. Maqaf, paseq, sof pasuq and nun hafukha lie in the same range but
# are punctuation, so they stay.
_MARKS = dict.fromkeys(
    code for code in range(0x0591, 0x05C8) if unicodedata.category(chr(code)) == "Mn"
)


@lru_cache(maxsize=4096)
def letters_of(char: str) -> str:
    r"""Give the letters that one character stands for; empty for one that is never seen.

    Presentation forms become their letters ("\ufb2a" shin and its dot, "\ufefb" lam and alef),
    special spaces a plain one, private-use bullets and hidden controls nothing.
    """
    if _HIDDEN.match(char) or _PRIVATE.match(char):
        return ""
    if _SPACES.match(char):
        return " "
    if _FORMS.match(char):
        return unicodedata.normalize("NFKC", char)
    return char


def clean(text: str) -> str:
    """Give `text` in NFC without hidden characters, presentation forms and private-use signs.

    A soft hyphen between digits was meant to be seen and becomes a hyphen; any other goes. Line
    feeds and tabs stay, other line ends become line feeds. The result may be shorter or longer
    than `text`: use it before offsets are counted, never after.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    text = _SOFT_HYPHEN.sub("-", text.replace("\u2029", "\n")).replace("\u00ad", "")
    text = _PRIVATE.sub("", _HIDDEN.sub("", text))
    text = _SPACES.sub(" ", text)
    text = _FORMS.sub(lambda found: letters_of(found.group()), text)
    return unicodedata.normalize("NFC", text)


def strip_niqqud(text: str) -> str:
    """Drop Hebrew vowel points and cantillation: "שָׁלוֹם" becomes "שלום".

    For index terms only. The result may be shorter than `text`, so an offset into one is not an
    offset into the other.
    """
    # A presentation form such as U+FB2A hides its point inside one code point.
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", decomposed.translate(_MARKS))
