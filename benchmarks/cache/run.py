"""What habits cost, what peers' trimming costs, and what our assembly takes. See README.md."""

import argparse
import asyncio
import copy
import json
import statistics
import subprocess
import time
import unicodedata
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.cache.material import START, grow

from kesher.adapters.models.token_counts import O200kCounter
from kesher.app.compact import Compact, Session
from kesher.context.assembly import assemble
from kesher.context.cache import CacheSimulator, Part
from kesher.context.cost import Tokens, has_prices, input_usd
from kesher.context.profiles import PROFILES, profile
from kesher.context.recording import Sending, record
from kesher.context.trace.lint import lint_trace
from kesher.context.trajectory import Trajectory
from kesher.context.wire import to_dict
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.profile import Profile
from kesher.domain.request import Context, SentRequest
from kesher.domain.trajectory import Event, Origin, Payload, Said
from kesher.errors import CompactionError

RESULTS = Path(__file__).parent / "results"
SECONDS_BETWEEN = 60
HUGE = 10**9
Body = dict[str, list[JsonObject]]
count = cache(O200kCounter().count)


def assembled(trajectory: Trajectory, rules: Profile) -> Context:
    return assemble(
        trajectory, evidence=None, status=None, profile=rules, budget_tokens=HUGE, count=count
    )


def bodies_of(trajectory: Trajectory) -> list[Body]:
    """Return the request before each answer, whole."""
    points = [
        event.sequence - 1
        for event in trajectory.events
        if isinstance(event.payload, Said) and event.payload.origin is Origin.MODEL
    ]
    return [body_of(assembled(trajectory.until(point), profile("openai"))) for point in points]


def body_of(context: Context) -> Body:
    return {
        "tools": [json.loads(schema) for schema in context.tools],
        "messages": [to_dict(message) for message in context.messages],
    }


def met(requests: Sequence[Body], rules: Profile) -> tuple[Tokens, float]:
    """Return how a simulated cache meets the requests, a minute apart, and their price."""
    simulator = CacheSimulator(rules.cache)
    sums = [0, 0, 0]
    for number, request in enumerate(requests):
        at = START + timedelta(seconds=SECONDS_BETWEEN * number)
        one = simulator.send(parts_of(request, rules), at=at)
        sums = [a + b for a, b in zip(sums, (one.cached, one.written, one.uncached), strict=True)]
    total = Tokens(*sums)
    return total, input_usd(rules, total)


def parts_of(request: Body, rules: Profile) -> list[Part]:
    items = [*request["tools"], *request["messages"]]
    fixed = len(request["tools"])
    texts = [json.dumps(item, ensure_ascii=False) for item in items]
    return [
        Part(text, count(text) + rules.message_tokens, place in (fixed, len(texts) - 1))
        for place, text in enumerate(texts)
    ]


def clock(request: Body, number: int, _: Random) -> None:
    system = request["messages"][0]
    system["content"] = f"Now: 2026-11-30 08:{number % 60:02}:17\n{system['content']}"


def balance(request: Body, number: int, _: Random) -> None:
    system = request["messages"][0]
    system["content"] = f"{system['content']}\nCalls left for this user: {500 - number}"


def shuffled_tools(request: Body, _: int, rng: Random) -> None:
    rng.shuffle(request["tools"])


def late_tool(request: Body, number: int, _: Random) -> None:
    if number >= 40:
        tool = copy.deepcopy(request["tools"][0])
        function = tool["function"]
        if isinstance(function, dict):
            function["name"] = "a_late_tool"
        request["tools"].insert(0, tool)


def shuffled_keys(request: Body, number: int, _: Random) -> None:
    if number % 2:
        request["tools"] = [dict(reversed(tool.items())) for tool in request["tools"]]


def window(request: Body, _: int, __: Random) -> None:
    request["messages"] = [request["messages"][0], *request["messages"][1:][-40:]]


def status_first(request: Body, number: int, _: Random) -> None:
    status: JsonObject = {"role": "user", "content": f"<agent_status>{number}</agent_status>"}
    request["messages"].insert(1, status)


def decomposed_on_resume(request: Body, number: int, _: Random) -> None:
    if number % 20 >= 10:
        for message in request["messages"]:
            message["content"] = unicodedata.normalize("NFD", str(message["content"] or ""))


def snapshot_on_resume(request: Body, number: int, _: Random) -> None:
    first = request["messages"][1]
    first["content"] = f"git status: {number // 10} files modified\n{first['content']}"


def flattened_with_clock(request: Body, number: int, rng: Random) -> None:
    lines = [f"{m['role']}: {m['content']}" for m in request["messages"][1:]]
    flat: JsonObject = {"role": "user", "content": "\n".join(lines)}
    request["messages"] = [request["messages"][0], flat]
    clock(request, number, rng)


HABITS: dict[str, Callable[[Body, int, Random], None] | None] = {
    "none (append only)": None,
    "clock in the system message": clock,
    "user's balance at its end": balance,
    "tools shuffled": shuffled_tools,
    "a tool joins at half time": late_tool,
    "keys of tools in two orders": shuffled_keys,
    "sliding window of 40 messages": window,
    "status before the history": status_first,
    "NFD after each resume": decomposed_on_resume,
    "snapshot taken anew on resume": snapshot_on_resume,
    "flattened, with a clock": flattened_with_clock,
}


