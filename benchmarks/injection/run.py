"""Attacks by defences on AgentDojo's suites, with a model that obeys whatever it reads.

    .make/agentdojo/bin/python -m benchmarks.injection.run [--suites a,b] [--wordings a,b]

Runs in the environment that `setup.sh` makes. Writes `results/SUITE.json`; see `tables.py`.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results"
NO_ATTACK = "no attack"
AS_GIVEN = "no attack, true calls as given"
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[1] / "src")]

from agentdojo.task_suite.load_suites import get_suites  # noqa: E402
from benchmarks.injection.injecagent import injecagent_counts  # noqa: E402
from benchmarks.injection.play import Defence, Play, Run, Setting, play  # noqa: E402
from benchmarks.injection.wordings import ADAPTIVE, WORDINGS, Wording  # noqa: E402

VERSION = "v1.2.1"
SUITES = ("workspace", "banking", "travel", "slack")
SETTINGS = (
    Setting(Defence("none")),
    Setting(Defence("guard", guard=True)),
    Setting(Defence("guard", guard=True), answers=False),
)
Suite = Any
Table = dict[str, Counter[str]]


def main() -> None:
    """Read the command line, run suite by suite, and keep each suite's counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suites", default=",".join(SUITES))
    parser.add_argument("--wordings", default=",".join((*WORDINGS, *ADAPTIVE)))
    parser.add_argument("--injecagent", action="store_true", help="InjecAgent's cases, too")
    options = parser.parse_args()
    suites = get_suites(VERSION)
    for name in filter(None, options.suites.split(",")):
        for tables in _measured(suites[name], options.wordings.split(",")):
            _keep(name, tables)
    if options.injecagent:
        shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[2] / "shared"))
        _keep("injecagent", injecagent_counts(shared / "data" / "injecagent"))


def _keep(name: str, counts: object) -> None:
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(counts, indent=1, sort_keys=True) + "\n"
    (RESULTS / f"{name}.json").write_text(text, encoding="utf-8")


def _measured(suite: Suite, wordings: Sequence[str]) -> Iterator[dict[str, Table]]:
    """Yield the counts by wording and defence so far; under "no attack" the tasks alone."""
    planted_in = _seen(suite)
    known = {**WORDINGS, **ADAPTIVE}
    tables = {NO_ATTACK: _clean(suite), AS_GIVEN: _clean(suite, as_given=True)}
    for word in wordings:
        tables[word] = _attacked(suite, known[word], planted_in)
        print(suite.name, word, tables[word]["guard, answered"]["attacked"], flush=True)
        yield tables


def _key(setting: Setting) -> str:
    if not setting.defence.guard:
        return setting.defence.name
    return f"{setting.defence.name}, {'answered' if setting.answers else 'nobody answers'}"


def _clean(suite: Suite, *, as_given: bool = False) -> Table:
    table: Table = {}
    environment = suite.load_and_inject_default_environment({})
    for setting in SETTINGS:
        counts = table.setdefault(_key(setting), Counter())
        here = replace(setting, as_given=as_given)
        for task in suite.user_tasks.values():
            _count(counts, play(suite, environment.model_copy(deep=True), task, None, here))
    return table


def _attacked(suite: Suite, wording: Wording, planted_in: Mapping[str, frozenset[str]]) -> Table:
    table: Table = {_key(setting): Counter() for setting in SETTINGS}
    for attack, text in _attacks(suite, wording):
        environments = {}
        for task in suite.user_tasks.values():
            places = planted_in[task.ID]
            if not places:
                continue
            planted = dict.fromkeys(sorted(places), text)
            if places not in environments:
                environments[places] = suite.load_and_inject_default_environment(planted)
            for setting in SETTINGS:
                copy = environments[places].model_copy(deep=True)
                run = play(suite, copy, task, (attack, planted), setting)
                _count(table[_key(setting)], run)
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
        made = Play(suite, copy, SETTINGS[0])
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


if __name__ == "__main__":
    main()
