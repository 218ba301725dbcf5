"""Fact recall of the six strategies and two baselines at several budgets. See README.md."""

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

from kesher.adapters.models.token_counts import O200kCounter
from kesher.context.compaction.situation import Situation, make_edit, open_results, situation_of
from kesher.context.compaction.strategies import Rates, Strategy, plan
from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.context.view import groups
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.trajectory import EditKind, Entry, Origin, Said

HERE = Path(__file__).parent
BUDGETS = (4_000, 8_000, 16_000, 32_000, 64_000)
RESULTS_SHARE = 0.5
"""Of the budget: what the shortened results may take; the rest is for the work that follows."""
AT = datetime(2026, 11, 30, tzinfo=UTC)


class Row(TypedDict):
    """One point of the curve."""

    strategy: str
    budget_tokens: int
    recall: float
    found: int
    asked: int
    recall_he: float
    recall_en: float
    context_tokens: int
    fits: bool
    compressor_tokens: int
    seconds: float


class Question(TypedDict):
    """A question whose answer stands literally on one page."""

    question: str
    answer: str
    address: str


class Frozen(TypedDict):
    """The corpus."""

    request: str
    pages: list[dict[str, str]]
    questions: list[Question]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep the rows in results/")
    given = options.parse_args()
    frozen: Frozen = json.loads((HERE / "corpus" / "corpus.json").read_text(encoding="utf-8"))
    count = O200kCounter().count
    rows = [row(frozen, name, budget, count) for budget in BUDGETS for name in RUNS]
    for each in rows:
        fits = "" if each["fits"] else "  over the budget"
        print(
            f"{each['budget_tokens']:>7,} {each['strategy']:<14} recall {each['recall']:.2f} "
            f"(he {each['recall_he']:.2f}, en {each['recall_en']:.2f}) "
            f"context {each['context_tokens']:>7,} compressor {each['compressor_tokens']:>7,}{fits}"
        )
    if given.write:
        text = json.dumps(rows, ensure_ascii=False, indent=1)
        (HERE / "results" / "recall.json").write_text(text + "\n", encoding="utf-8")


def row(frozen: Frozen, name: str, budget: int, count: Callable[[str], int]) -> Row:
    """Let the results come in one by one, shorten after each, and count what is left."""
    started = time.perf_counter()
    trajectory = Trajectory(make_prefix("אתה עוזר מחקר.", []))
    trajectory.append(Said(Message(Role.USER, frozen["request"]), Origin.USER), at=AT)
    compressed = 0
    for number, page in enumerate(frozen["pages"]):
        arguments = json.dumps({"query": page["query"]}, ensure_ascii=False)
        call = ToolCall(f"c{number}", "search", arguments)
        trajectory.append(Said(Message(Role.ASSISTANT, None, (call,)), Origin.MODEL), at=AT)
        told = Message(Role.TOOL, page["text"], tool_call_id=call.id)
        trajectory.append(Said(told, Origin.EXTERNAL, source=page["address"]), at=AT)
        compressed += RUNS[name](trajectory, budget, count)
    situation = situation_of(trajectory, budget_tokens=budget, count=count)
    shown = " ".join(" ".join((e.message.text or "").split()) for e in situation.entries[1:])
    hits = [question["answer"] in shown for question in frozen["questions"]]
    hebrew = [any("א" <= char <= "ת" for char in q["question"]) for q in frozen["questions"]]
    return Row(
        strategy=name,
        budget_tokens=budget,
        recall=round(share(hits), 3),
        found=sum(hits),
        asked=len(hits),
        recall_he=round(share([h for h, he in zip(hits, hebrew, strict=True) if he]), 3),
        recall_en=round(share([h for h, he in zip(hits, hebrew, strict=True) if not he]), 3),
        context_tokens=situation.tokens,
        fits=situation.tokens <= budget,
        compressor_tokens=compressed,
        seconds=round(time.perf_counter() - started, 2),
    )


def share(hits: list[bool]) -> float:
    return sum(hits) / max(len(hits), 1)


def strategy(name: Strategy) -> Callable[[Trajectory, int, Callable[[str], int]], int]:
    """Return a run of one of the six; it gives the tokens that its compressor read and wrote."""

    def run(trajectory: Trajectory, budget: int, count: Callable[[str], int]) -> int:
        situation = situation_of(trajectory, budget_tokens=budget, count=count)
        each = int(budget * RESULTS_SHARE / 12)
        rates = Rates(result_tokens=each, combined_tokens=each, short_tokens=40)
        edits = plan(name, situation, rates)
        before = {entry.sequence: situation.text_tokens(entry) for entry in situation.entries}
        for edit in edits:
            trajectory.apply(edit, at=AT)
        read = sum(before[target] for edit in edits for target in edit.targets)
        return read + sum(count(text) for edit in edits for text in edit.replacements)

    return run


def combined(trajectory: Trajectory, budget: int, count: Callable[[str], int]) -> int:
    """One summary of all results: it can only be written when all are there."""
    situation = situation_of(trajectory, budget_tokens=budget, count=count)
    if len(open_results(situation)) < 12:
        return 0
    whole = int(budget * RESULTS_SHARE)
    rates = Rates(result_tokens=whole, combined_tokens=whole, short_tokens=40)
    (edit,) = plan(Strategy.COMBINED, situation, rates)
    trajectory.apply(edit, at=AT)
    read = sum(situation.text_tokens(entry) for entry in open_results(situation))
    return read + sum(map(count, edit.replacements))


def drop_oldest(trajectory: Trajectory, budget: int, count: Callable[[str], int]) -> int:
    """The sliding window: the oldest rounds go until the rest fits."""
    situation = situation_of(trajectory, budget_tokens=budget, count=count)
    while situation.tokens > budget:
        oldest = next(g for g in groups(situation.entries) if g.entries[0].origin is Origin.MODEL)
        edit = make_edit(
            situation, EditKind.DROP, (oldest.id,), reason="the oldest goes", layer="baseline"
        )
        trajectory.apply(edit, at=AT)
        situation = situation_of(trajectory, budget_tokens=budget, count=count)
    return 0


def cut_tails(trajectory: Trajectory, budget: int, count: Callable[[str], int]) -> int:
    """Each result keeps its beginning only, as many tokens as a summary of it would have."""
    situation = situation_of(trajectory, budget_tokens=budget, count=count)
    for entry in open_results(situation):
        kept = head(entry, int(budget * RESULTS_SHARE / 12), situation)
        if kept != entry.message.text:
            edit = make_edit(
                situation,
                EditKind.REPLACE,
                (entry.sequence,),
                (f"[…]\n{kept}",),
                reason="cut",
                layer="baseline",
            )
            trajectory.apply(edit, at=AT)
    return 0


def head(entry: Entry, limit_tokens: int, situation: Situation) -> str:
    text = entry.message.text or ""
    size = len(text)
    while situation.count(text[:size]) > limit_tokens:
        size = size * 9 // 10
    return text[:size]


RUNS: dict[str, Callable[[Trajectory, int, Callable[[str], int]], int]] = {
    **{each.value: strategy(each) for each in Strategy if each is not Strategy.COMBINED},
    Strategy.COMBINED.value: combined,
    "cut_tails": cut_tails,
    "drop_oldest": drop_oldest,
}


if __name__ == "__main__":
    main()
