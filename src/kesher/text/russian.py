"""Cases of Russian names, so that "в Хайфе" and "из Тель-Авива" are the towns that they name."""

import re
from collections.abc import Iterator

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_SOFT = "гкхжчшщ"  # behind these an и stands for ы
_HUSHED = "жчшщц"  # behind these an е stands for о
_CONSONANTS = "бвгджзклмнпрстфхцчшщ"


def cases(name: str) -> tuple[str, ...]:
    """Return a name with its other cases in the singular: "Хайфа" with "Хайфы", "Хайфе", "Хайфу".

    Only the last word changes. A name in other letters, or one that does not decline ("Тбилиси"),
    comes back alone.
    """
    if not _CYRILLIC.search(name):
        return (name,)
    return (name, *_declined(name))


def _declined(name: str) -> Iterator[str]:
    stem, last = name[:-1], name[-1:]
    before = stem[-1:]
    if name.endswith("ия"):
        yield from (stem + ending for ending in ("и", "ю", "ей"))
    elif last == "а":
        yield from (stem + ending for ending in ("и" if before in _SOFT else "ы", "е", "у"))
        yield stem + ("ей" if before in _HUSHED else "ой")
    elif last == "я":
        yield from (stem + ending for ending in ("и", "е", "ю", "ей"))
    elif last == "й":
        yield from (stem + ending for ending in ("я", "ю", "ем", "е"))
    elif last == "ь":
        yield from (stem + ending for ending in ("и", "я", "ю", "е", "ью", "ем"))
    elif last in _CONSONANTS:
        yield from (name + ending for ending in ("а", "у", "е"))
        yield name + ("ем" if last in _HUSHED else "ом")
