"""Rules on a prompt's build: tags, headings, sections, lists; and on its examples."""

import re
from collections.abc import Iterator, Sequence

from kesher.context.prompt_lint.findings import Finding, found
from kesher.text.terms import index_terms

LONG_CHARS = 1_500
RULES_MOST = 20
EXAMPLES_MOST = 8
ALIKE_FRACTION = 0.8

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)((?:\s+[\w-]+=\"[^\"\n]*\")*)\s*(/?)>")
_HEADING = re.compile(r"^(#{1,6})\s+\S.*$", re.MULTILINE)
_BULLETS = re.compile(r"(?:^[ \t]*[-*•][ \t].+\n?)+", re.MULTILINE)
_STEP = re.compile(r"^\s*\d+[.)]\s", re.MULTILINE)


def structure(text: str, part: str) -> Iterator[Finding]:
    """Yield the faults of a prompt's build. Code between backticks is not looked at for tags."""
    bare = _CODE.sub(lambda match: " " * len(match.group()), text)
    yield from _tags(bare, text, part)
    yield from _headings(bare, part)
    if len(text) > LONG_CHARS and not any(p.search(bare) for p in (_TAG, _HEADING, _STEP)):
        yield found("no_structure", part, text, 0, 60)
    for block in _BULLETS.finditer(bare):
        if block.group().strip().count("\n") >= RULES_MOST:
            yield found("long_rule_list", part, text, block.start(), block.start() + 60)


def examples(texts: Sequence[str]) -> Iterator[Finding]:
    """Yield what is wrong with a few-shot set: too many examples, or two nearly the same.

    Near is a Jaccard similarity of the index terms of at least `ALIKE_FRACTION`.
    """
    if len(texts) > EXAMPLES_MOST:
        extra = texts[EXAMPLES_MOST]
        yield found("examples_many", f"examples[{EXAMPLES_MOST}]", extra, 0, 60)
    terms = [set(index_terms(text)) for text in texts]
    for place, text in enumerate(texts):
        if any(_alike(terms[place], earlier) for earlier in terms[:place]):
            yield found("examples_alike", f"examples[{place}]", text, 0, 60)


def _alike(one: set[str], other: set[str]) -> bool:
    return bool(one) and len(one & other) >= ALIKE_FRACTION * len(one | other)


def _tags(bare: str, text: str, part: str) -> Iterator[Finding]:
    opened: list[re.Match[str]] = []
    paired: set[str] = set()
    odd: list[re.Match[str]] = []
    for match in _TAG.finditer(bare):
        name = match.group(2)
        if match.group(4):
            continue
        if not match.group(1):
            opened.append(match)
        elif all(each.group(2) != name for each in opened):
            odd.append(match)
        else:
            while opened[-1].group(2) != name:
                odd.append(opened.pop())
            opened.pop()
            paired.add(name)
    for match in [*odd, *opened]:
        if not _is_mention(match, bare, paired):
            yield found("unclosed_tag", part, text, *match.span())


def _is_mention(match: re.Match[str], text: str, paired: set[str]) -> bool:
    """Tell a tag that is spoken of, amid a line, from one that should enclose something."""
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    return bool(before.strip()) and match.group(2) in paired


def _headings(bare: str, part: str) -> Iterator[Finding]:
    before = 0
    for match in _HEADING.finditer(bare):
        level = len(match.group(1))
        if before and level > before + 1:
            yield found("heading_jump", part, bare, *match.span())
        before = level
