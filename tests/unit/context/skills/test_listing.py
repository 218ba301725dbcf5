import pytest

from context_skill_samples import folder, skill
from kesher.context.skills.listing import listed, script_risk, usable
from kesher.domain.skill import SkillFolder, SkillSource, SkillState
from kesher.domain.tool import Risk

BUILT_IN, USER, PROJECT = SkillSource.BUILT_IN, SkillSource.USER, SkillSource.PROJECT


def states(*folders: SkillFolder, trusted: dict[str, str]) -> dict[str, SkillState]:
    shown = listed(folders, trusted, count=len)
    return {entry.folder.place: entry.state for entry in shown}


def test_only_a_built_in_skill_is_trusted_without_a_word() -> None:
    found = states(folder("a", BUILT_IN), folder("b", USER), folder("c", PROJECT), trusted={})
    assert list(found.values()) == [
        SkillState.TRUSTED,
        SkillState.UNTRUSTED,
        SkillState.UNTRUSTED,
    ]


def test_trust_holds_for_the_content_and_a_change_asks_again() -> None:
    seen = folder("a")
    trusted = {"a": seen.content_hash}
    assert states(seen, trusted=trusted) == {"user/a": SkillState.TRUSTED}
    changed = folder("a", body="גוף אחר")
    assert states(changed, trusted=trusted) == {"user/a": SkillState.CHANGED}


def test_the_nearer_of_two_trusted_skills_serves_and_says_what_it_stands_before() -> None:
    near = folder("a", PROJECT, body="קרוב")
    shown = listed((folder("a", BUILT_IN), near), {"a": near.content_hash}, count=len)
    serving = usable(shown)["a"]
    assert serving.folder is near
    assert serving.shadowed == ("built_in/a",)
    assert "that one is nearer" in shown[1].problems[0]


def test_an_untrusted_skill_does_not_stand_before_a_trusted_one() -> None:
    shown = listed((folder("a", BUILT_IN), folder("a", PROJECT, body="זר")), {}, count=len)
    assert usable(shown)["a"].folder.source is BUILT_IN
    assert "it is untrusted" in shown[1].problems[0]


def test_an_invalid_skill_is_listed_with_its_reason_and_never_used() -> None:
    shown = listed((folder("a", extra="author: me\n"),), {}, count=len)
    assert shown[0].state is SkillState.INVALID
    assert "author" in shown[0].problems[0]
    assert usable(shown) == {}


@pytest.mark.parametrize(
    ("source", "said", "risk"),
    [
        (BUILT_IN, None, Risk.WRITE),
        (PROJECT, None, Risk.ACT),
        (PROJECT, "write", Risk.WRITE),
        (PROJECT, "read", Risk.ACT),
        (BUILT_IN, "act", Risk.ACT),
    ],
)
def test_what_a_script_may_do_follows_the_manifest_and_never_falls_under_writing(
    source: SkillSource, said: str | None, risk: Risk
) -> None:
    made = skill("a", metadata=(("risk", said),) if said else ())
    assert script_risk(made, source) is risk
