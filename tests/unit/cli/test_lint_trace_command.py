"""`kesher lint-trace`, run as a person runs it."""

import json
import subprocess
from pathlib import Path

from typed import typed

LONG = "הוראה קבועה של המשרד. " * 400
"""Longer than what every provider caches at the least."""
CLEAN = [
    {
        "messages": [
            {"role": "system", "content": "נוסד ב־14.3.2024"},
            {"role": "user", "content": "א"},
        ]
    },
]
SHORT = [
    {"messages": [{"role": "system", "content": "עכשיו 08:15"}, {"role": "user", "content": "א"}]},
    {"messages": [{"role": "system", "content": "עכשיו 08:16"}, {"role": "user", "content": "א"}]},
]
BROKEN = [
    {
        "messages": [
            {"role": "system", "content": f"עכשיו 08:15 {LONG}"},
            {"role": "user", "content": "א"},
        ]
    },
    {
        "messages": [
            {"role": "system", "content": f"עכשיו 08:16 {LONG}"},
            {"role": "user", "content": "א"},
        ]
    },
]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return typed(["lint-trace", *arguments], stdin=given)


def lines(bodies: list[dict[str, list[dict[str, str]]]]) -> str:
    return "\n".join(json.dumps(body, ensure_ascii=False) for body in bodies)


def test_a_clean_trace_ends_with_0_and_a_broken_one_with_1_and_the_place(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(lines(CLEAN), encoding="utf-8")
    assert run(str(file)).returncode == 0
    told = run("-", given=lines(BROKEN))
    assert told.returncode == 1
    assert told.stdout.startswith("timestamp_in_system: request 2 (line 2), message 0, byte ")


def test_json_is_for_programs_and_holds_place_and_price() -> None:
    told = json.loads(run("-", "--json", "--profile", "anthropic", given=lines(BROKEN)).stdout)
    [finding] = told["findings"]
    assert (finding["cause"], finding["message"]) == ("timestamp_in_system", 0)
    assert finding["lost_usd"] > 0
    assert told["clean"] is False


def test_what_is_no_trace_is_refused_with_its_line_and_wrong_usage_ends_with_2() -> None:
    refused = run("-", given=lines(CLEAN) + "\n{")
    assert refused.returncode == 1
    assert "Line 2 is not JSON" in refused.stderr
    assert run().returncode == 2
    assert run("-", "--profile", "gpt", given=lines(CLEAN)).returncode == 2


def test_a_break_in_a_request_too_short_to_be_cached_is_told_and_loses_nothing() -> None:
    told = run("-", given=lines(SHORT))
    assert told.returncode == 1
    assert " 0 tokens lost, $0.000000 (below the minimum)" in told.stdout
    assert "`openai` caches nothing under 1,024 tokens" in told.stdout
    [finding] = json.loads(run("-", "--json", given=lines(SHORT)).stdout)["findings"]
    assert (finding["below_minimum"], finding["lost_tokens"]) == (True, 0)
    assert "(below the minimum)" not in run("-", given=lines(BROKEN)).stdout


def test_findings_are_explained_in_hebrew_on_demand() -> None:
    told = run("-", "--language", "he", given=lines(SHORT)).stdout
    assert "בהודעת המערכת יש שעה" in told
    assert "מתחת לסף" in told
    found = json.loads(run("-", "--language", "he", "--json", given=lines(SHORT)).stdout)
    assert found["findings"][0]["explanation"].startswith("בהודעת המערכת יש שעה")


def test_in_hebrew_every_line_that_is_ours_is_hebrew_and_codes_stay() -> None:
    told = run("-", "--language", "he", given=lines(BROKEN)).stdout.splitlines()
    assert told[0].startswith("timestamp_in_system: בקשה 2 (שורה 2), הודעה 0, בית ")
    assert told[-1].startswith("2 בקשות ב־")
    assert "ממצא אחד; " in told[-1]
    assert not any(word in "\n".join(told) for word in ("request", "tokens", "finding", "was "))
