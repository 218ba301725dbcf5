"""Which skill of a name serves, and whether it may be loaded."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from kesher.context.skills.manifest import Count, parse
from kesher.domain.skill import ListedSkill, Skill, SkillFolder, SkillSource, SkillState
from kesher.domain.tool import Risk
from kesher.errors import SkillError

RISK_FIELD = "risk"
"""Name under `metadata` by which a skill says what its scripts may do: `write` or `act`."""


def listed(
    folders: Sequence[SkillFolder], trusted: Mapping[str, str], *, count: Count
) -> tuple[ListedSkill, ...]:
    """Return every skill with its state, by name, the one that serves first among its namesakes.

    A nearer skill serves before a farther one (project, user, built in) if it may be loaded; a
    nearer one that is invalid or not trusted stands in nobody's way, and its problems say so.

    Args:
        trusted: Content hashes by name. A built-in skill is trusted without.
    """
    ordered = sorted(folders, key=lambda folder: (folder.name, -folder.source.nearness))
    shown: list[ListedSkill] = []
    for _, namesakes in groupby(ordered, key=lambda folder: folder.name):
        shown.extend(_ranked([_judged(folder, trusted, count) for folder in namesakes]))
    return tuple(shown)


def usable(skills: Sequence[ListedSkill]) -> dict[str, ListedSkill]:
    """Return the skills that may be loaded, by name."""
    serving: dict[str, ListedSkill] = {}
    for entry in skills:
        if entry.state is SkillState.TRUSTED:
            serving.setdefault(entry.folder.name, entry)
    return serving


def script_risk(skill: Skill, source: SkillSource) -> Risk:
    """Return what a run of the skill's scripts may do at worst.

    A script writes files, so no skill lowers it under `WRITE`; one that says nothing may do
    anything, unless it is built in.
    """
    said = dict(skill.metadata).get(RISK_FIELD, "")
    if said == Risk.WRITE or (not said and source is SkillSource.BUILT_IN):
        return Risk.WRITE
    return Risk.ACT


def _judged(folder: SkillFolder, trusted: Mapping[str, str], count: Count) -> ListedSkill:
    try:
        if folder.problem:
            raise SkillError(folder.problem)
        skill = parse(folder.manifest, folder=folder.name, count=count)
    except SkillError as error:
        return ListedSkill(folder, SkillState.INVALID, problems=(str(error),))
    return ListedSkill(folder, _state(folder, trusted), skill)


def _state(folder: SkillFolder, trusted: Mapping[str, str]) -> SkillState:
    if folder.source is SkillSource.BUILT_IN:
        return SkillState.TRUSTED
    known = trusted.get(folder.name)
    if known is None:
        return SkillState.UNTRUSTED
    return SkillState.TRUSTED if known == folder.content_hash else SkillState.CHANGED


def _ranked(namesakes: Sequence[ListedSkill]) -> list[ListedSkill]:
    """Put the serving one first, told what it stands before; the others say why they do not."""
    serving = next((e for e in namesakes if e.state is SkillState.TRUSTED), namesakes[0])
    others = [entry for entry in namesakes if entry is not serving]
    first = ListedSkill(
        serving.folder,
        serving.state,
        serving.skill,
        serving.problems,
        tuple(entry.folder.place for entry in others),
    )
    return [first, *(_behind(entry, serving) for entry in others)]


def _behind(entry: ListedSkill, serving: ListedSkill) -> ListedSkill:
    nearer = entry.folder.source.nearness > serving.folder.source.nearness
    why = f"it is {entry.state}" if nearer else "that one is nearer"
    said = f"`{serving.folder.place}` serves under this name, since {why}."
    return ListedSkill(entry.folder, entry.state, entry.skill, (*entry.problems, said))
