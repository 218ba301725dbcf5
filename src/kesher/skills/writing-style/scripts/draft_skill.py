"""The draft of a person's style as a SKILL.md, in the language of the samples.

    draft_skill.py NAME FEATURES.json

Prints it; `measure.py` writes it by itself.
"""

import json
import sys
from pathlib import Path
from typing import Any

MARKS = {
    "he": {
        "dash": "מקף מפריד", "parenthesis": "סוגריים", "colon": "נקודתיים",
        "semicolon": "נקודה ופסיק", "exclamation": "סימן קריאה", "question": "סימן שאלה",
        "ellipsis": "שלוש נקודות",
    },
    "en": {
        "dash": "dashes", "parenthesis": "parentheses", "colon": "colons",
        "semicolon": "semicolons", "exclamation": "exclamation marks",
        "question": "question marks", "ellipsis": "ellipses",
    },
}  # fmt: skip
HABIT_RATE = 2.0  # per 1,000 words: less is chance


def skill_text(name: str, features: dict[str, Any]) -> str:
    """Return the whole SKILL.md."""
    hebrew = features["language"] == "he"
    return (_hebrew if hebrew else _english)(name, features)


def _range(features: dict[str, Any]) -> tuple[int, int]:
    lengths = features["words_per_sentence"]
    return max(2, round(lengths["median"] * 0.6)), round(lengths["p90"])


def _used(features: dict[str, Any]) -> tuple[str, str]:
    """Return the marks in use and those that are not, in words."""
    names = MARKS[features["language"]]
    rates = features["punctuation"]
    used = [names[mark] for mark in names if rates[mark] >= HABIT_RATE]
    unused = [names[mark] for mark in names if rates[mark] == 0]
    return ", ".join(used) or "-", ", ".join(unused) or "-"


def _joined(values: Any, most: int = 6) -> str:  # noqa: ANN401 - names, as a list or as keys
    return ", ".join(list(values)[:most]) or "-"


def _hebrew(name: str, features: dict[str, Any]) -> str:
    low, high = _range(features)
    median = f"{features['words_per_sentence']['median']:g}"
    used, unused = _used(features)
    good = features["typical"] or ["-"]
    quoted = "\n".join(f"- {sentence}" for sentence in good)
    stock = _joined(features["avoided"], 4)
    first = (features["avoided"] or ["חשוב לציין"])[0]
    spoken = features["register"]["spoken"] >= features["register"]["formal"]
    voice = "דיבורית" if spoken else "רשמית"
    person = "בגוף ראשון" if features["register"]["first_person"] >= HABIT_RATE else "בלי גוף ראשון"
    return f"""---
name: {name}
description: >-
  כתיבה בסגנון האישי שנלמד מ-{features["samples"]} דוגמאות. להשתמש כשמבקשים טקסט חדש בקול של הכותב,
  מן הסוג של הדוגמאות. לא להשתמש לתרגום, לציטוט, לנוסח משפטי או לטקסט של אדם אחר.
metadata:
  version: "1"
---
# הסגנון

טיוטה ממדידה של {features["words"]:,} מילים ב-{features["samples"]} דוגמאות.
יש להראות אותה לכותב ולמחוק מה שאינו שלו.

## עקרונות

1. **אורך משפט.** בכל טקסט: {low}–{high} מילים (חציון {median}). חריג: מנייה וציטוט.
   בדיקה: לא יותר ממשפט אחד מעשרה מעל {high}.
   - כן: {good[0]}
   - לא: אותו משפט מחובר לבא אחריו ב"כאשר" או ב"תוך ש".
2. **פתיחות ומילות קישור.** משפטים נפתחים לעיתים ב: {_joined(features["openings"])}. מחברים ב:
   {_joined(features["connectives"])}. חריג: פסקה ראשונה. בדיקה: אין מילת קישור שאינה ברשימה.
   - כן: {good[-1]}
   - לא: {first} כי {good[-1]}
3. **פיסוק.** בשימוש: {used}. לא בשימוש: {unused}. חריג: ציטוט כלשונו.
4. **משלב.** לשון {voice}, {person}. חריג: מונחים מקצועיים ושמות נשארים כפי שהם.
5. **בלי מילות מילוי.** אין בדוגמאות: {stock}. חריג: כשהכותב מצטט אחר. בדיקה: חיפוש הביטויים.

## דוגמאות של הכותב

{quoted}

## תחום

הכללים נלמדו מן הדוגמאות בלבד ותקפים לטקסטים מסוגן. עובדות, שמות, מספרים, תאריכים ושלילות אינם
משתנים למען הסגנון.
"""


def _english(name: str, features: dict[str, Any]) -> str:
    low, high = _range(features)
    median = f"{features['words_per_sentence']['median']:g}"
    used, unused = _used(features)
    good = features["typical"] or ["-"]
    quoted = "\n".join(f"- {sentence}" for sentence in good)
    first = (features["avoided"] or ["It is important to note"])[0]
    spoken = features["register"]["spoken"] >= features["register"]["formal"]
    voice = "spoken" if spoken else "formal"
    person = "in the first person" if features["register"]["first_person"] >= HABIT_RATE else (
        "without a first person"
    )  # fmt: skip
    return f"""---
name: {name}
description: >-
  Writing in the personal style learnt from {features["samples"]} samples. Use for new text in the
  writer's own voice, of the samples' kind. Do not use for translation, quotation, legal wording or
  another person's text.
metadata:
  version: "1"
---
# The style

A draft measured on {features["words"]:,} words in {features["samples"]} samples.
Show it to the writer and remove what is not theirs.

## Principles

1. **Sentence length.** Everywhere: {low}–{high} words (median {median}). Exception: lists and
   quotations. Check: at most one sentence in ten over {high}.
   - Good: {good[0]}
   - Bad: the same sentence tied to the next by "while" or "which".
2. **Openings and connectives.** Sentences often begin with: {_joined(features["openings"])}. Joined
   by: {_joined(features["connectives"])}. Exception: the first paragraph. Check: no connective that
   is not listed.
   - Good: {good[-1]}
   - Bad: {first[:1].upper() + first[1:]} that {good[-1]}
3. **Punctuation.** In use: {used}. Not in use: {unused}. Exception: quotations stay as they are.
4. **Register.** {voice.capitalize()}, {person}. Exception: technical terms and names stay.
5. **No stock phrases.** No sample holds: {_joined(features["avoided"], 4)}. Exception: when the
   writer quotes another. Check: search for them.

## The writer's own examples

{quoted}

## Scope

The rules come from these samples alone and hold for texts of their kind. Facts, names, numbers,
dates and negations are never changed for style.
"""


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: draft_skill.py NAME FEATURES.json")
    given = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    sys.stdout.write(skill_text(sys.argv[1], given))
