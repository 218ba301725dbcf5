"""What an unbroken prefix saves at a real model, and what our assembly adds. See README.md."""

import argparse
import asyncio
import json
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

from benchmarks.small_model.material import MARKS, QUESTIONS, START, say, sized, talk

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_api import OpenAIChat
from kesher.adapters.models.token_counts import O200kCounter
from kesher.context.assembly import assemble
from kesher.context.prefix import make_prefix
from kesher.context.profiles import profile
from kesher.context.recording import Sending, record
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Role
from kesher.domain.request import Context, SentRequest
from kesher.ports.models import ChatRequest

HERE = Path(__file__).parent
PYTHON = HERE.parents[1] / ".make" / "small_model" / "bin" / "python"
SIZES = (300, 1_000, 2_000)
MESSAGES = (10, 100, 1_000)
HUGE = 10**9
RULES = profile("generic")
ANSWER_TOKENS = 8


@dataclass(frozen=True, slots=True)
class Measured:
    """One answer: its first text after so long, and what the server says of its prompt.

    Attributes:
        model_ms: The server's own time for the tokens that it did not have.
    """

    first_ms: float
    model_ms: float
    prompt_tokens: int
    cached_tokens: int
    text: str


class Served:
    """The running server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._chat = OpenAIChat(Endpoint(model="smollm2", url=f"{address}/v1", key="none"))

    def count(self, text: str) -> int:
        """Return the tokens that the model makes of a text."""
        return len(self._post("/tokenize", {"content": text})["tokens"])

    def forget(self) -> None:
        """Empty the only slot, so that nothing at all is cached."""
        self._post("/slots/0?action=erase", {})

    def ask(self, trajectory: Trajectory) -> Measured:
        """Assemble a request, stream the answer by our own adapter, and time its first text."""
        return asyncio.run(self._ask(trajectory))

    async def _ask(self, trajectory: Trajectory) -> Measured:
        messages = assembled(trajectory).messages
        request = ChatRequest(messages, max_output_tokens=ANSWER_TOKENS, raw=True)
        texts: list[str] = []
        last = ""
        first = 0.0
        started = time.perf_counter()
        async for delta in self._chat.stream(request):
            if delta.text and not texts:
                first = time.perf_counter() - started
            texts += [delta.text] if delta.text else []
            last = delta.raw if "timings" in delta.raw else last
        told = json.loads(last)
        return Measured(
            first_ms=round(1_000 * first, 2),
            model_ms=round(told["timings"]["prompt_ms"], 2),
            prompt_tokens=told["usage"]["prompt_tokens"],
            cached_tokens=told["usage"]["prompt_tokens_details"]["cached_tokens"],
            text="".join(texts),
        )

    def _post(self, path: str, body: dict[str, str]) -> dict[str, list[int]]:
        sent = Request(  # noqa: S310 - our own server on loopback
            self._address + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urlopen(sent, timeout=60) as answer:  # noqa: S310
            found: dict[str, list[int]] = json.load(answer)
        return found


@contextmanager
def serving() -> Iterator[Served]:
    """Start the server on loopback and end it."""
    with (
        tempfile.TemporaryDirectory() as slots,
        subprocess.Popen(
            [str(PYTHON), str(HERE / "serve.py"), slots],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process,
    ):
        if process.stdin is None or process.stdout is None:
            raise SystemExit("The server has no pipes.")
        for line in process.stdout:
            if line.startswith("address "):
                yield Served(line.split()[1])
                break
        process.stdin.close()


def assembled(trajectory: Trajectory) -> Context:
    return assemble(
        trajectory, evidence=None, status=None, profile=RULES, budget_tokens=HUGE, count=count
    )


def prefixes(served: Served, repeats: int) -> list[dict[str, object]]:
    """Return times to the first text by language and size: cold, next turn, broken prefix."""
    rows: list[dict[str, object]] = []
    for language in QUESTIONS:
        for size in SIZES:
            runs = [three(served, language, size, MARKS[at]) for at in range(repeats)]
            rows.append({"language": language, "size": size, **summed(runs)})
            print(rows[-1], flush=True)
    return rows


def three(served: Served, language: str, size: int, mark: str) -> dict[str, Measured]:
    """Measure one prompt with nothing cached, its next turn, and that turn with a broken prefix."""
    trajectory = sized(language, mark, size, served.count)
    served.forget()
    cold = served.ask(trajectory)
    say(trajectory, Role.ASSISTANT, cold.text)
    say(trajectory, Role.USER, QUESTIONS[language][1])
    following = served.ask(trajectory)
    changed = served.ask(with_other_mark(trajectory))
    return {"cold": cold, "next_turn": following, "changed_first_character": changed}


def with_other_mark(trajectory: Trajectory) -> Trajectory:
    """Return the same talk with one character changed at the front of the system message."""
    system = trajectory.prefix.system
    other = Trajectory(make_prefix("Z" + system[1:], ()))
    for entry in trajectory.entries():
        say(other, entry.message.role, entry.message.text or "")
    return other


def summed(runs: Sequence[dict[str, Measured]]) -> dict[str, object]:
    """Return medians of each state, and how many times faster the next turn is."""
    found: dict[str, object] = {}
    for state in runs[0]:
        each = [run[state] for run in runs]
        found[state] = {
            "first_text_ms": round(median(one.first_ms for one in each), 1),
            "least_ms": min(one.first_ms for one in each),
            "most_ms": max(one.first_ms for one in each),
            "model_ms": round(median(one.model_ms for one in each), 1),
            "outside_model_ms": round(median(one.first_ms - one.model_ms for one in each), 1),
            "prompt_tokens": round(median(one.prompt_tokens for one in each)),
            "cached_tokens": round(median(one.cached_tokens for one in each)),
        }
    for state in list(runs[0]):
        if state != "next_turn":
            ratios = [run[state].first_ms / run["next_turn"].first_ms for run in runs]
            found[f"{state}_over_next_turn"] = round(median(ratios), 1)
    return found


def overhead(served: Served, repeats: int) -> list[dict[str, object]]:
    """Return our time for a request of so many messages beside the model's first text."""
    rows: list[dict[str, object]] = []
    for messages in MESSAGES:
        trajectory = talk(messages, MARKS[0])
        fresh: Callable[[str], int] = cache(O200kCounter().count)
        ours = own_times(trajectory, fresh, repeats)
        served.forget()
        cold = served.ask(trajectory)
        after = []
        for number in range(repeats):
            say(trajectory, Role.ASSISTANT, "yes")
            say(trajectory, Role.USER, f"more {number}")
            after.append(served.ask(trajectory))
        first = median(one.first_ms for one in after)
        rows.append(
            {
                "messages": messages + 1,
                "prompt_tokens": cold.prompt_tokens,
                **ours,
                "cold_first_text_ms": cold.first_ms,
                "next_turn_first_text_ms": round(first, 1),
                "next_turn_cached_tokens": round(median(one.cached_tokens for one in after)),
                "ours_over_cold": round(ours["first_ms"] / cold.first_ms, 5),
                "ours_over_next_turn": round(ours["later_median_ms"] / first, 5),
            }
        )
        print(rows[-1], flush=True)
    return rows


