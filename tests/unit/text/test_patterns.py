import re

import pytest

from kesher.text.lexicon import lexicon
from kesher.text.patterns import Line
from kesher.text.phrasebook import phrase_lists, phrases, word_sets
from kesher.text.scanning import compiled
from kesher.text.shapes import SHAPES
from kesher.text.words import WordKind, words


def line(text: str) -> Line:
    found = words(text)
    return Line(text, found, lexicon().tags(found), {}, word_sets())


def slots(phrase: str, text: str) -> list[dict[str, str]]:
    found = compiled({"test.list": [phrase]}, word_sets()).scan(line(text))
    return [{name: slot.text for name, slot in match.slots.items()} for match in found]


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("גר|גרה ב+{v:city}", "וגרה ביבנה", [{"v": "יבנה"}]),
        ("גר|גרה ב+{v:city}", "גר יבנה", []),
        ("~מסלול {v:word}", "למסלול הזהב", [{"v": "הזהב"}]),
        ("ב+{v:number}", "ב-17", [{"v": "17"}]),
        ("<live> *2 in {v:place}", "live right now in New York", [{"v": "New York"}]),
        ("^ {v:first_name} $", "אז דנה", [{"v": "דנה"}]),
        ("^ {v:first_name} $", "לדנה יש", []),
        ("=מי {v:word}", "שמי דנה", []),
        ("my? name {v:word}", "name Bo", [{"v": "Bo"}]),
        ("אוהב *2 {v:food}", "אוהב מאוד לא פיצה", []),
    ],
)
def test_a_phrase_takes_what_its_elements_say(
    phrase: str, text: str, expected: list[dict[str, str]]
) -> None:
    assert slots(phrase, text) == expected


def test_every_slot_and_class_of_the_phrase_files_is_known() -> None:
    kinds = {entry.kind for forms in lexicon().forms.values() for _, entry in forms}
    known = kinds | set(SHAPES) | {kind.value for kind in WordKind} | {"date"}
    named = [
        (name, type_.rpartition(":")[2])
        for name, written in phrase_lists().items()
        for phrase in written
        for type_ in re.findall(r"\{([^}]*)\}", phrase)
    ]
    sets = [
        (name, word_set)
        for name, written in phrase_lists().items()
        for phrase in written
        for word_set in re.findall(r"<([^>]*)>", phrase)
    ]
    assert [(name, type_) for name, type_ in named if type_ not in known] == []
    assert [(name, s) for name, s in sets if s not in word_sets() and s not in kinds] == []


def test_no_phrase_can_match_without_a_word() -> None:
    loose = [
        (name, phrase)
        for name, written in phrase_lists().items()
        for phrase in written
        if all(part.endswith("?") or part[0] in "*^$" for part in phrase.split())
    ]
    assert loose == []
    assert phrases().names == frozenset(phrase_lists())
