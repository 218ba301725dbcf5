import pytest

from kesher.text.versions import are_versions, one_of_each, words_of


def alike(one: str, other: str) -> bool:
    return are_versions(frozenset(words_of(one)), frozenset(words_of(other)))


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        (
            "עובד רשאי לעבוד מהבית עד יומיים בשבוע באישור המנהל הישיר מראש ובכתב",
            "עובד רשאי לעבוד מהבית עד שלושה ימים בשבוע באישור המנהל הישיר מראש ובכתב",
        ),
        (
            "Staff may work from home two days a week with their manager's leave.",
            "Staff may work from home three days a week with their manager's leave.",
        ),
        (
            "Сотруднику полагается 28 дней отпуска в год по заявлению.",
            "Сотруднику полагается 30 дней отпуска в год по заявлению.",
        ),
        (
            "يحق للموظف 21 يوما من الإجازة السنوية بعد موافقة المديرة",
            "يحق للموظف 24 يوما من الإجازة السنوية بعد موافقة المديرة",
        ),
    ],
)
def test_texts_that_differ_in_a_few_words_are_versions(text: str, edition: str) -> None:
    assert alike(text, edition)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("שעות קבלה: 9 עד 12", "שעות קבלה: 9 עד 13"),
        (
            "עובד רשאי לעבוד מהבית עד יומיים בשבוע באישור המנהל הישיר",
            "החזר על כיסא משרדי לעובד מהבית הוא עד 800 שקלים באישור המנהל",
        ),
        ("", ""),
    ],
)
def test_labels_and_texts_on_one_matter_are_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_one_of_each_group_comes_first_and_nothing_is_lost() -> None:
    words = ["a1", "a2", "b1", "a3", "c1", "b2"]
    ordered = one_of_each(words, same=lambda x, y: x[0] == y[0], best=max, places=2)
    assert ordered == ["a3", "b2", "a1", "a2", "b1", "c1"]


def test_without_versions_the_order_stays() -> None:
    assert one_of_each("dacb", same=str.__eq__, best=max, places=2) == list("dacb")
