from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from kesher.adapters.sql.column_types import (
    Compressed,
    ExactText,
    Instant,
    Spans,
    Vector,
    Words,
    canonical_json,
    clean,
)
from kesher.domain.document import PageSpan

DIALECT = sqlite_dialect()
ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_cleaning_keeps_every_offset_and_gives_storable_text(text: str) -> None:
    cleaned = clean(text)
    assert len(cleaned) == len(text)
    assert "\x00" not in cleaned
    assert cleaned.encode().decode() == cleaned


@pytest.mark.parametrize(
    "text", ["שָׁלוֹם", "תל־אביב", "\u2067abc\u2069", "שלום мир سلام", "😀", "\ufffd\u200f"]
)
def test_cleaning_leaves_storable_text_as_it_is(text: str) -> None:
    assert clean(text) == text


@given(st.datetimes(timezones=st.just(UTC)))
def test_an_instant_keeps_its_microsecond(instant: datetime) -> None:
    stored = Instant().process_bind_param(instant, DIALECT)
    assert Instant().process_result_value(stored, DIALECT) == instant


def test_an_instant_of_another_zone_is_the_same_instant() -> None:
    jerusalem = timezone(timedelta(hours=2))
    stored = Instant().process_bind_param(datetime(1970, 1, 1, 2, tzinfo=jerusalem), DIALECT)
    assert stored == 0


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(TypeError, match="naive"):
        Instant().process_bind_param(datetime(2026, 1, 1), DIALECT)  # noqa: DTZ001


def test_a_vector_is_little_endian_whatever_it_came_as() -> None:
    as_big_endian = np.array([1.0, -2.5], dtype=">f8")[::1]
    stored = Vector().process_bind_param(as_big_endian, DIALECT)
    assert stored == b"\x00\x00\x80?\x00\x00 \xc0"
    read = Vector().process_result_value(stored, DIALECT)
    assert read is not None
    assert read.dtype == np.float32
    assert read.tolist() == [1.0, -2.5]


@given(st.binary())
def test_compressed_bytes_come_back(content: bytes) -> None:
    stored = Compressed().process_bind_param(content, DIALECT)
    assert Compressed().process_result_value(stored, DIALECT) == content


def test_spans_stand_as_lists_of_numbers() -> None:
    spans = (PageSpan(3, 0, 17), PageSpan(4, 5, 9))
    stored = Spans().process_bind_param(spans, DIALECT)
    assert stored == "[[3,0,17],[4,5,9]]"
    assert Spans().process_result_value(stored, DIALECT) == spans


def test_json_is_one_text_whatever_the_order_and_keeps_letters() -> None:
    assert canonical_json({"ב": ["ש\x00"], "א": 1}) == '{"א":1,"ב":["ש\ufffd"]}'


def test_words_keep_their_order() -> None:
    stored = Words().process_bind_param(("heb", "ara", "eng"), DIALECT)
    assert Words().process_result_value(stored, DIALECT) == ("heb", "ara", "eng")


@given(st.text(st.characters(exclude_categories=()) | st.sampled_from("\x00\x1a\ud83d\ude00א")))
def test_a_text_under_a_hash_comes_back_code_point_for_code_point(text: str) -> None:
    stored = ExactText().process_bind_param(text, DIALECT)
    assert stored is not None
    assert clean(stored) == stored
    assert ExactText().process_result_value(stored, DIALECT) == text
