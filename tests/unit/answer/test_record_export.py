import json
from dataclasses import replace

import pytest

from contract.answer_records import QUESTIONS, record, searched
from contract.recorded import PASSAGE, billed, request
from contract.samples import TEXTS, answer, chunks, document
from kesher.answer.record_export import as_json, as_markdown
from kesher.answer.record_viewing import Held, lanes, view
from kesher.domain.answer_record import PromptPart
from kesher.domain.record_view import RecordView
from kesher.domain.replay import Standing
from kesher.domain.request import SegmentKind
from kesher.domain.retrieval import Ranked

HOSTILE = "| a | <script>x</script> # ראש\n```\n\u202eהפוך"
NOTHING = Held(chunks={}, documents={}, requests={})


def held(text: str = TEXTS[0]) -> Held:
    first, *_ = chunks()
    source = document()
    return Held(
        chunks={first.id: (replace(first, text=text), source)},
        documents={source.id: source},
        requests={"req_a": billed(request())},
    )


def seen(stored: Held = NOTHING, *, question: str = QUESTIONS[0], ranks: int = 10) -> RecordView:
    asked = replace(answer(), question=question, request_id="req_a")
    kept = record("ans_a", searched(question=question))
    part = PromptPart(SegmentKind.EVIDENCE, PASSAGE.hash, 36, 1, PASSAGE.refs)
    return view(replace(kept, prompt=(part,)), asked, stored, ranks=ranks, shared=False)


def test_rows_are_hits_with_their_neighbours_and_then_what_the_rankings_have_beside() -> None:
    (search,) = seen(held()).retrievals
    assert list(search.rankings) == ["dense", "lexical", "grams", "fused"]
    assert [(row.chunk_id, row.rank) for row in search.rows] == [
        ("chk_doc_a_0", 1),
        ("chk_doc_a_1", 1),
        ("chk_doc_a_2", None),
    ]
    hit, beside, other = search.rows
    assert (hit.grade, hit.excerpt, hit.sent) == (3, TEXTS[0], True)
    assert {name: mark.rank for name, mark in hit.marks.items()} == {"dense": 1, "fused": 1}
    assert beside.neighbour_of == hit.chunk_id
    assert other.marks["dense"].score == -0.125


def test_a_view_of_no_depth_shows_hits_alone() -> None:
    (search,) = seen(held(), ranks=0).retrievals
    assert [row.rank for row in search.rows] == [1, 1]


def test_what_the_store_no_longer_has_is_said_to_be_gone_and_shows_no_text() -> None:
    (search,) = seen(held()).retrievals
    standing = [row.standing for row in search.rows]
    assert standing == [Standing.STANDING, Standing.REPLACED, Standing.DELETED]
    (search,) = seen().retrievals
    assert {(row.standing, row.excerpt) for row in search.rows} == {(Standing.DELETED, "")}


def test_calls_tell_what_the_provider_counted() -> None:
    shown = seen(held())
    (call,) = shown.calls
    assert (call.input_tokens, call.cached_tokens, call.uncached_tokens) == (900, 512, 388)
    assert shown.price_usd == call.price_usd == 0.00125
    assert [each.text for each in shown.prompt.segments] == [PASSAGE.text]


def test_stages_of_a_search_begin_when_what_they_need_is_there() -> None:
    spent = {
        "embed": 0.5,
        "lexical": 0.125,
        "grams": 0.25,
        "dense": 0.25,
        "fuse": 0.0625,
        "join": 1.0,
    }
    began = {lane.name: lane.began_ms for lane in lanes(spent, 2.0)}
    assert began == {
        "embed": 2000,
        "lexical": 2000,
        "grams": 2125,
        "dense": 2500,
        "fuse": 2750,
        "join": 2812.5,
    }


def test_json_holds_the_whole_view_and_is_valid_whatever_was_said() -> None:
    shown = seen(held("חצי \ud800 תו"))
    found = json.loads(as_json(shown).encode("utf-8"))
    assert found["form"] == "kesher-answer-record/1"
    assert found["retrievals"][0]["rows"][0]["excerpt"] == "חצי \ufffd תו"
    assert found["created_at"] == "2026-03-01T09:30:15.123456+00:00"
    assert found["settings"][0] == {"name": "no", "value": None}


@pytest.mark.parametrize("question", QUESTIONS)
def test_markdown_is_headed_in_hebrew_for_a_hebrew_question_and_in_english_else(
    question: str,
) -> None:
    hebrew = question in QUESTIONS[:2]
    text = as_markdown(seen(held(), question=question))
    assert text.startswith("# רשומת תשובה: " if hebrew else "# Record of an answer: ")
    assert ("## הפרומפט" if hebrew else "## The prompt") in text


def test_what_a_document_says_becomes_no_markup_of_ours() -> None:
    text = as_markdown(seen(held(HOSTILE)))
    row = next(line for line in text.split("\n") if line.startswith("| 1 |"))
    assert "\\| a \\| \\<script\\>x\\</script\\> \\# ראש \\`\\`\\` \ufffdהפוך" in row
    assert "\u202e" not in text
    columns = next(line for line in text.split("\n") if line.startswith("| # |"))
    assert row.replace("\\|", "").count("|") == columns.count("|")


def test_a_prompt_with_fences_of_its_own_stays_in_its_fence() -> None:
    shown = seen(held())
    (part,) = shown.prompt.segments
    fenced = replace(part, text="a ```` b")
    text = as_markdown(replace(shown, prompt=replace(shown.prompt, segments=(fenced,))))
    assert "`````json\na ```` b\n`````" in text


def test_a_chunk_in_a_ranking_alone_has_its_places_and_nothing_else() -> None:
    lone = replace(searched(), hits=(), rankings={"fused": (Ranked("chk_x", 0.5),)})
    kept = replace(record("ans_a", lone), prompt=())
    shown = view(kept, replace(answer(), hits=()), NOTHING, ranks=1, shared=False)
    (row,) = shown.retrievals[0].rows
    assert (row.document_id, row.document_name, row.page_numbers) == (None, "", ())
    assert row.marks["fused"].rank == 1
