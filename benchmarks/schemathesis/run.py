"""Tries every route at length against its OpenAPI document. See README.md.

python -m benchmarks.schemathesis.run [--examples 25] [--minutes 20]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from kesher.config.settings import Settings
from kesher.engine import Kesher
from kesher.sample import sample_files
from kesher.server.run import temporary_server

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from schema_trial import faults, operations


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=25)
    parser.add_argument("--minutes", type=float, default=20)
    how = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with Kesher(folder, log_level="error") as kesher:
            kesher.room("משאבי אנוש").add(sample_files()[0].path)
        return asyncio.run(_tried(folder, how.examples, how.minutes * 60))


async def _tried(folder: Path, examples: int, limit_seconds: float) -> int:
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with temporary_server(settings) as url:
        return await asyncio.to_thread(_every_route, url, examples, limit_seconds)


def _every_route(url: str, examples: int, limit_seconds: float) -> int:
    begun, tried, found = time.monotonic(), 0, 0
    for operation in operations(url):
        if time.monotonic() - begun > limit_seconds:
            print(f"Stopped for time before {operation.label}.")
            break
        told = faults(operation, url, examples=examples)
        tried, found = tried + 1, found + len(told)
        print(*told, sep="\n", end="\n" if told else "")
    print(f"{tried} routes tried, {found} faults, {time.monotonic() - begun:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
