"""What was asked of models before there were sums is in them when a store is opened anew."""

from pathlib import Path

from sqlalchemy import text

from databases import new_database
from kesher.adapters.sql import migrating
from kesher.adapters.sql.database import Database

_BEFORE = (
    "INSERT INTO rooms (tenant_id, id, name, ocr_languages, created_at, sequence)"
    " VALUES ('local', 'room', 'נהלים', '[]', 0, 0)",
    "INSERT INTO threads (tenant_id, id, room_id, title, created_at, user_id, shared)"
    " VALUES ('local', 'thr', 'room', 'שאלה', 0, 'usr_dana', false)",
    "INSERT INTO answers (tenant_id, id, room_id, thread_id, position, question, kind, text,"
    " stop_reason, model, created_at, details) VALUES ('local', 'ans', 'room', 'thr', 0, 'מה?',"
    " 'model', 'כך', 'complete', 'gpt', 86400000000, '{\"seconds\":{\"total\":1.5}}')",
    "INSERT INTO requests (tenant_id, id, owner_id, room_id, sequence, at, model, profile,"
    " body_hash, tokens, usage, price_usd) VALUES ('local', 'billed', 'thr', 'room', 0,"
    " 86400000001, 'gpt', 'openai', 'h', 90, '{\"cached_tokens\":64,\"input_tokens\":100,"
    '"output_tokens":7}\', 0.25)',
    "INSERT INTO requests (tenant_id, id, owner_id, room_id, sequence, at, model, profile,"
    " body_hash, tokens) VALUES ('local', 'broken off', 'thr', 'room', 0, 172800000000, 'gpt',"
    " 'openai', 'h', 90)",
)


def test_requests_and_answers_that_are_there_are_counted_by_day_and_person(tmp_path: Path) -> None:
    database = Database(new_database("sqlite", tmp_path), busy_seconds=10)
    with database.rebuilding() as connection:
        migrating.upgrade_inside(connection, "0016")
        for statement in _BEFORE:
            connection.exec_driver_sql(statement)
        migrating.upgrade_inside(connection, "0017")
        columns = (
            "day, user_id, room_id, model, purpose, requests, answers, input_tokens,"
            " cached_tokens, output_tokens, price_usd, seconds"
        )
        found = connection.execute(text(f"SELECT {columns} FROM usage_days ORDER BY day"))  # noqa: S608
        whose = ("usr_dana", "room", "gpt", "turn")
        assert [tuple(row) for row in found] == [
            ("1970-01-02", *whose, 1, 1, 100, 64, 7, 0.25, 1.5),
            ("1970-01-03", *whose, 1, 0, 90, 0, 0, 0.0, 0.0),
        ]
    database.close_now()
