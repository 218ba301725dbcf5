"""How often a room without an answer says so: `python -m benchmarks.refusal.run`. No model."""

import asyncio
from collections.abc import Sequence

from benchmarks.refusal.examples import Example, Vectors
from benchmarks.refusal.sets import for_judging, load, vectors_file

from kesher.answer.holding import held_fraction
from kesher.config import load as configuration
from kesher.wiring.parts import make_embedder

_ROW = "| {name} | {held} | {kept:.1f} | {near} | {away:.1f} | {precision:.1f} | {auroc} |"


def row(name: str, found: Sequence[Example], bar: float) -> str:
    """Return a set's figures, in per cent, as a line of the table."""
    likely = [held_fraction(each.signs, same_language=each.same_language) for each in found]
    by_kind = {
        kind: [share for each, share in zip(found, likely, strict=True) if each.kind == kind]
        for kind in ("held", "near", "away")
    }
    refused = {kind: _refused(shares, bar) for kind, shares in by_kind.items()}
    silent = [share for kind in ("near", "away") for share in by_kind[kind] if share < bar]
    wrong = [share for share in by_kind["held"] if share < bar]
    return _ROW.format(
        name=name,
        held=len(by_kind["held"]),
        kept=100 - refused["held"],
        near=f"{refused['near']:.1f}" if by_kind["near"] else "–",
        away=refused["away"],
        precision=100 * len(silent) / max(len(silent) + len(wrong), 1),
        auroc=" · ".join(
            f"{auroc(by_kind['held'], by_kind[kind]):.2f}"
            for kind in ("near", "away")
            if by_kind[kind]
        ),
    )


def auroc(held: Sequence[float], silent: Sequence[float]) -> float:
    """Return how often an answered question is told the likelier one of a pair; ties count half."""
    wins = sum((one > other) + (one == other) / 2 for one in held for other in silent)
    return wins / (len(held) * len(silent))


def _refused(shares: Sequence[float], bar: float) -> float:
    return 100 * sum(share < bar for share in shares) / len(shares) if shares else 0.0


async def main() -> None:
    settings = configuration.load()
    found = await load(Vectors(make_embedder(settings).embedder, vectors_file()))
    print("| Set | Answered | Kept | Near, refused | Away, refused | Precision | AUROC |")
    print("|---|---|---|---|---|---|---|")
    for name, examples in found.items():
        print(row(name, list(for_judging(examples)), settings.quote_held_fraction))


if __name__ == "__main__":
    asyncio.run(main())
