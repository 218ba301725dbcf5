"""Whether two words in different scripts sound alike: יונתן, Yonatan, Ионатан, يوناتان."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from kesher.text.naming.lists import letters

_CLASSES = {
    **dict.fromkeys("bvwpf", "b"),
    **dict.fromkeys("g7", "g"),
    **dict.fromkeys("kx", "k"),
    **dict.fromkeys("sz4568", "s"),
    **dict.fromkeys("hyj", ""),
}
_VARIANTS = 16
# Short words differ by a vowel alone (רן and Ron), so it must be written in both.
_CONSONANTS_FOR_FREE = {"o": 4, "u": 4, "i": 3, "a": 0, "e": 0}
_FULL = frozenset({"latin", "cyrillic"})


@dataclass(frozen=True, slots=True)
class Sound:
    """One letter as it may be read: any of its consonants, any of its vowels, or not at all."""

    consonants: frozenset[str]
    vowels: frozenset[str]
    silent: bool

    @property
    def vowel_only(self) -> bool:
        """Whether it is no consonant."""
        return not self.consonants


_E = Sound(frozenset(), frozenset("e"), False)


@lru_cache(maxsize=16384)
def script(word: str) -> str:
    """Return hebrew, latin, cyrillic, arabic or nothing, by the first letter."""
    first = next((char for char in word if char.isalpha()), " ")
    name = unicodedata.name(first, "").partition(" ")[0].lower()
    return name if name in letters() else ""


@lru_cache(maxsize=16384)
def sounds(word: str) -> tuple[Sound, ...]:
    """Return the sounds of a folded word, letter by letter; doubled letters count once.

    In Hebrew they do not: there is a vowel between those of עודד.
    """
    found: list[Sound] = []
    for sound in _with_end(word, _sounds(word, script(word))):
        if found and found[-1] == sound and script(word) != "hebrew":
            if sound.vowel_only and sound.vowels & {"o", "e"}:
                found[-1] = Sound(frozenset(), sound.vowels | frozenset("ui"), False)
            continue
        found.append(sound)
    return tuple(found)


@lru_cache(maxsize=16384)
def skeletons(word: str) -> tuple[str, ...]:
    """Return the coarse consonants of a folded word, in each way it may be read.

    Words that sound alike share one; most that share one do not sound alike.
    """
    options = [sorted(_coarse(sound)) for sound in sounds(word)]
    found = dict.fromkeys("".join(way) for way in product(*_bounded(options)))
    return tuple(way for way in found if way)


@lru_cache(maxsize=16384)
def sound_alike(one: str, other: str) -> bool:
    """Tell whether two folded words of different scripts may be one word, letter by letter.

    Consonants must agree in order. A vowel at the end must be there in both, so that שיר is not
    Shira; within the word a vowel that Hebrew or Arabic need not write may be missing.
    """
    first, second = script(one), script(other)
    if not first or not second or first == second:
        return False
    return _Alignment(sounds(one), sounds(other), first, second).reaches(0, 0)


class _Alignment:
    """The search for a way to read two words alike."""

    def __init__(
        self, one: tuple[Sound, ...], other: tuple[Sound, ...], first: str, second: str
    ) -> None:
        self._one, self._other = one, other
        self._first, self._second = first, second
        self._known: dict[tuple[int, int], bool] = {}

    def reaches(self, at: int, to: int) -> bool:
        """Whether the rest of one word from `at` and of the other from `to` are alike."""
        place = (at, to)
        if place not in self._known:
            self._known[place] = self._step(at, to)
        return self._known[place]

    def _step(self, at: int, to: int) -> bool:
        if at == len(self._one) and to == len(self._other):
            return True
        both = at < len(self._one) and to < len(self._other)
        if both and _agree(self._one[at], self._other[to]) and self.reaches(at + 1, to + 1):
            return True
        if _may_skip(self._one, at, self._first, self._other, self._second):
            return self.reaches(at + 1, to) or self._skip_other(at, to)
        return self._skip_other(at, to)

    def _skip_other(self, at: int, to: int) -> bool:
        return _may_skip(self._other, to, self._second, self._one, self._first) and self.reaches(
            at, to + 1
        )


def _agree(one: Sound, other: Sound) -> bool:
    return bool(one.consonants & other.consonants or one.vowels & other.vowels)


def _may_skip(
    word: tuple[Sound, ...], at: int, written_in: str, other: tuple[Sound, ...], against: str
) -> bool:
    """Whether a letter may be there in one word and have no sign in the other."""
    if at >= len(word):
        return False
    sound = word[at]
    if sound.silent and not sound.vowels:
        return at > 0 or "y" in sound.consonants
    if at == len(word) - 1 and written_in == "latin" and _is_mute(word, at):
        return True
    if all(later.silent and not later.vowels for later in word[at + 1 :]):
        return False
    short_vowel = against == "arabic" and bool(sound.vowels) and at > 0
    left_out = written_in in _FULL and sound.vowel_only and _free_vowel(word, at, other, against)
    return sound.silent or short_vowel or left_out


def _is_mute(word: tuple[Sound, ...], at: int) -> bool:
    """The e at the end of Grace and Kate; of Danielle and Jane it tells a woman from a man."""
    return word[at] == _E and at > 1 and bool(word[at - 1].consonants & set("sktvzgd7"))


def _free_vowel(word: tuple[Sound, ...], at: int, other: tuple[Sound, ...], against: str) -> bool:
    """A vowel that the other script leaves out, or the half of a diphthong."""
    beside = at > 0 and bool(word[at - 1].vowels)
    if against in _FULL:
        return beside and "i" in word[at].vowels
    strong = sum(bool(sound.consonants) and not sound.vowels for sound in other)
    # A vav within a word may be its consonant: תקווה.
    consonants = strong + any("v" in sound.consonants and sound.vowels for sound in other[:-1])
    rounded = bool(word[at].vowels & set("ou"))
    needed = min(_CONSONANTS_FOR_FREE[vowel] for vowel in word[at].vowels)
    return at > 0 and (beside or (strong if rounded else consonants) >= needed)


def _with_end(word: str, found: Iterator[Sound]) -> Iterator[Sound]:
    """Hebrew's ה at the end of a word writes a vowel."""
    heard = list(found)
    if word.endswith("ה") and heard:
        heard[-1] = Sound(frozenset("h"), frozenset("aeo"), False)
    return iter(heard)


def _sounds(word: str, written_in: str) -> Iterator[Sound]:
    table = letters().get(written_in, {})
    at = 0
    while at < len(word):
        size = next((n for n in (3, 2, 1) if word[at : at + n] in table and n <= len(word) - at), 0)
        if size:
            yield from _read(table[word[at : at + size]])
        at += size or 1


@cache
def _read(listed: str) -> tuple[Sound, ...]:
    return tuple(map(_sound, listed.split("+")))


def _sound(written: str) -> Sound:
    consonants, _, rest = written.partition(":")
    return Sound(frozenset(consonants), frozenset(rest.rstrip("-")), rest.endswith("-"))


def _coarse(sound: Sound) -> set[str]:
    found = {_CLASSES.get(consonant, consonant) for consonant in sound.consonants}
    return found | {""} if sound.vowels or sound.silent else found


def _bounded(options: list[list[str]]) -> list[list[str]]:
    """Read letters as vowels only, from the end, until few enough ways are left."""
    ways = 1
    for choice in options:
        ways *= len(choice)
    for at in range(len(options) - 1, -1, -1):
        if ways <= _VARIANTS:
            break
        if "" in options[at] and len(options[at]) > 1:
            ways //= len(options[at])
            options[at] = [""]
    return options
