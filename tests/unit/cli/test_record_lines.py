from dataclasses import replace

from contract.answer_records import FIGURES, QUESTIONS, searched
from contract.samples import NOW, TEXTS, digest
from kesher.answer.comparison import prompts_compared, searches_compared, texts_compared
from kesher.cli.record_lines import replay_lines
from kesher.domain.answer import AnswerKind
from kesher.domain.answer_record import PromptPart
from kesher.domain.replay import AnswerChange, Replay, SettingsOf, Standing, ValueChange
from kesher.domain.request import SegmentKind
from kesher.server.record_schemas import Replay as ShownReplay


def lines(replay: Replay) -> list[str]:
    shown = ShownReplay.model_validate(replay, from_attributes=True)
    return list(replay_lines(shown.model_dump(mode="json")))


def test_what_differs_is_told_place_by_place_and_word_by_word() -> None:
    then = searched()
    first, beside = then.hits
    now = replace(then, hits=(replace(beside, neighbour_of=None),), figures=FIGURES)
    old, new = (PromptPart(SegmentKind.EVIDENCE, digest(text), 7, 1) for text in TEXTS[:2])
    told = lines(
        Replay(
            answer_id="ans_a",
            at=NOW,
            settings_of=SettingsOf.TODAY,
            versions=(ValueChange("terms", "1", "2"),),
            settings=(ValueChange("search.top", 10, None),),
            searches=(searches_compared(then, now, {first.chunk_id: Standing.DELETED}),),
            prompt=prompts_compared([old], [new], texts_then={}, texts_now={}),
            answer=AnswerChange(
                AnswerKind.MODEL,
                AnswerKind.EXTRACTIVE,
                None,
                0.75,
                texts_compared("22 ימים", "22 يوما"),
                quotes_in=(),
                quotes_out=(QUESTIONS[3],),
                model=None,
            ),
        )
    )
    assert told[0] == "It would differ today."
    assert "versions: terms was 1, is 2" in told
    assert "settings: search.top was 10, is none" in told
    assert f"    out: {first.chunk_id} #1 → {first.chunk_id} no hit (fused #1), deleted" in told
    assert any(line.startswith(f"    moved: {beside.chunk_id} #1 (beside") for line in told)
    assert f"    in: evidence, 7 tokens, {new.hash[:12]}" in told
    assert "Answer: model then, extractive now" in told
    assert told[-3:] == ["  22 ", "- ימים", "+ يوما"]


def test_nothing_that_differs_is_said_in_a_line() -> None:
    same = searches_compared(searched(), searched(), {})
    told = lines(Replay("ans_a", NOW, SettingsOf.THEN, (), (), (same,), None, None))
    assert told[0] == "Nothing would differ today."
    assert told[-1] == "    2 hits stand where they stood"
