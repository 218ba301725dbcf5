"""Replaced or kept statuses: what each costs, and what the rule chooses; see README.md."""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

from kesher.context.cache import CacheSimulator, Part
from kesher.context.cost import input_usd
from kesher.context.profiles import PROFILES
from kesher.context.status.choice import Measured, Mode, choose
from kesher.domain.profile import Profile

HERE = Path(__file__).parent
BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
BETWEEN = timedelta(seconds=20)
PREFIX_TOKENS = 6_000
RESULT_TOKENS = 300
STATUS_TOKENS = (40, 120, 400, 1_200)
WORDS_TOKENS = (40, 200, 1_000)
UPDATES = (2, 6, 20)
EVERY = (1, 5)
"""Requests from one update to the next: at each, as our loop does, or at every fifth."""
LETTERS = "אבגדהוזחטיכלמנסעפצקרשתabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Run:
    """One cell of the grid; everything in tokens but `updates`, `every` (requests)."""

    profile: Profile
    status: int
    words: int
    updates: int
    every: int
    keeps_output: bool


def main() -> None:
    """Print the tables, and keep them where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the table in results/")
    asked = parser.parse_args()
    rows = summed([judged(run) for run in grid()])
    print(json.dumps(rows, indent=1))
    if asked.write:
        (HERE / "results" / "choices.json").write_text(json.dumps(rows, indent=1) + "\n")


def grid() -> Iterator[Run]:
    """Yield every cell for the profiles that have prices."""
    priced = [p for p in PROFILES.values() if p.prices.input]
    for profile, every, keeps in product(priced, EVERY, (False, True)):
        if keeps and profile.cache.marks:
            continue  # the cache ends at a mark, and none can stand after an output
        for status, words, updates in product(STATUS_TOKENS, WORDS_TOKENS, UPDATES):
            yield Run(profile, status, words, updates, every, keeps)


def judged(run: Run) -> dict[str, object]:
    """Return what both ways cost, and what the rule takes."""
    usd = {mode: cost_usd(run, mode) for mode in Mode}
    best = min(usd.values())
    taken = chosen(run, every=run.every, keeps_output=run.keeps_output)
    as_in_the_seed = chosen(run, every=1, keeps_output=run.keeps_output)
    mistaken = chosen(run, every=run.every, keeps_output=not run.keeps_output)
    return {
        "profile": run.profile.name,
        "every": run.every,
        "keeps_output": run.keeps_output,
        "right": usd[taken] <= best * (1 + 1e-9),
        "regret": usd[taken] / best - 1,
        "seed_right": usd[as_in_the_seed] <= best * (1 + 1e-9),
        "seed_regret": usd[as_in_the_seed] / best - 1,
        "mistaken_regret": usd[mistaken] / best - 1,
        "worst": max(usd.values()) / best - 1,
        "append_is_best": usd[Mode.APPEND] < usd[Mode.REPLACE],
    }


def chosen(run: Run, *, every: int, keeps_output: bool) -> Mode:
    """Return what the rule takes, told so many requests an update and of such a cache."""
    behind = behind_tokens(run, keeps_output=keeps_output)
    return choose(Measured(run.status, behind, run.updates, every), run.profile.prices)


def behind_tokens(run: Run, *, keeps_output: bool) -> float:
    """Return R: what the cache holds behind a status when the next one comes."""
    own_words = run.words if keeps_output else 0
    return own_words + (run.every - 1) * (run.words + RESULT_TOKENS)


def cost_usd(run: Run, mode: Mode) -> float:
    """Return the price of the input of all requests, in US dollars."""
    cache = CacheSimulator(run.profile.cache)
    at = BEGAN
    usd = 0.0
    for request, output in requests(run, mode):
        usd += input_usd(run.profile, cache.send(request, at=at))
        if run.keeps_output:
            cache.send([*request, output], at=at)
        at += BETWEEN
    return usd


def requests(run: Run, mode: Mode) -> Iterator[tuple[list[Part], Part]]:
    """Yield each request, and the model's answer to it. A token is one random letter."""
    letters = random.Random(f"{run.status} {run.words} {run.updates}")  # noqa: S311 (not a secret)
    prefix = Part(text(letters, PREFIX_TOKENS), PREFIX_TOKENS, marked=True)
    said: list[Part] = []
    for turn in range(run.updates * run.every):
        if turn % run.every == 0:
            if mode is Mode.REPLACE:
                said = [part for part in said if part.text[0] != "§"]
            said = [*marked(said), Part("§" + text(letters, run.status - 1), run.status)]
        output = Part(text(letters, run.words), run.words)
        passing = mode is Mode.REPLACE and said[-1].text[0] == "§"
        yield [prefix, *(said if passing else marked(said))], output
        said = [*said, output, Part(text(letters, RESULT_TOKENS), RESULT_TOKENS)]


def marked(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with a boundary marked after the last alone."""
    plain = [Part(part.text, part.tokens) for part in parts]
    return [*plain[:-1], Part(plain[-1].text, plain[-1].tokens, marked=True)] if plain else []


def text(letters: random.Random, tokens: int) -> str:
    """Return so many random letters."""
    return "".join(letters.choices(LETTERS, k=tokens))


def summed(rows: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """Return a row for each profile, habit of updating and kind of cache."""
    groups: dict[tuple[object, ...], list[dict[str, object]]] = defaultdict(list)
    for row in rows:
        groups[row["profile"], row["every"], row["keeps_output"]].append(row)
    return [
        {
            "profile": name,
            "requests_an_update": every,
            "cache_keeps_output": keeps,
            "cells": len(found),
            "append_is_cheaper": sum(bool(row["append_is_best"]) for row in found),
            "rule_is_right": sum(bool(row["right"]) for row in found),
            "seed_rule_is_right": sum(bool(row["seed_right"]) for row in found),
            "regret_percent": percent(row["regret"] for row in found),
            "seed_regret_percent": percent(row["seed_regret"] for row in found),
            "regret_percent_where_output_is_misjudged": percent(
                row["mistaken_regret"] for row in found
            ),
            "other_way_percent": percent(row["worst"] for row in found),
        }
        for (name, every, keeps), found in groups.items()
    ]


def percent(fractions: Iterable[object]) -> tuple[float, float]:
    """Return mean and greatest."""
    found = [100 * float(str(each)) for each in fractions]
    return round(sum(found) / len(found), 3), round(max(found), 3)


if __name__ == "__main__":
    main()
