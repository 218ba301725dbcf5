from dataclasses import dataclass, replace

import pytest

from contract.samples import SCOPE, TEXTS, answer, chunks, hit
from kesher.app.recording import Made, Recording, Stopwatch, put_back, recorded, settings_of
from kesher.domain.answer_record import KEPT_RANKS
from kesher.domain.canonical import digest
from kesher.domain.retrieval import Query, Ranked, Retrieval, RoomFigures

FIGURES = RoomFigures(1, 3, 3, 8, 33)


@dataclass(frozen=True)
class Some:
    top: int = 10
    name: str = "שילוב"
    weights: tuple[float, ...] = (1.0, 0.5)


def test_what_is_kept_of_a_search_holds_no_word_of_what_it_found() -> None:
    first, second, _ = chunks()
    ranking = tuple(Ranked(f"chk_{place}", -place) for place in range(KEPT_RANKS + 1))
    found = Retrieval(
        Query("كم يوم؟ Сколько дней?"),
        (hit(first),),
        (hit(second, neighbour_of=first.id),),
        FIGURES,
        "e5",
        {"embed": 0.25},
        search_text="كم يوم؟ Сколько дней?",
        query_vector=(0.5, -0.5),
        rankings={"dense": ranking},
        fusion="ranks",
    )
    kept = recorded(found, label="aspect 1", began_seconds=1.5)
    assert [each.digest for each in kept.hits] == [digest(TEXTS[0]), digest(TEXTS[1])]
    assert kept.hits[1].neighbour_of == first.id
    assert kept.rankings == {"dense": ranking[:KEPT_RANKS]}
    assert (kept.label, kept.began_seconds, kept.query_vector) == ("aspect 1", 1.5, (0.5, -0.5))
    assert kept.fusion == "ranks"
    assert recorded(replace(found, query_vector=())).query_vector is None
    assert not any(text in repr(kept) for text in TEXTS)


def test_settings_are_named_by_their_part_and_put_back() -> None:
    then = settings_of(search=Some(top=3, name="ranks", weights=(2.0,)))
    assert then == {"search.top": 3, "search.name": "ranks", "search.weights": "[2.0]"}
    assert put_back(Some(), then, "search") == Some(top=3, name="ranks")
    assert put_back(Some(), {"search.unknown": 1, "search.top": "3"}, "search") == Some()


def test_a_stopwatch_tells_stages_in_their_order_also_those_that_failed() -> None:
    watch = Stopwatch()
    with watch.stage("search"):
        inside = watch.seconds
    with pytest.raises(ValueError, match="אין"), watch.stage("write"):
        raise ValueError("אין")
    search, write = watch.stages
    assert (search.name, write.name) == ("search", "write")
    assert search.began_seconds <= inside <= write.began_seconds
    assert write.began_seconds + write.seconds <= watch.seconds
    assert watch.began("write") == write.began_seconds
    assert watch.began("memory") == 0.0


def test_a_record_holds_what_is_fixed_and_what_was_in_force_for_the_answer() -> None:
    recording = Recording({"kesher": "0.1.0"})
    made = recording.record(SCOPE, answer(), Made((), None, (), ()), {"search.top": 3})
    assert (made.room_id, made.thread_id) == (SCOPE.room_id, "thr_a")
    assert made.settings == {"search.top": 3}
    assert (made.versions, made.prompt) == ({"kesher": "0.1.0"}, ())
