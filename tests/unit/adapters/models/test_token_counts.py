"""Token counts, checked against the package's own slow side in a process of its own."""

import json
import subprocess
import sys

import pytest

from kesher.adapters.models.token_counts import O200kCounter, counter_for

TEXTS = [
    "",
    "hello world",
    "עובד במשרה מלאה זכאי ל־22 ימי חופשה בשנה.",
    'מנכ"ל Kesher: סעיף 7(ב), 1,234 ₪',
    "Сколько дней отпуска положено?",
    "كم يومًا من الإجازة؟",
    "😀 👩‍👩‍👧",
    "  \n\n\t  ",
]


@pytest.fixture(scope="module")
def counter() -> O200kCounter:
    return O200kCounter()


def test_counts_are_those_of_the_encoding_itself(counter: O200kCounter) -> None:
    script = (
        "import sys, json, bpe_openai; encoding = bpe_openai.get_encoding('o200k_base');"
        "print([len(encoding.encode_ordinary(text)) for text in json.loads(sys.argv[1])])"
    )
    command = [sys.executable, "-W", "ignore", "-c", script, json.dumps(TEXTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [counter.count(text) for text in TEXTS] == json.loads(done.stdout)


def test_a_special_tokens_name_is_counted_as_plain_text(counter: O200kCounter) -> None:
    assert counter.count("<|endoftext|>") > 1
    assert counter.count("לפני <|endoftext|> אחרי") > counter.count("לפני  אחרי")


def test_more_than_a_million_characters_are_counted(counter: O200kCounter) -> None:
    sentence = "שלום עולם. "
    once, twice = counter.count(sentence), counter.count(sentence * 2)
    assert counter.count(sentence * 200_000) == once + 199_999 * (twice - once)


def test_text_that_no_encoding_takes_is_counted(counter: O200kCounter) -> None:
    assert counter.count("\ud800 שלום\x00") >= counter.count(" שלום")


def test_an_estimate_of_the_same_text_is_made_once_and_of_a_long_one_each_time() -> None:
    made: list[str] = []

    def estimate(text: str) -> int:
        made.append(text)
        return len(text)

    count = counter_for("estimate", estimate=estimate)
    short, long = "סעיף 12: חופשה", "א" * 5_000
    assert [count(short), count(short), count(long), count(long)] == [14, 14, 5_000, 5_000]
    assert made == [short, long, long]
