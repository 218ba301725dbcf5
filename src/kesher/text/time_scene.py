"""A message as the recognisers of time see it, and the pieces that they find in it."""

import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from kesher.text.hebrew import FOLDS
from kesher.text.normalize import letters_of, strip_niqqud
from kesher.text.time_calendar import Tense
from kesher.text.time_span import Bound, Precision, TimeKind
from kesher.text.time_words import FUTURE_WORDS, PAST_WORDS, listed

_QUOTES = {code: put for code, put in FOLDS.items() if put in ("'", '"')}
_MARKS = {**_QUOTES, **{ord(dash): "-" for dash in "\u2010\u2011\u2012\u2013\u2014\u05be"}}
_CLAUSE = re.compile(r"[!?\n;,]|\.(?=\s|$)")
_WORD = re.compile(r"[\w'\"]+")
_BEFORE = re.compile(r"(?:^|\s)(\S+)\s*$")
_GAP_CHARS = 8
_NEAR_CHARS = 200

# First person past ("הזמנתי", "עברנו"), and English past; the possessives look the same.
_PAST_SHAPE = re.compile(r"[א-ת]{2,}(?:תי|נו)|[a-z]{3,}ed")
_NOT_VERBS = listed(
    "אנחנו שלנו אותנו אצלנו איתנו עלינו אלינו כולנו לפנינו אחרינו אותי איתי אשתי ביתי משפחתי "
    "אמיתי אחותי חברתי need feed speed indeed"
)

_BOUNDS = {
    Bound.UNTIL: listed("עד until till by thru through דדליין due"),
    Bound.SINCE: listed("מאז החל since from starting"),
    Bound.BEFORE: listed("לפני before"),
    Bound.AFTER: listed("אחרי לאחר after"),
    Bound.WITHIN: listed("תוך within"),
}
_BOUND_OF = {word: bound for bound, words in _BOUNDS.items() for word in words}
_SKIPPED = listed("ה the יום ל ל- ה- חודש שנת about בערך")


@dataclass(frozen=True, slots=True)
class Scene:
    """A message's text folded for matching, and when and where it was said.

    Attributes:
        text: Lower case, plain quotes and hyphens, no points or hidden characters.
        places: Per character of `text` its place in the message, and the message's length last.
        original: The message itself.
        at: When it was said, in the speaker's zone.
    """

    text: str
    places: tuple[int, ...]
    original: str
    at: datetime
    zone: ZoneInfo
    zone_name: str

    @property
    def today(self) -> date:
        """The message's day where it was said."""
        return self.at.date()

    def capital(self, index: int) -> bool:
        """Tell whether the character at this index of `text` is a capital in the message."""
        return self.original[self.places[index]].isupper()

    def word_before(self, index: int) -> str:
        """Return the word before an index of `text`, empty at a line's start."""
        found = _BEFORE.search(self.text, max(0, index - 40), index)
        return found.group(1).strip("(),:") if found else ""

    def tense(self, start: int, end: int) -> Tense:
        """Tell which way the words of the clause round a span point; the nearest word wins."""
        first, last = max(0, start - _NEAR_CHARS), min(len(self.text), end + _NEAR_CHARS)
        cuts = [cut.end() for cut in _CLAUSE.finditer(self.text, first, start)]
        after = _CLAUSE.search(self.text, end, last)
        nearest = (len(self.text), Tense.UNKNOWN)
        stop = after.start() if after else last
        for word in _WORD.finditer(self.text, cuts[-1] if cuts else first, stop):
            if start <= word.start() < end:
                continue
            distance = start - word.end() if word.start() < start else word.start() - end
            tense = _tense_of(word.group())
            if tense != Tense.UNKNOWN and distance < nearest[0]:
                nearest = (distance, tense)
        return nearest[1]

    def bound(self, start: int) -> Bound:
        """Tell what the words before an expression make of it."""
        for _ in range(2):
            word = self.word_before(start)
            if word not in _SKIPPED:
                return _BOUND_OF.get(word.lstrip("וש-"), _BOUND_OF.get(word, Bound.AT))
            start = self.text.rfind(word, 0, start)
        return Bound.AT


@lru_cache(maxsize=4096)
def _tense_of(word: str) -> Tense:
    bare = word.lstrip("וש") if word[:1] in "וש" and len(word) > 3 else word
    if word in FUTURE_WORDS or bare in FUTURE_WORDS:
        return Tense.FUTURE
    if word in PAST_WORDS or bare in PAST_WORDS:
        return Tense.PAST
    if _PAST_SHAPE.fullmatch(word) and word not in _NOT_VERBS:
        return Tense.PAST
    return Tense.UNKNOWN


def scene(text: str, *, at: datetime, zone: str) -> Scene:
    """Prepare a message for the recognisers.

    Raises:
        zoneinfo.ZoneInfoNotFoundError: no such zone.
    """
    letters: list[str] = []
    places: list[int] = []
    for index, char in enumerate(text):
        if char.isspace() and _is_long_gap(letters):
            continue
        for letter in strip_niqqud(letters_of(char)).translate(_MARKS):
            lower = letter.lower()
            letters.append(lower if len(lower) == 1 else letter)
            places.append(index)
    local = at.astimezone(ZoneInfo(zone))
    return Scene("".join(letters), (*places, len(text)), text, local, ZoneInfo(zone), zone)


def _is_long_gap(letters: list[str]) -> bool:
    """Tell whether so much white space stands there that more of it says nothing.

    A pattern with several optional parts would else try every way of sharing it out among them:
    minutes for a page of it.
    """
    return len(letters) >= _GAP_CHARS and all(one.isspace() for one in letters[-_GAP_CHARS:])


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an expression of time, before it is joined with its neighbours.

    Attributes:
        start, end: In `Scene.text`, without attached prefix letters.
        prefix: Those letters.
        day, last_day: Of a day, or of days to an included last one (a week, a month).
        weekday: The day was given by its name alone.
        minutes: Hours as minutes after midnight; equal for a clock time.
        part: Hours of a part of the day.
        weekdays: Days of every week.
        weak: Nothing by itself, only beside a day or a part of the day.
        ends_bound: Another time belongs to the last one here ("12.2-14.2").
    """

    start: int
    end: int
    prefix: str = ""
    kind: TimeKind = TimeKind.DATE
    day: date | None = None
    last_day: date | None = None
    weekday: int | None = None
    minutes: tuple[int, int] | None = None
    part: tuple[int, int] | None = None
    weekdays: tuple[int, ...] = ()
    length: tuple[int, str] | None = None
    weak: bool = False
    morning_unsure: bool = False
    year_said: bool = True
    precision: Precision = Precision.DAY
    bound: Bound = Bound.AT
    other: dict[str, str] = field(default_factory=dict)

    def over(self, other: "Piece") -> "Piece":
        """Return this piece stretched over another one's place too."""
        start = min(self.start, other.start)
        prefix = self.prefix if start == self.start else other.prefix
        bound = self.bound if start == self.start else other.bound
        end = max(self.end, other.end)
        return replace(self, start=start, end=end, prefix=prefix, bound=bound)
