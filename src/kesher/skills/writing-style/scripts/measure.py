"""Measure the style of samples and draft a skill from it.

    measure.py NAME FOLDER SAMPLE...

Writes FOLDER/NAME/features.json and FOLDER/NAME/SKILL.md. The measures are explained in
references/features.md.
"""

import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kesher.text.language import language
from kesher.text.normalize import clean, strip_niqqud
from kesher.text.sentences import sentence_spans

FEW_SAMPLES, FEW_WORDS = 3, 500
SHORT_WORDS, LONG_WORDS = 8, 25
HABIT_FRACTION = 0.05
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_WORD = re.compile(r"[^\W\d_]+(?:[\"'״׳’-][^\W\d_]+)*")
_PUNCTUATION = {
    "dash": r"\s[-–—]\s|—",
    "parenthesis": r"\(",
    "colon": r":(?=\s|$)",
    "semicolon": r";",
    "exclamation": r"!",
    "question": r"\?",
    "ellipsis": r"\.\.\.|…",
}


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


CONNECTIVES = {
    "he": _list("אבל, אז, לכן, כי, גם, אולם, אך, עם זאת, לעומת זאת, בנוסף, למשל, כלומר, בגלל, "
                "משום ש, מפני ש, אם כי, למרות, ובכל זאת, קודם כל, לסיכום, לפיכך, יתרה מזו, כמו כן"),
    "en": _list("but, so, and, because, also, however, yet, still, for example, that is, although, "
                "though, therefore, moreover, furthermore, in addition, instead, first, finally, "
                "in short, meanwhile"),
}  # fmt: skip
REGISTER = {
    "he": {
        "first_person": _list("אני, אנחנו, אנו, שלי, שלנו, לי, לנו, לדעתי"),
        "reader": _list("אתה, את, אתם, אתן, שלך, שלכם, לך, לכם"),
        "formal": _list("אשר, לפיכך, הינו, הינה, הנני, על מנת, במסגרת, לרבות, בהתאם ל, באמצעות"),
        "spoken": _list("ממש, כזה, פשוט, בקיצור, תכלס, סתם, נו, וואלה, קצת, די"),
    },
    "en": {
        "first_person": _list("i, we, my, our, me, us"),
        "reader": _list("you, your, yours"),
        "formal": _list("whom, thus, hence, shall, pursuant, regarding, in order to, utilize"),
        "spoken": _list("really, just, pretty much, kind of, stuff, a lot, basically, don't, it's"),
    },
}
STOCK = {
    "he": _list("חשוב לציין, יש לציין, ראוי לציין, בעידן של היום, בסופו של דבר, אין ספק ש, "
                "ללא ספק, מהווה, במהלך השנים, מגוון רחב, בצורה מיטבית, יתרה מזאת"),
    "en": _list("it is important to note, in today's world, at the end of the day, delve, "
                "a wide range of, plays a crucial role, moreover, furthermore, in conclusion, "
                "game-changer, seamless, leverage"),
}  # fmt: skip


def measure(texts: Sequence[str]) -> dict[str, Any]:
    """Return the features of samples of one person, in the language of most of their letters."""
    whole = "\n\n".join(clean(text) for text in texts)
    tongue = "he" if language(whole) == "he" else "en"
    sentences = [whole[start:end] for start, end in sentence_spans(whole)]
    lengths = [len(_WORD.findall(sentence)) for sentence in sentences]
    counted = [length for length in lengths if length]
    words = sum(counted)
    paragraphs = [part for part in re.split(r"\n\s*\n", whole) if part.strip()]
    return {
        "language": tongue,
        "samples": len(texts),
        "words": words,
        "sentences": len(counted),
        "words_per_sentence": spread(counted),
        "short_fraction": share(counted, lambda n: n < SHORT_WORDS),
        "long_fraction": share(counted, lambda n: n > LONG_WORDS),
        "sentences_per_paragraph": round(len(counted) / max(len(paragraphs), 1), 1),
        "openings": openings(sentences),
        "connectives": rates(whole, CONNECTIVES[tongue], words, tongue),
        "punctuation": {
            name: per_thousand(len(re.findall(pattern, whole)), words)
            for name, pattern in _PUNCTUATION.items()
        },
        "register": {
            name: round(sum(rates(whole, listed, words, tongue).values()), 1)
            for name, listed in REGISTER[tongue].items()
        },
        "avoided": [phrase for phrase in STOCK[tongue] if not occurrences(whole, phrase, tongue)],
        "numerals_fraction": numerals(whole),
        "typical": typical(sentences, lengths),
    }