def own_times(
    trajectory: Trajectory, counter: Callable[[str], int], repeats: int
) -> dict[str, float]:
    """Return milliseconds to assemble, audit and record: the first time, and with counts kept."""
    times: list[float] = []
    previous: SentRequest | None = None
    for number in range(repeats + 1):
        started = time.perf_counter()
        context = assemble(
            trajectory,
            evidence=None,
            status=f"<agent_status>{number}</agent_status>",
            profile=RULES,
            budget_tokens=HUGE,
            count=counter,
        )
        sending = Sending(f"r{number}", "t", START, "smollm2")
        previous = record(
            context, trajectory, sending, profile=RULES, previous=previous, count=counter
        )
        times.append(1_000 * (time.perf_counter() - started))
    return {"first_ms": round(times[0], 2), "later_median_ms": round(median(times[1:]), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    chosen = parser.parse_args()
    if not PYTHON.exists():
        raise SystemExit("Run `bash benchmarks/small_model/setup.sh` first.")
    with serving() as served:
        served.ask(talk(2, "Q"))  # the first answer of a process pays for what later ones share
        write("prefixes", prefixes(served, chosen.repeats))
        write("overhead", overhead(served, chosen.repeats))


def write(name: str, rows: list[dict[str, object]]) -> None:
    (HERE / "results" / f"{name}.json").write_text(json.dumps(rows, indent=1) + "\n")


count = cache(O200kCounter().count)

if __name__ == "__main__":
    main()
