"""Search and ask behind PostgreSQL's lock on rows and without it, by turns. See README.md."""

import argparse
import asyncio
import os
import statistics
from pathlib import Path

import psycopg
from benchmarks.faults.grown import Postgres
from benchmarks.stores.run import compared, room_on
from sqlalchemy import make_url

from kesher.testing.model_server import scripted_model_server

HERE = Path(__file__).parent
USER = "kesher_plain"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=20)
    options.add_argument("--questions", type=int, default=200)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    given = options.parse_args()
    table = asyncio.run(measure(given.documents, given.questions))
    print(table)
    if given.write:
        (HERE / "results" / "table.md").write_text(table + "\n", encoding="utf-8")


async def measure(documents: int, questions: int) -> str:
    postgres = await asyncio.to_thread(Postgres.started)
    free, locked = _schema(postgres.url, None), _schema(postgres.url, USER)
    load = os.getloadavg()[0]
    with scripted_model_server() as model:
        async with (
            room_on(free, model.openai_url, documents) as without,
            room_on(locked, model.openai_url, documents) as behind,
        ):
            times = await compared({"without": without, "locked": behind}, questions)
    lines = [
        f"{os.cpu_count()} cores, load {load:.1f} at the start; {documents} documents, {questions} "
        "questions each. Milliseconds, median; the ratio is of each question to itself, median.\n",
        "| | without | locked | ratio |\n|---|---|---|---|",
    ]
    for what in ("search", "ask"):
        pair = times["without", what], times["locked", what]
        ratio = statistics.median(two / one for one, two in zip(*pair, strict=True))
        shown = (f"{statistics.median(each) * 1000:.1f}" for each in pair)
        lines.append(f"| {what} | {' | '.join(shown)} | {ratio:.2f} |")
    return "\n".join(lines)


def _schema(url: str, user: str | None) -> str:
    """Make a schema, of a user of its own or of the superuser; return its URL."""
    base = make_url(url)
    name = user or "unlocked"
    with psycopg.connect(
        base.set(drivername="postgresql").render_as_string(hide_password=False), autocommit=True
    ) as connection:
        if user is not None:
            connection.execute(f"CREATE ROLE {user} LOGIN NOSUPERUSER NOBYPASSRLS".encode())
        owner = user or "CURRENT_USER"
        connection.execute(f"CREATE SCHEMA {name} AUTHORIZATION {owner}".encode())
    shown = base.update_query_dict({"options": f"-csearch_path={name}"})
    if user is not None:
        shown = shown.set(username=user)
    return shown.render_as_string(hide_password=False)


if __name__ == "__main__":
    main()