def spread(lengths: Sequence[int]) -> dict[str, float]:
    """Return mean, median and 90th percentile."""
    if not lengths:
        return {"mean": 0.0, "median": 0.0, "p90": 0.0}
    ordered = sorted(lengths)
    ninth = ordered[min(len(ordered) - 1, int(len(ordered) * 0.9))]
    return {
        "mean": round(statistics.mean(ordered), 1),
        "median": round(statistics.median(ordered), 1),
        "p90": float(ninth),
    }


def share(lengths: Sequence[int], wanted: Any) -> float:  # noqa: ANN401 - a test of a length
    """Return the part of the lengths that pass a test, 0 to 1."""
    return round(sum(map(bool, map(wanted, lengths))) / max(len(lengths), 1), 2)


def per_thousand(count: int, words: int) -> float:
    """Return a count per 1,000 words."""
    return round(1000 * count / max(words, 1), 1)


def occurrences(text: str, phrase: str, tongue: str) -> int:
    """Count a phrase as whole words; in Hebrew also with "and" before it."""
    prefix = "ו?" if tongue == "he" else ""
    ending = "" if phrase.endswith((" ש", " ל")) else r"(?!\w)"
    pattern = rf"(?<!\w){prefix}{re.escape(phrase)}{ending}"
    return len(re.findall(pattern, strip_niqqud(text), re.IGNORECASE))


def rates(text: str, listed: Sequence[str], words: int, tongue: str) -> dict[str, float]:
    """Return those of the listed phrases that occur, per 1,000 words, most frequent first."""
    counts = Counter({phrase: occurrences(text, phrase, tongue) for phrase in listed})
    return {phrase: per_thousand(n, words) for phrase, n in counts.most_common() if n}


def openings(sentences: Sequence[str]) -> dict[str, float]:
    """Return first words that begin at least a twentieth of the sentences, and two of them."""
    firsts = Counter(found[0].lower() for s in sentences if (found := _WORD.findall(s)))
    total = sum(firsts.values())
    return {
        word: round(times / total, 2)
        for word, times in firsts.most_common(8)
        if times >= 2 and times / total >= HABIT_FRACTION
    }


def numerals(text: str) -> float:
    """Return the part of numbers that are written in digits, 0 to 1."""
    digits = len(re.findall(r"(?<![\w.])\d[\d.,]*", text))
    spelled = len(
        re.findall(
            r"(?<!\w)(?:שתיים|שניים|שני|שתי|שלושה|שלוש|ארבעה|ארבע|חמישה|חמש|עשרה|עשר|מאה|אלף|"
            r"two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)(?!\w)",
            text,
            re.IGNORECASE,
        )
    )
    return round(digits / (digits + spelled), 2) if digits + spelled else 0.0


def typical(sentences: Sequence[str], lengths: Sequence[int]) -> list[str]:
    """Return up to four sentences nearest to the median length, in their order."""
    if not lengths:
        return []
    median = statistics.median(lengths)
    ranked = sorted(range(len(sentences)), key=lambda i: (abs(lengths[i] - median), i))
    chosen = sorted(i for i in ranked[:12] if lengths[i] >= 4)
    return [" ".join(sentences[i].split()) for i in chosen[:4]]


def main(name: str, folder: Path, samples: Sequence[Path]) -> None:
    """Measure, draft, write, and tell."""
    from draft_skill import skill_text  # noqa: PLC0415 - it lies beside this script

    if not _NAME.fullmatch(name) or len(name) > 64:
        sys.exit(f"`{name}` is no skill's name: use a-z, 0-9 and single hyphens, at most 64.")
    features = measure([path.read_text(encoding="utf-8-sig") for path in samples])
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    text = json.dumps(features, ensure_ascii=False, indent=1)
    (place / "features.json").write_text(text + "\n", encoding="utf-8")
    (place / "SKILL.md").write_text(skill_text(name, features), encoding="utf-8")
    sys.stdout.write(text + f"\nDraft: {place / 'SKILL.md'}\n")
    if len(samples) < FEW_SAMPLES or features["words"] < FEW_WORDS:
        sys.stdout.write(
            f"Weak: {len(samples)} samples, {features['words']} words; ask for at least "
            f"{FEW_SAMPLES} and {FEW_WORDS}.\n"
        )


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: measure.py NAME FOLDER SAMPLE...")
    main(sys.argv[1], Path(sys.argv[2]), [Path(argument) for argument in sys.argv[3:]])
