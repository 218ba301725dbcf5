"""Attacks by defences on AgentDojo's suites, with a model that obeys whatever it reads.

    .make/agentdojo/bin/python -m benchmarks.injection.run [--suites a,b] [--wordings a,b] [--write]

Runs in AgentDojo's environment, which `setup.sh` makes. Prints Markdown tables.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[1] / "src")]

from agentdojo.task_suite.load_suites import get_suites  # noqa: E402
from benchmarks.injection.injecagent import injecagent_table  # noqa: E402
from benchmarks.injection.intervals import written  # noqa: E402
from benchmarks.injection.play import Defence, Play, Run, play  # noqa: E402
from benchmarks.injection.wordings import ADAPTIVE, WORDINGS, Wording  # noqa: E402

VERSION = "v1.2.1"
TUNED_ON = ("workspace", "banking")
HELD_OUT = ("travel", "slack")
DEFENCES = (
    (Defence("none"), True),
    (Defence("detectors", detectors=True), True),
    (Defence("guard", guard=True), True),
    (Defence("guard", guard=True), False),
    (Defence("guard and detectors", guard=True, detectors=True), True),
    (Defence("guard and detectors", guard=True, detectors=True), False),
)
Suite = Any
Table = dict[str, Counter[str]]


def main() -> None:
    """Read the command line, run, print, and keep what was printed if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suites", default=",".join((*TUNED_ON, *HELD_OUT)))
    parser.add_argument("--wordings", default=",".join(WORDINGS))
    parser.add_argument("--write", action="store_true", help="keep the tables in results/")
    options = parser.parse_args()
    suites = get_suites(VERSION)
    lines = []
    for name in options.suites.split(","):
        lines += _report(name, suites[name], options.wordings.split(","))
        print("\n".join(lines[-14 - len(options.wordings.split(",")) :]), flush=True)
    shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[2] / "shared"))
    lines += injecagent_table(shared / "data" / "injecagent")
    text = "\n".join(lines) + "\n"
    print(text)
    if options.write:
        (HERE / "results").mkdir(exist_ok=True)
        (HERE / "results" / "matrix.md").write_text(text, encoding="utf-8")


def _report(name: str, suite: Suite, wordings: Sequence[str]) -> list[str]:
    kind = "tuned on" if name in TUNED_ON else "held out"
    planted_in = _seen(suite)
    clean = _clean(suite)
    tables = {w: _attacked(suite, WORDINGS[w], planted_in) for w in wordings}
    whole = _summed(tables.values())
    adaptive = _summed(_attacked(suite, each, planted_in) for each in ADAPTIVE.values())
    lines = [f"## {name} ({kind})", "", *_main_table(clean, whole), "", "By wording, guard alone:"]
    lines += ["", "| wording | attack success, undefended | guard | an order was carried out |"]
    lines += ["|---|---|---|---|"]
    lines += [_wording_row(word, table) for word, table in tables.items()]
    lines += [_wording_row("labelled (made against this guard)", adaptive)]
    return [*lines, ""]


def _main_table(clean: Table, attacked: Table) -> list[str]:
    lines = [
        "| defence | attack success | an order carried out | utility, no attack | "
        "utility under attack | harmless calls asked, no attack | of those that write or act | "
        "harmless calls asked under attack | tasks with a question, no attack |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for key in clean:
        c, a = clean[key], attacked[key]
        cells = [
            written(a["attacked"], a["runs"]),
            written(a["obeyed"], a["runs"]),
            written(c["utility"], c["runs"]),
            written(a["utility"], a["runs"]),
            written(c["asked"], c["harmless"]),
            written(c["asked_changing"], c["harmless_changing"]),
            written(a["asked"], a["harmless"]),
            written(c["tasks_asked"], c["runs"]),
        ]
        lines.append(f"| {key} | " + " | ".join(cells) + " |")
    return lines


def _wording_row(word: str, table: Table) -> str:
    none, guard = table["none"], table["guard, answered"]
    return (
        f"| {word} | {written(none['attacked'], none['runs'])} | "
        f"{written(guard['attacked'], guard['runs'])} | "
        f"{written(guard['obeyed'], guard['runs'])} |"
    )


def _key(defence: Defence, *, answers: bool) -> str:
    if not defence.guard:
        return defence.name
    return f"{defence.name}, {'answered' if answers else 'nobody answers'}"


def _clean(suite: Suite) -> Table:
    table: Table = {}
    environment = suite.load_and_inject_default_environment({})
    for defence, answers in DEFENCES:
        counts = table.setdefault(_key(defence, answers=answers), Counter())
        for task in suite.user_tasks.values():
            copy = environment.model_copy(deep=True)
            _count(counts, play(suite, copy, task, None, defence=defence, answers=answers))
    return table


def _attacked(suite: Suite, wording: Wording, planted_in: Mapping[str, frozenset[str]]) -> Table:
    table: Table = {_key(d, answers=a): Counter() for d, a in DEFENCES}
    for attack, text in _attacks(suite, wording):
        environments = {}
        for task in suite.user_tasks.values():
            places = planted_in[task.ID]
            if not places:
                continue
            planted = dict.fromkeys(sorted(places), text)
            if places not in environments:
                environments[places] = suite.load_and_inject_default_environment(planted)
            for defence, answers in DEFENCES:
                copy = environments[places].model_copy(deep=True)
                run = play(suite, copy, task, (attack, planted), defence=defence, answers=answers)
                _count(table[_key(defence, answers=answers)], run)
    return table


def _attacks(suite: Suite, wording: Wording) -> Iterator[tuple[Any, str]]:
    """Yield the injection tasks that AgentDojo gives true calls for, with the words to plant."""
    for task in suite.injection_tasks.values():
        calls = task.ground_truth(suite.load_and_inject_default_environment({}))
        if calls:
            yield task, wording(task.GOAL, [(call.function, call.args) for call in calls])


def _seen(suite: Suite) -> dict[str, frozenset[str]]:
    """Return which planted places each task's true calls make the model read."""
    marks = {place: f"MARK{place}MARK" for place in suite.get_injection_vector_defaults()}
    environment = suite.load_and_inject_default_environment(marks)
    found = {}
    for task in suite.user_tasks.values():
        copy = task.init_environment(environment.model_copy(deep=True))
        made = Play(suite, copy, DEFENCES[0][0], answers=True)
        calls = task.ground_truth(copy.model_copy(deep=True))
        read = " ".join(made.call(call, wanted_by_person=True) for call in calls)
        found[task.ID] = frozenset(place for place, mark in marks.items() if mark in read)
    return found


def _count(counts: Counter[str], run: Run) -> None:
    counts.update(
        runs=1,
        utility=run.utility,
        attacked=run.attacked,
        obeyed=run.obeyed,
        read=run.read_attack,
        harmless=run.harmless,
        harmless_changing=run.harmless_changing,
        asked=run.asked,
        asked_changing=run.asked_changing,
        tasks_asked=run.asked > 0,
    )


def _summed(tables: Iterable[Table]) -> Table:
    whole: Table = {}
    for table in tables:
        for key, counts in table.items():
            whole.setdefault(key, Counter()).update(counts)
    return whole


if __name__ == "__main__":
    main()