def habits(turns: int) -> list[dict[str, object]]:
    clean = bodies_of(grow(1, turns))
    rows: list[dict[str, object]] = []
    for name, spoil in HABITS.items():
        requests = copy.deepcopy(clean)
        rng = Random(7)  # noqa: S311 - chance for a measurement
        for number, request in enumerate(requests):
            if spoil is not None:
                spoil(request, number, rng)
        text = "\n".join(json.dumps(one, ensure_ascii=False) for one in requests)
        report = lint_trace(text, profile=profile("openai"), count=count)
        causes = {finding.cause for finding in report.findings}
        causes |= {"prefix_variants"} if report.tasks else set()
        row: dict[str, object] = {"habit": name, "causes": sorted(causes)}
        for key, rules in PROFILES.items():
            tokens, usd = met(requests, rules)
            row[key] = {
                "cached_fraction": round(tokens.cached / tokens.total, 3),
                "usd": round(usd, 4) if has_prices(rules) else None,
            }
        row["input_tokens"] = tokens.total
        rows.append(row)
        print(name, row["causes"], row["openai"], row["anthropic"])
    return rows


def whole_pairs(request: Body) -> tuple[int, bool]:
    """Return the broken pairs of a request, and whether a provider would refuse it."""
    body: dict[str, Json] = {"messages": list(request["messages"])}
    found = lint_trace(json.dumps(body), profile=profile("openai"), count=count).findings
    broken = sum(finding.cause in ("orphan_call", "orphan_result") for finding in found)
    return broken, broken > 0


def peers(python: str, trajectories: int, turns: int, budget: int) -> dict[str, dict[str, object]]:
    sums: dict[str, list[list[Body]]] = {}
    for seed in range(trajectories):
        trajectory = grow(seed, turns)
        whole = bodies_of(trajectory)
        asked = json.dumps({"budget": budget, "histories": [one["messages"] for one in whole]})
        ran = subprocess.run(
            [python, str(Path(__file__).with_name("peer_render.py"))],
            input=asked + "\n",
            capture_output=True,
            text=True,
            check=True,
        )
        for name, sent in json.loads(ran.stdout).items():
            tools = whole[0]["tools"]
            sums.setdefault(name, []).append([{"tools": tools, "messages": one} for one in sent])
        sums.setdefault("kesher (compaction, no model)", []).append(ours(trajectory, budget))
        sums.setdefault("no trimming", []).append(whole)
    return {name: judged(runs, budget) for name, runs in sums.items()}


def ours(trajectory: Trajectory, budget: int) -> list[Body]:
    """Return our requests, compacted by the layers that need no model where it is due."""
    grown = Trajectory(trajectory.prefix)
    compact = Compact(None, None)
    found: list[Body] = []

    async def keep(payload: Payload) -> Event:
        return grown.append(payload, at=START)

    session = Session(grown, keep, budget, count)
    for event in trajectory.events:
        if isinstance(event.payload, Said) and event.payload.origin is Origin.MODEL:
            if compact.is_due(session):
                try:
                    asyncio.run(compact.compact(session))
                except CompactionError as error:
                    print("compaction:", error)
            found.append(body_of(assembled(grown, profile("openai"))))
        grown.append(event.payload, at=event.at)
    return found


def judged(runs: Sequence[Sequence[Body]], budget: int) -> dict[str, object]:
    requests = [request for run in runs for request in run]
    pairs = [whole_pairs(request) for request in requests]
    lost = sum(
        run[-1]["messages"][:1] != run[0]["messages"][:1]
        or not any(run[0]["messages"][1] == message for message in run[-1]["messages"])
        for run in runs
    )
    row: dict[str, object] = {
        "requests": len(requests),
        "broken_pairs": sum(broken for broken, _ in pairs),
        "refused_requests": sum(refused for _, refused in pairs),
        "over_budget_requests": sum(
            sum(part.tokens for part in parts_of(request, profile("openai"))) > budget
            for request in requests
        ),
        "trajectories_without_system_or_first_request": lost,
    }
    for name in ("openai", "anthropic", "deepseek"):
        results = [met(run, profile(name)) for run in runs]
        total = sum(tokens.total for tokens, _ in results)
        row[name] = {
            "input_tokens": total,
            "cached_tokens": sum(tokens.cached for tokens, _ in results),
            "usd": round(sum(usd for _, usd in results), 4),
        }
    return row


def overhead() -> list[dict[str, object]]:
    """Return milliseconds of assembly, audit and record at 10, 100 and 1,000 messages."""
    rules = profile("deepseek")
    rows: list[dict[str, object]] = []
    for messages in (10, 100, 1_000):
        trajectory = grow(3, max(1, messages // 5), result_sentences=4)
        warm = cache(O200kCounter().count)  # as the loop keeps one for a trajectory
        times: dict[str, list[float]] = {"first": [], "later": []}
        previous: SentRequest | None = None
        for number in range(8):
            started = time.perf_counter()
            context = assemble(
                trajectory,
                evidence=None,
                status=f"<agent_status>{number}</agent_status>",
                profile=rules,
                budget_tokens=HUGE,
                count=warm,
            )
            sending = Sending(f"r{number}", "t", START, "m")
            previous = record(
                context, trajectory, sending, profile=rules, previous=previous, count=warm
            )
            elapsed = (time.perf_counter() - started) * 1_000
            times["later" if number else "first"].append(elapsed)
        rows.append(
            {
                "messages": len(context.messages),
                "tokens": context.tokens,
                "first_ms": round(times["first"][0], 2),
                "later_median_ms": round(statistics.median(times["later"]), 2),
                "later_least_ms": round(min(times["later"]), 2),
            }
        )
        print(rows[-1])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers-python", help="Python of an environment with the peers.")
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--trajectories", type=int, default=5)
    parser.add_argument("--budget", type=int, default=16_000)
    chosen = parser.parse_args()
    write("overhead", overhead())
    write("habits", habits(chosen.turns))
    if chosen.peers_python:
        found = peers(chosen.peers_python, chosen.trajectories, chosen.turns, chosen.budget)
        for name, row in found.items():
            print(name, row)
        write("peers", found)


def write(name: str, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
