"""The first layer: names and descriptions within a token cap, and a search over the rest."""

from collections.abc import Iterable, Sequence

from kesher.context.skills.manifest import Count
from kesher.domain.skill import Skill
from kesher.ranking.bm25 import Bm25
from kesher.text.terms import index_terms, query_terms

CATALOGUE_TOKENS = 2_000
"""Default cap: about twenty skills with descriptions of a hundred tokens."""

_OPEN = "<skills>\nLoad one with the `skill` tool before a task that it fits."
_CLOSE = "</skills>"


def catalogue(skills: Iterable[Skill], *, count: Count, cap_tokens: int = CATALOGUE_TOKENS) -> str:
    """Return the catalogue for a prefix; empty without skills.

    The same skills in any order give the same bytes. Each description stands whole on a line of
    its own, or is left out; what is left out is counted in the last line, with the way to find it.

    Raises:
        ValueError: the cap does not hold even the line that says that all are left out.
    """
    ordered = sorted(skills, key=lambda skill: skill.name)
    if not ordered:
        return ""
    lines = [f"- {skill.name}: {' '.join(skill.description.split())}" for skill in ordered]
    whole = _joined(lines, 0)
    if count(whole) <= cap_tokens:
        return whole
    for kept in range(len(lines) - 1, -1, -1):
        text = _joined(lines[:kept], len(lines) - kept)
        if count(text) <= cap_tokens:
            return text
    raise ValueError(f"A catalogue of {cap_tokens} tokens holds nothing; allow at least 60.")


def without_catalogue(system: str) -> str:
    """Return a system message up to its catalogue, whose descriptions are in any language."""
    return system.partition(_OPEN)[0]


def find(skills: Sequence[Skill], words: str, *, top: int = 5) -> tuple[Skill, ...]:
    """Return the skills that fit some words of any language best, best first."""
    ordered = sorted(skills, key=lambda skill: skill.name)
    index = Bm25.of([index_terms(_searched(skill)) for skill in ordered])
    ranked = index.rank(query_terms(words), top=top)
    return tuple(ordered[position] for position, _ in ranked)


def _joined(lines: Sequence[str], left_out: int) -> str:
    more = (
        [f"and {left_out} more: call the `skill` tool with `search` and a word of the task."]
        if left_out
        else []
    )
    return "\n".join([_OPEN, *lines, *more, _CLOSE])


def _searched(skill: Skill) -> str:
    return f"{skill.name.replace('-', ' ')} {skill.name.replace('-', ' ')} {skill.description}"
