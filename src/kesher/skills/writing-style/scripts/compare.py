"""List the edits that come back when a person corrects drafts.

    compare.py DRAFT EDITED [DRAFT EDITED ...]

Prints a JSON object: `stable` edits, each with how often and where, then `single` ones counted.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from kesher.text.normalize import clean
from kesher.text.sentences import sentence_spans

END = "⏹"
"""Stands for the end of a sentence among the words."""
STABLE_TIMES = 2
PHRASE_WORDS = 4
_TOKEN = re.compile(r"[^\W_]+(?:[\"'״׳’.,-][^\W_]+)*|[^\w\s]")


@dataclass(frozen=True)
class Edit:
    """One change.

    Attributes:
        kind: removed, added, replaced, split (a sentence in two), joined.
        before, after: Words that went and came; empty where none.
    """

    kind: str
    before: str
    after: str


def tokens(text: str) -> list[str]:
    """Return words and marks, with `END` after each sentence, its full stop left out."""
    text = clean(text)
    found: list[str] = []
    for start, end in sentence_spans(text):
        words = _TOKEN.findall(text[start:end])
        found += words[:-1] if words and words[-1] == "." else words
        found.append(END)
    return found


def edits(draft: str, edited: str) -> Iterator[tuple[Edit, str, str]]:
    """Yield the changes with their surroundings before and after, in the order of the draft."""
    old, new = tokens(draft), tokens(edited)
    matcher = SequenceMatcher(None, [t.lower() for t in old], [t.lower() for t in new], False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        gone, come = old[a:b], new[c:d]
        around = around_of(old, a, b), around_of(new, c, d)
        for edit in named(gone, come):
            yield edit, *around


def named(gone: Sequence[str], come: Sequence[str]) -> Iterator[Edit]:
    """Yield what one difference means: sentence ends apart from words."""
    ends = come.count(END) - gone.count(END)
    before = " ".join(t for t in gone if t != END)
    after = " ".join(t for t in come if t != END)
    if ends > 0:
        yield Edit("split", before, "")
    elif ends < 0:
        yield Edit("joined", "", after)
    longest = max(len(before.split()), len(after.split()))
    if longest > PHRASE_WORDS or not (before or after) or (ends and not (before and after)):
        return
    if before and after:
        yield Edit("replaced", before.lower(), after.lower())
    elif before:
        yield Edit("removed", before.lower(), "")
    else:
        yield Edit("added", "", after.lower())


def around_of(words: Sequence[str], start: int, end: int) -> str:
    """Return a change with four words on each side."""
    return " ".join(words[max(0, start - 4) : end + 4]).replace(f" {END}", ".")


def report(pairs: Sequence[tuple[str, str]]) -> dict[str, object]:
    """Return stable edits, most frequent first, and how many came once."""
    seen: dict[Edit, list[tuple[int, str, str]]] = defaultdict(list)
    for number, (draft, edited) in enumerate(pairs, start=1):
        for edit, before, after in edits(draft, edited):
            key = edit if edit.kind not in ("split", "joined") else Edit(edit.kind, "", "")
            seen[key].append((number, before, after))
    ordered = sorted(seen.items(), key=lambda item: (-len(item[1]), item[0].kind, item[0].before))
    stable = [
        {
            "kind": edit.kind,
            "before": edit.before,
            "after": edit.after,
            "times": len(places),
            "texts": len({number for number, _, _ in places}),
            "examples": [{"before": b, "after": a} for _, b, a in places[:2]],
        }
        for edit, places in ordered
        if len(places) >= STABLE_TIMES
    ]
    return {"stable": stable, "single": sum(len(p) < STABLE_TIMES for _, p in ordered)}


if __name__ == "__main__":
    files = [Path(argument) for argument in sys.argv[1:]]
    if not files or len(files) % 2:
        sys.exit("usage: compare.py DRAFT EDITED [DRAFT EDITED ...]")
    texts = [file.read_text(encoding="utf-8-sig") for file in files]
    found = report(list(zip(texts[::2], texts[1::2], strict=True)))
    sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
