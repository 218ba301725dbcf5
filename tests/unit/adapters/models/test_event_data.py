from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.adapters.models.event_data import EventData

STREAM = (
    ': ping\n\ndata: {"text":"שלום"}\n\nevent: delta\r\ndata:{"text":"مرحبا"}\r\n\r\n'
    'data: {"text":\rdata: "привет"}\r\rdata\n\nid: 7\n\ndata: [DONE]\n\ndata: torn'
).encode()
DATA = ['{"text":"שלום"}', '{"text":"مرحبا"}', '{"text":\n"привет"}', "[DONE]"]


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_wherever_a_stream_is_cut_the_same_data_comes(cuts: list[int]) -> None:
    reader, bounds = EventData(), [0, *sorted(cuts), len(STREAM)]
    pieces = [STREAM[start:end] for start, end in pairwise(bounds)]
    assert [data for piece in pieces for data in reader.feed(piece)] == DATA


def test_data_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        EventData().feed(b"data: \xff\n\n")
