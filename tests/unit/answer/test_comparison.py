import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.answer_records import QUESTIONS, searched
from contract.samples import TEXTS, digest
from kesher.answer.comparison import (
    prompts_compared,
    searches_compared,
    texts_compared,
    values_compared,
)
from kesher.domain.answer_record import PromptPart, RecordedHit, Setting
from kesher.domain.replay import Fate, Side, Standing, ValueChange
from kesher.domain.request import SegmentKind
from kesher.domain.retrieval import Ranked


def hits(*names: str) -> tuple[RecordedHit, ...]:
    return tuple(
        RecordedHit(name, "doc_a", place, digest(name), place)
        for place, name in enumerate(names, start=1)
    )


def fates(then: tuple[RecordedHit, ...], now: tuple[RecordedHit, ...]) -> list[tuple[str, Fate]]:
    change = searches_compared(
        replace(searched(), hits=then), replace(searched(), hits=now), standing={}
    )
    places = [(hit.now or hit.then, hit.fate) for hit in change.hits]
    return [(place.chunk_id, fate) for place, fate in places if place is not None]


def part(text: str, kind: SegmentKind = SegmentKind.EVIDENCE) -> PromptPart:
    return PromptPart(kind, digest(text), len(text), 1)


def test_hits_stay_move_come_and_go() -> None:
    assert fates(hits("א", "ب", "в", "d"), hits("א", "в", "ب", "ה")) == [
        ("א", Fate.SAME),
        ("в", Fate.MOVED),
        ("ب", Fate.MOVED),
        ("ה", Fate.IN),
        ("d", Fate.OUT),
    ]


def test_a_hit_that_becomes_a_neighbour_has_moved() -> None:
    (hit,) = hits("א")
    beside = replace(hit, neighbour_of="ב")
    assert fates((hit,), (beside,)) == [("א", Fate.MOVED)]


def test_the_same_text_of_a_document_read_anew_is_the_same_hit() -> None:
    (old,) = hits("ישן")
    new = replace(old, chunk_id="חדש")
    change = searches_compared(
        replace(searched(), hits=(old,)),
        replace(searched(), hits=(new,)),
        standing={"ישן": Standing.REPLACED},
    )
    (hit,) = change.hits
    assert (hit.fate, hit.standing) == (Fate.SAME, Standing.REPLACED)
    assert hit.then is not None
    assert hit.now is not None
    assert (hit.then.chunk_id, hit.now.chunk_id) == ("ישן", "חדש")


def test_the_same_text_in_another_document_is_another_hit() -> None:
    (old,) = hits("ישן")
    new = replace(old, chunk_id="חדש", document_id="doc_b")
    assert fates((old,), (new,)) == [("חדש", Fate.IN), ("ישן", Fate.OUT)]


def test_a_hit_that_is_out_tells_where_it_stands_in_todays_rankings() -> None:
    (old, other) = hits("א", "ב")
    ranks = {"fused": (Ranked("ב", 0.5), Ranked("א", 0.25)), "lexical": ()}
    change = searches_compared(
        replace(searched(), hits=(old,)),
        replace(searched(), hits=(replace(other, rank=1),), rankings=ranks),
        standing={},
    )
    gone = next(hit for hit in change.hits if hit.fate is Fate.OUT)
    assert gone.now is not None
    assert gone.now.rank is None
    assert (gone.now.marks["fused"].rank, gone.now.marks["fused"].score) == (2, 0.25)


def test_vectors_are_compared_in_one_space_only() -> None:
    one = searched()
    assert searches_compared(one, one, {}).vector_cosine == pytest.approx(1)
    other = replace(one, embedder="another model")
    assert searches_compared(one, other, {}).vector_cosine is None
    assert searches_compared(replace(one, query_vector=None), one, {}).vector_cosine is None


def test_of_a_prompt_only_what_came_or_went_shows_its_text() -> None:
    kept, gone, new = (part(text) for text in TEXTS)
    change = prompts_compared(
        (kept, gone),
        (kept, new),
        texts_then=dict(zip((kept.hash, gone.hash), TEXTS[:2], strict=True)),
        texts_now={kept.hash: TEXTS[0], new.hash: TEXTS[2]},
    )
    told = [(each.fate, each.text) for each in change.parts]
    assert told == [(Fate.SAME, ""), (Fate.IN, TEXTS[2]), (Fate.OUT, TEXTS[1])]
    assert change.tokens_now - change.tokens_then == len(TEXTS[2]) - len(TEXTS[1])


def test_parts_that_changed_places_have_moved() -> None:
    one, two, three = (part(text) for text in TEXTS)
    change = prompts_compared((one, two, three), (two, one, three), texts_then={}, texts_now={})
    assert [each.fate for each in change.parts].count(Fate.MOVED) == 1
    assert change.parts[2].fate is Fate.SAME


TEXT = st.text(st.sampled_from("אב גד ab سл\n0"), max_size=40)


@given(TEXT, TEXT)
def test_the_pieces_of_each_side_are_that_text(then: str, now: str) -> None:
    pieces = texts_compared(then, now)
    assert "".join(each.text for each in pieces if each.side is not Side.NOW) == then
    assert "".join(each.text for each in pieces if each.side is not Side.THEN) == now


@pytest.mark.parametrize("text", QUESTIONS)
def test_one_changed_word_is_told_alone(text: str) -> None:
    first, *rest = re.findall(r"\S+\s*", text)
    pieces = texts_compared(text, "אחרת " + "".join(rest))
    assert [(each.side, each.text) for each in pieces] == [
        (Side.THEN, first),
        (Side.NOW, "אחרת "),
        (Side.BOTH, "".join(rest)),
    ]


def test_values_that_differ_are_told_by_name() -> None:
    then: dict[str, Setting] = {"a": 1, "ב": "x", "gone": True}
    now: dict[str, Setting] = {"a": 1, "ב": "y", "new": 0.5}
    assert values_compared(then, now) == (
        ValueChange("gone", True, None),
        ValueChange("new", None, 0.5),
        ValueChange("ב", "x", "y"),
    )
