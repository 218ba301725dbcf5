import pytest

from kesher.context.compaction.strategies import Rates, Strategy, plan, tasks
from kesher.context.compaction.tasks import verdict, write
from kesher.domain.message import Reasoning
from unit.context.compaction.sessions import (
    FACTS,
    applied,
    grown,
    research,
    result,
    seen,
    text_at,
    texts,
    user,
)

SHORTENING = [each for each in Strategy if each is not Strategy.NONE]
RESULTS = (2, 4, 6)


def rates() -> Rates:
    return Rates(result_tokens=90, combined_tokens=200, start_fraction=0.5, target_fraction=0.2)


def test_none_leaves_every_result_whole() -> None:
    assert plan(Strategy.NONE, seen(research())) == ()


@pytest.mark.parametrize("strategy", SHORTENING)
def test_results_become_shorter_and_the_rest_stays(strategy: Strategy) -> None:
    before = research()
    after = applied(before, plan(strategy, seen(before), rates()))
    assert seen(after).tokens < 0.4 * seen(before).tokens
    untouched = [e for e in before.entries() if e.sequence not in RESULTS]
    assert [e for e in after.entries() if e.sequence not in RESULTS] == untouched


@pytest.mark.parametrize("strategy", SHORTENING)
def test_compaction_twice_equals_once(strategy: Strategy) -> None:
    once = applied(research(), plan(strategy, seen(research()), rates()))
    assert plan(strategy, seen(once), rates()) == ()


@pytest.mark.parametrize("strategy", SHORTENING)
def test_signed_reasoning_stays_to_the_byte(strategy: Strategy) -> None:
    before = research(thought=Reasoning("צריך לחפש.", signature="c2ln"))
    after = applied(before, plan(strategy, seen(before), rates()))
    assert after.entries()[1] == before.entries()[1]


@pytest.mark.parametrize("strategy", [Strategy.CONTEXT_AWARE, Strategy.CITED, Strategy.ADAPTIVE])
def test_what_the_request_asks_for_is_kept_word_for_word(strategy: Strategy) -> None:
    after = applied(research(), plan(strategy, seen(research()), rates()))
    assert all(fact in texts(after) for fact in FACTS)


def test_one_combined_summary_stands_with_the_last_result_and_the_others_point_to_it() -> None:
    after = applied(research(), plan(Strategy.COMBINED, seen(research()), rates()))
    assert text_at(after, 2) == "[סוכם יחד עם תוצאת הקריאה c3]"
    assert text_at(after, 6).startswith("[קוצר; הנוסח המלא שמור ביומן, אירוע 6]")


def test_citations_name_the_address_of_each_sentence() -> None:
    page = "\n".join(
        [
            "מקור: https://alon.example/staff",
            "מנהלת המכון היא רות שגיא.",
            "מקור: https://cedar.example/lab",
            "המעבדה של Cedar עברה לבניין K-17.",
            *["משפט רחב על דברים אחרים לגמרי שאין בהם עניין לאיש." for _ in range(40)],
        ]
    )
    trajectory = research()
    before = grown(*(e.payload for e in trajectory.events[:2]), result("c1", page))
    shown = texts(applied(before, plan(Strategy.CITED, seen(before), rates())))
    assert "מנהלת המכון היא רות שגיא. [" in shown
    assert "] https://alon.example/staff" in shown


def test_the_adaptive_window_waits_until_the_window_is_four_fifths_full() -> None:
    trajectory = research()
    used = seen(trajectory).tokens
    assert plan(Strategy.ADAPTIVE, seen(trajectory, budget_tokens=int(used / 0.79))) == ()
    assert plan(Strategy.ADAPTIVE, seen(trajectory, budget_tokens=int(used / 0.81)))


def test_the_adaptive_window_takes_all_results_without_a_mark_at_once() -> None:
    edits = plan(Strategy.ADAPTIVE, seen(research(), budget_tokens=1_000))
    assert [edit.targets for edit in edits] == [(at,) for at in RESULTS]


@pytest.mark.parametrize("strategy", SHORTENING)
def test_an_extract_passes_the_check_that_a_models_summary_must_pass(strategy: Strategy) -> None:
    situation = seen(research())
    for task in tasks(strategy, situation, rates()):
        found = verdict(task, write(task, situation), situation)
        assert found.accepts, found.reasons()


def test_an_error_is_never_shortened_away() -> None:
    trajectory = research()
    long_error = "error: quota Q-12 exceeded. " + "פירוט השגיאה. " * 100
    before = grown(*(e.payload for e in trajectory.events[:2]), result("c1", long_error), user("?"))
    assert plan(Strategy.CONTEXT_AWARE, seen(before), rates()) == ()
