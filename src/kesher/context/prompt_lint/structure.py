"""Rules on a prompt's build: tags, headings, sections, code blocks."""

import re
from collections.abc import Iterator

from kesher.context.prompt_lint.findings import Finding, found

LONG_CHARS = 1_500
RULES_MOST = 20

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)((?:\s+[\w-]+=\"[^\"\n]*\")*)\s*(/?)>")
_HEADING = re.compile(r"^(#{1,6})\s+\S.*$", re.MULTILINE)
_BULLETS = re.compile(r"(?:^[ \t]*[-*•][ \t].+\n?)+", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
_EMPTY = re.compile(r"^[ \t]*<([A-Za-z][\w-]*)>\s*</\1>", re.MULTILINE)
_SECTION = re.compile(
    r"^[ \t]*(?:<(role|rules|instructions|procedure|steps|output|format|constraints|decisions|"
    r"context|task|tone|goal)>|(#{1,6}[ \t]+\S[^\n]*?)[ \t]*$)",
    re.MULTILINE,
)
_STEP = re.compile(r"^\s*\d+[.)]\s", re.MULTILINE)


def without_code(text: str) -> str:
    """Return the text with what stands between backticks blanked, every place kept."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def structure(text: str, part: str) -> Iterator[Finding]:
    """Yield the faults of a prompt's build. Code between backticks is not looked at for tags."""
    bare = without_code(text)
    yield from _tags(bare, text, part)
    yield from _headings(bare, part)
    yield from _sections(bare, part)
    if len(text) > LONG_CHARS and not any(p.search(bare) for p in (_TAG, _HEADING, _STEP)):
        yield found("no_structure", part, text, 0, 60)
    for block in _BULLETS.finditer(bare):
        if block.group().strip().count("\n") >= RULES_MOST:
            yield found("long_rule_list", part, text, block.start(), block.start() + 60)
    fences = list(_FENCE.finditer(text))
    if len(fences) % 2:
        yield found("fence_open", part, text, fences[-1].start(), text.find("\n", fences[-1].end()))


def _sections(bare: str, part: str) -> Iterator[Finding]:
    for match in _EMPTY.finditer(bare):
        yield found("section_empty", part, bare, *match.span())
    # A tag that is named more generally may well come often (<rule>, <document>, <example>).
    seen: set[str] = set()
    outer = ""
    for match in _SECTION.finditer(bare):
        name = (match.group(1) or match.group(2)).casefold()
        if name.startswith("# "):
            outer = name
        key = name if name.startswith("# ") else f"{outer}\n{name}"
        if key in seen:
            yield found("section_twice", part, bare, *match.span())
        seen.add(key)


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
