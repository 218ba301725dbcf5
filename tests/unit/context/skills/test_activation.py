import json
from datetime import UTC, datetime

import pytest

from context_skill_samples import folder, skill
from kesher.context.prefix import make_prefix
from kesher.context.skills.activation import loaded, loading, mentions
from kesher.context.trajectory import Trajectory
from kesher.domain.skill import SkillFile, SkillFolder, SkillSource
from kesher.domain.trajectory import Noted

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("/slides תכין מצגת", ("slides",)),
        ("תכין מצגת עם /slides בבקשה", ("slides",)),
        ("\u200f/slides מצגת", ("slides",)),
        ("\u2067/slides\u2069 מצגת", ("slides",)),
        ("/slides, ואחר כך /letters.\n/slides", ("slides",)),
        ("/slides ואחר כך\n/letters", ("slides", "letters")),
        ("ראו /etc/slides או a/slides או 1/2", ()),
        ("/slides/extra", ()),
        ("/slides-more", ()),
        ("/unknown", ()),
        ("//slides", ()),
        ("شغّل /letters الآن", ("letters",)),
        ("запусти /letters", ("letters",)),
    ],
)
def test_a_slash_and_a_known_name_call_a_skill_and_a_path_does_not(
    text: str, called: tuple[str, ...]
) -> None:
    assert mentions(text, {"slides", "letters"}) == called


def test_a_body_is_brought_once_also_after_a_restart_and_again_only_if_changed() -> None:
    trajectory = Trajectory(make_prefix("מערכת"))
    first = folder("slides")
    text, noted = loading(skill("slides"), first, loaded(trajectory.events))
    assert "גוף" in text
    assert noted is not None
    trajectory.append(noted, at=NOW)

    resumed = Trajectory.from_jsonl(trajectory.to_jsonl())
    again, nothing = loading(skill("slides"), first, loaded(resumed.events))
    assert nothing is None
    assert "גוף" not in again
    assert "\n" not in again

    changed = folder("slides", body="גוף חדש")
    assert loading(skill("slides"), changed, loaded(resumed.events))[1] is not None


def test_the_body_names_the_files_beneath_it() -> None:
    files = tuple(SkillFile(f"references/{n:02}.md", "0" * 64, 1) for n in range(50))
    many = SkillFolder("slides", SkillSource.USER, "p", b"", files)
    text, _ = loading(skill("slides"), many, {})
    assert "references/00.md" in text
    assert "and 10 more" in text


def test_what_a_skill_asks_to_use_unasked_enters_no_log() -> None:
    _, noted = loading(skill("slides", allowed_tools=("send_email",)), folder("slides"), {})
    assert isinstance(noted, Noted)
    assert json.loads(noted.body).keys() == {"name", "hash"}
