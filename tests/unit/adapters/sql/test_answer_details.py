import json
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from contract.samples import answer
from kesher.adapters.sql import answer_details
from kesher.errors import StoreError

FIRST_FORM = """
{"citations":[{"chunk_id":"chk_1","document_id":"doc_1","document_name":"נוהל.pdf","number":1,
"position":4,"quote":"22 ימים","spans":[[1,0,7],[2,0,3]],"verified":false}],
"hits":[{"chunk_id":"chk_1","dense":0.5,"dense_rank":1,"document_id":"doc_1",
"document_name":"נוהל.pdf","fused":0.25,"lexical":null,"lexical_rank":null,"neighbour_of":null,
"ordinal":7,"rank":1,"spans":[[1,0,7]],"tokens":9}],
"prompt":{"budget_tokens":3400,"passages_left_out":0,"passages_sent":1,"room_tokens":100,
"sent_tokens":50},"seconds":{"dense":0.001},"sent":["chk_1"],"version":1}
"""


def test_what_was_written_is_read_but_for_the_texts_of_hits() -> None:
    details = answer_details.read(answer_details.write(answer()), place="ans_a")
    assert details.citations == answer().citations
    assert details.hits == tuple(
        replace(hit, chunk=replace(hit.chunk, text="")) for hit in answer().hits
    )
    assert (details.sent, details.prompt) == (answer().sent, answer().prompt)
    assert details.seconds == answer().seconds
    recorded = replace(answer(), request_id="req_a")
    assert answer_details.read(answer_details.write(recorded), place="").request_id == "req_a"


def test_no_text_of_a_document_is_copied_into_an_answer() -> None:
    written = answer_details.write(answer())
    assert answer().citations[0].quote in written
    assert not any(hit.chunk.text in written for hit in answer().hits)


def test_scores_in_numpys_own_kind_are_written_as_numbers() -> None:
    scored = replace(answer().hits[0], dense=cast(float, np.float32(0.5)), fused=np.float64(0.25))
    written = json.loads(answer_details.write(replace(answer(), hits=(scored,))))
    assert (written["hits"][0]["dense"], written["hits"][0]["fused"]) == (0.5, 0.25)


def test_the_first_form_is_still_read() -> None:
    details = answer_details.read(FIRST_FORM, place="ans_1")
    assert details.citations[0].quote == "22 ימים"
    assert not details.citations[0].verified
    assert details.hits[0].chunk.ordinal == 7
    assert details.prompt.budget_tokens == 3400
    assert details.request_id is None


def test_a_newer_form_is_refused_with_the_answers_name() -> None:
    with pytest.raises(StoreError, match=r"ans_1.*newer Kesher"):
        answer_details.read('{"version": 99}', place="ans_1")
