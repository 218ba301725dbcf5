import random

import pytest

from context_skill_samples import skill
from kesher.context.skills.catalogue import catalogue, find
from kesher.domain.skill import Skill


def words(text: str) -> int:
    return len(text.split())


SKILLS = [
    skill("slides", "הכנת מצגת מתוך מסמך PDF"),
    skill("letters", "Formal letters in Hebrew"),
    skill("رسائل".encode().hex()[:12], "كتابة الرسائل الرسمية"),
    skill("pisma", "Деловые письма на русском языке"),
    *(skill(f"skill-{n:02}", f"מיומנות מספר {n}\nשורה שנייה") for n in range(30)),
]


def test_the_same_skills_in_any_order_give_the_same_bytes() -> None:
    shown = {
        catalogue(random.Random(seed).sample(SKILLS, len(SKILLS)), count=words)  # noqa: S311
        for seed in range(20)
    }
    assert len(shown) == 1


def test_a_catalogue_under_the_cap_holds_every_description_whole() -> None:
    text = catalogue(SKILLS, count=words, cap_tokens=10_000)
    assert all(" ".join(s.description.split()) in text for s in SKILLS)
    assert "more" not in text


@pytest.mark.parametrize("cap", [40, 60, 100, 150])
def test_what_does_not_fit_is_counted_and_the_way_to_it_is_told(cap: int) -> None:
    text = catalogue(SKILLS, count=words, cap_tokens=cap)
    kept = text.count("\n- ")
    assert words(text) <= cap
    assert f"and {len(SKILLS) - kept} more" in text
    assert "`search`" in text


def test_no_skills_give_no_bytes() -> None:
    assert catalogue([], count=words) == ""


def test_a_cap_that_holds_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="holds nothing"):
        catalogue(SKILLS, count=words, cap_tokens=3)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("תכין לי בבקשה מהמסמך מצגות", None),
        ("מהמסמך תעשה מצגת", "slides"),
        ("a formal letter", "letters"),
        ("деловое письмо", "pisma"),
    ],
)
def test_words_of_the_task_find_the_skill_in_its_language(asked: str, name: str | None) -> None:
    found: tuple[Skill, ...] = find(SKILLS, asked)
    assert found[0].name == (name or "slides")
