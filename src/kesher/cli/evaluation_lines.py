"""Questions, runs and comparisons as lines for a terminal."""

from collections.abc import Iterator, Sequence

from kesher.cli.client import JsonObject
from kesher.text.harmless import one_line

_MOST_QUESTIONS = 20
"""Of the questions that did badly, or changed, so many are told; `--json` has all."""


def question_line(question: JsonObject) -> str:
    """Return a question of a set with where its answer stands."""
    return f"{question['id']}  {_right(question)}  {one_line(question['text'])}"


def run_line(run: JsonObject) -> str:
    """Return a run as one line of a list."""
    means = run["figures"]["all"]["means"]
    figures = "  ".join(f"{name} {means[name]:.3f}" for name in ("R@1", "R@10") if name in means)
    source = one_line(run["source"]) or "the room's set"
    return f"{run['id']}  {run['created_at']}  {run['state']}  {figures}  {source}"


def run_lines(run: JsonObject, outcomes: Sequence[JsonObject]) -> Iterator[str]:
    """Yield a run's figures by language, then the questions whose right pages were not found."""
    yield f"{run['id']}  {run['state']}: {len(outcomes)} of {run['asked']} questions asked"
    for name, figures in run["figures"].items():
        means = "".join(f"  {measure} {mean:.3f}" for measure, mean in figures["means"].items())
        yield f"{name:4} n={figures['judged']}{means}"
        yield from _refusals(figures)
    missed = [each for each in outcomes if each["values"] and each["rank"] is None]
    yield from _listed(
        "not found", [f"{_right(each)}  {one_line(each['text'])}" for each in missed]
    )
    gone = [
        f"{one_line(', '.join(each['missing']))}  {one_line(each['text'])}"
        for each in outcomes
        if each["missing"]
    ]
    yield from _listed("not judged, for a document is missing", gone)


def comparison_lines(found: JsonObject) -> Iterator[str]:
    """Yield what differs between two runs, the worst loss first."""
    yield f"{found['before']['id']} → {found['after']['id']}"
    for each in (*found["versions"], *found["settings"]):
        yield f"     {each['name']}: {one_line(str(each['then']))} → {one_line(str(each['now']))}"
    for group, by_measure in found["differences"].items():
        for measure, each in by_measure.items():
            yield _difference(group, measure, each)
    yield f"won {found['won']}, lost {found['lost']}, unchanged {found['unchanged']}"
    for verdict in ("lost", "won"):
        changed = [each for each in found["changes"] if each["verdict"] == verdict]
        yield from _listed(verdict, [_change(each) for each in changed])
    yield from _listed("not in both runs alike", [one_line(each) for each in found["left_out"]])


def _refusals(figures: JsonObject) -> Iterator[str]:
    rightly, wrongly = figures["rightly"], figures["wrongly"]
    if rightly["asked"]:
        yield f"     refused rightly {rightly['refused']} of {rightly['asked']}"
    if wrongly["asked"]:
        yield f"     refused wrongly {wrongly['refused']} of {wrongly['asked']}"


def _difference(group: str, measure: str, each: JsonObject) -> str:
    change = each["after"] - each["before"]
    sure = "" if each["sure"] else "  not sure"
    return (
        f"{group:4} {measure:16} {each['before']:.3f} → {each['after']:.3f}  {change:+.3f} "
        f"({each['low']:+.3f} to {each['high']:+.3f}, n={each['questions']}){sure}"
    )


def _change(each: JsonObject) -> str:
    before, after = each["before"], each["after"]
    if not after["answerable"]:
        told = f"{_refused(before)} → {_refused(after)}"
    else:
        told = f"{before['rank'] or '-'} → {after['rank'] or '-'}"
    return f"{told}  {one_line(after['text'])}"


def _refused(outcome: JsonObject) -> str:
    return "refused" if outcome["refused"] else "answered"


def _right(question: JsonObject) -> str:
    """Return the right pages of a question in words."""
    if not question["answerable"]:
        return "not answerable"
    return "; ".join(
        f"{one_line(each['document_name'])} {', '.join(map(str, each['pages']))}"
        for each in question["right"]
    )


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if not lines:
        return
    yield f"{title}:"
    for line in lines[:_MOST_QUESTIONS]:
        yield f"  {line}"
    if len(lines) > _MOST_QUESTIONS:
        yield f"  and {len(lines) - _MOST_QUESTIONS} more (--json has all)"
