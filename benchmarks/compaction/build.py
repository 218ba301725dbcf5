"""Write the frozen corpus from `facts.py`, once; `run.py` reads what it wrote. See README.md."""

import json
import random
from pathlib import Path

from benchmarks.compaction.facts import (
    AD_EN,
    AD_HE,
    CHATTER_EN,
    CHATTER_HE,
    MENU_EN,
    MENU_HE,
    PAGES,
    REQUEST,
    Fact,
)

CORPUS = Path(__file__).parent / "corpus" / "corpus.json"
PARAGRAPHS = (20, 110)
SEED = 20261130


def main() -> None:
    chance = random.Random(SEED)  # noqa: S311 (which filler stands where, no secret)
    pages = [
        {"query": query, "address": address, "text": text_of(address, facts, chance)}
        for query, address, facts in PAGES
    ]
    asked = [
        {"question": question, "answer": answer, "address": address}
        for _, address, facts in PAGES
        for _, question, answer in facts
        if answer is not None
    ]
    frozen = {"request": REQUEST, "pages": pages, "questions": asked}
    CORPUS.write_text(json.dumps(frozen, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(pages)} pages, {len(asked)} questions")


def text_of(address: str, facts: tuple[Fact, ...], chance: random.Random) -> str:
    """Return a page: menu, filler with the facts strewn in, advertisements, comments, menu."""
    hebrew = any("א" <= char <= "ת" for char in facts[0][0])
    menu = MENU_HE if hebrew else MENU_EN
    chatter = CHATTER_HE if hebrew else CHATTER_EN
    body = [
        " ".join(chance.sample(chatter, chance.randint(2, 4)))
        for _ in range(chance.randint(*PARAGRAPHS))
    ]
    for sentence, _, _ in facts:
        body.insert(chance.randrange(len(body)), sentence)
    for _ in range(3):
        body.insert(chance.randrange(len(body)), AD_HE if hebrew else AD_EN)
    return "\n".join([*menu, f"URL: {address}", "", "\n\n".join(body), "", *menu])


if __name__ == "__main__":
    main()
