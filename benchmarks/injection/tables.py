"""The kept counts as Markdown tables; `--write` puts them into the README between its marks.

.venv/bin/python -m benchmarks.injection.tables [--write]
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from benchmarks.injection.intervals import written

HERE = Path(__file__).parent
RESULTS = HERE / "results"
SUITES = ("banking", "workspace", "travel", "slack")
NO_ATTACK = "no attack"
AS_GIVEN = "no attack, true calls as given"
MADE_AGAINST_THE_GUARD = ("labelled", "billed")
OPENING, CLOSING = "<!-- tables -->\n", "<!-- end of tables -->\n"
Counts = Mapping[str, int]
Tables = Mapping[str, Mapping[str, Counts]]


def main() -> None:
    """Print the tables, or write them into the README."""
    text = "\n".join([*_by_suite(), "", *_by_wording(), "", *_others(), ""])
    if "--write" not in sys.argv[1:]:
        print(text)
        return
    readme = HERE / "README.md"
    page = readme.read_text(encoding="utf-8")
    before, _, rest = page.partition(OPENING)
    after = rest.partition(CLOSING)[2]
    readme.write_text(f"{before}{OPENING}\n{text}\n{CLOSING}{after}", encoding="utf-8")


def _by_suite() -> list[str]:
    lines = [
        "| suite | attack, undefended | guard | harmless calls asked, no attack | under attack | "
        "utility, no attack: answered / nobody answers | "
        "utility under attack: answered / nobody answers |",
        "|---|---|---|---|---|---|---|",
    ]
    asked: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for suite in SUITES:
        tables = _tables(suite)
        lines.append(_suite_row(suite, tables))
        asked.update(tables[NO_ATTACK]["guard, answered"])
        given.update(tables[AS_GIVEN]["guard, answered"])
    lines += [
        "",
        f"Harmless calls asked in all suites: {written(asked['asked'], asked['harmless'])}; with "
        f"the true calls as given (see below) {written(given['asked'], given['harmless'])}.",
    ]
    return lines


def _suite_row(suite: str, tables: Tables) -> str:
    clean, attacked = tables[NO_ATTACK], _summed(tables)
    none, answered, alone = (
        attacked[key] for key in ("none", "guard, answered", "guard, nobody answers")
    )
    cells = [
        suite,
        f"{none['attacked']}/{none['runs']}",
        written(answered["attacked"], answered["runs"]),
        written(clean["guard, answered"]["asked"], clean["guard, answered"]["harmless"]),
        written(answered["asked"], answered["harmless"]),
        _pair("utility", clean["guard, answered"], clean["guard, nobody answers"]),
        _pair("utility", answered, alone),
    ]
    return "| " + " | ".join(cells) + " |"


def _pair(key: str, answered: Counts, alone: Counts) -> str:
    return " / ".join(f"{each[key]}/{each['runs']}" for each in (answered, alone))


def _summed(tables: Tables) -> Mapping[str, Counter[str]]:
    """Return the counts over all wordings but the one made against the guard."""
    whole: dict[str, Counter[str]] = {}
    for word, table in tables.items():
        if word not in (NO_ATTACK, AS_GIVEN, *MADE_AGAINST_THE_GUARD):
            for key, counts in table.items():
                whole.setdefault(key, Counter()).update(counts)
    return whole


def _by_wording() -> list[str]:
    lines = ["| suite | wording | attack, undefended | guard |", "|---|---|---|---|"]
    for suite in SUITES:
        for word, table in _tables(suite).items():
            if word not in (NO_ATTACK, AS_GIVEN):
                none, guard = table["none"], table["guard, answered"]
                lines.append(
                    f"| {suite} | {word} | {none['attacked']}/{none['runs']} | "
                    f"{written(guard['attacked'], guard['runs'])} |"
                )
    return lines


def _others() -> list[str]:
    agent = json.loads((RESULTS / "injecagent.json").read_text(encoding="utf-8"))
    lines = [
        f"InjecAgent: {written(agent['guard'], agent['orders'])} orders carried out; harmless "
        f"calls asked {agent['asked']}/{agent['harmless']}.",
        "",
        "| own scenarios | attacks that got through | harmless calls asked, no attack | asked "
        "under attack |",
        "|---|---|---|---|",
    ]
    for label, name in (
        ("first run (held out)", "own_first_run"),
        ("its faults mended (tuned)", "own"),
        ("second set, first run (held out)", "own_second_first_run"),
        ("its faults mended (tuned)", "own_second"),
    ):
        own = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        asked = (
            written(own[f"asked, {when}"], own[f"harmless, {when}"])
            for when in (NO_ATTACK, "under attack")
        )
        cells = [label, written(own["succeeded"], own["attacks"]), *asked]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _tables(suite: str) -> Tables:
    tables: Tables = json.loads((RESULTS / f"{suite}.json").read_text(encoding="utf-8"))
    return tables


if __name__ == "__main__":
    main()
