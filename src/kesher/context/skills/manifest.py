"""`SKILL.md`: its YAML front matter and its body, read strictly and safely.

Source: the Agent Skills specification, agentskills.io.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import yaml

from kesher.domain.skill import Skill
from kesher.errors import SkillError
from kesher.text.harmless import harmless

Count: TypeAlias = Callable[[str], int]
"""Tokens of a text."""

NAME_CHARS = 64
DESCRIPTION_CHARS = 1_024
COMPATIBILITY_CHARS = 500
BODY_TOKENS = 5_000
BODY_LINES = 500
MANIFEST_BYTES = 256 * 1024
"""A larger file is no manifest that the limits above allow, in any language."""

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FENCE = re.compile(r"---[ \t]*")
_TOOL = re.compile(r"[^\s(),]+(?:\([^()]*\))?")
_FIELDS = frozenset(
    {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
)
_Fields: TypeAlias = Mapping[str, object]


def parse(manifest: bytes, *, folder: str, count: Count) -> Skill:
    """Return the skill that a `SKILL.md` describes.

    Args:
        folder: Name of the folder it lies in.
        count: Tokens of a text, for the limit of the body.

    Raises:
        SkillError: it breaks the specification; the message names every breach.
    """
    fields, body = _split(manifest, folder)
    found = [*_problems(fields, folder), *_body_problems(body, count)]
    if found:
        raise SkillError(f"The skill `{folder}` is not valid: " + " ".join(found))
    metadata = fields.get("metadata") or {}
    return Skill(
        name=str(fields["name"]),
        description=str(fields["description"]).strip(),
        body=body,
        license=str(fields.get("license") or ""),
        compatibility=str(fields.get("compatibility") or ""),
        metadata=tuple(sorted(metadata.items())) if isinstance(metadata, dict) else (),
        allowed_tools=_tools(fields.get("allowed-tools")),
    )


class _Loader(yaml.BaseLoader):
    """Every scalar stays the text that was written: `1.0` is no number, `no` no truth value."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases (`*name`) are not used in a manifest")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        seen: set[object] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(
                    None, None, "a field's name must be a word", key.start_mark
                )
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the field `{key.value}` stands twice", key.start_mark
                )
            seen.add(key.value)
        return dict(super().construct_mapping(node, deep))


def _split(manifest: bytes, folder: str) -> tuple[_Fields, str]:
    lines = _text(manifest, folder).split("\n")
    if not _FENCE.fullmatch(lines[0]):
        raise SkillError(
            f"`SKILL.md` of `{folder}` does not begin with a line `---`. Begin it with front "
            f"matter: `---`, `name: {folder}`, `description: ...`, `---`."
        )
    end = next((n for n, line in enumerate(lines) if n and _FENCE.fullmatch(line)), None)
    if end is None:
        raise SkillError(
            f"The front matter of `{folder}` has no end. Put a line `---` after its last field."
        )
    return _fields("\n".join(lines[1:end]), folder), "\n".join(lines[end + 1 :]).strip("\n")


def _text(manifest: bytes, folder: str) -> str:
    if len(manifest) > MANIFEST_BYTES:
        raise SkillError(
            f"`SKILL.md` of `{folder}` has {len(manifest):,} bytes; {MANIFEST_BYTES:,} is the "
            f"most. Move details into files that it refers to."
        )
    try:
        text = manifest.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SkillError(
            f"`SKILL.md` of `{folder}` is not UTF-8 (byte {error.start}). Save it as UTF-8."
        ) from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    hidden = next((char for char in lines if char not in "\n\t\f" and _is_control(char)), None)
    if hidden is not None:
        raise SkillError(
            f"`SKILL.md` of `{folder}` holds the control character U+{ord(hidden):04X}. Take it "
            f"out: it is no text."
        )
    return lines


def _is_control(char: str) -> bool:
    return unicodedata.category(char) == "Cc"


def _fields(text: str, folder: str) -> _Fields:
    try:
        fields = yaml.load(text, Loader=_Loader)  # noqa: S506 - a base loader makes strings only
    except (yaml.YAMLError, RecursionError) as error:
        said = " ".join(str(error).split())[:300]
        raise SkillError(
            f"The front matter of `{folder}` is no valid YAML: {said}. A value that holds `: ` "
            f"must stand in quotes."
        ) from error
    if not isinstance(fields, dict):
        raise SkillError(
            f"The front matter of `{folder}` holds no fields. Give `name` and `description`."
        )
    return {str(name): value for name, value in fields.items()}


def _problems(fields: _Fields, folder: str) -> Iterator[str]:
    unknown = sorted(set(fields) - _FIELDS)
    if unknown:
        yield (
            f"Unknown fields: {', '.join(f'`{name}`' for name in unknown)}; your own go under "
            f"`metadata`."
        )
    yield from _name_problems(fields.get("name"), folder)
    yield from _text_problems(fields, "description", DESCRIPTION_CHARS, needed=True)
    yield from _text_problems(fields, "compatibility", COMPATIBILITY_CHARS)
    yield from _text_problems(fields, "license", DESCRIPTION_CHARS)
    metadata = fields.get("metadata")
    if metadata and not (
        isinstance(metadata, dict) and all(isinstance(v, str) for v in metadata.values())
    ):
        yield "`metadata` must be names with one text each."
    tools = fields.get("allowed-tools")
    if tools and not (isinstance(tools, str) or _all_text(tools)):
        yield "`allowed-tools` must be tool names parted by spaces."


def _name_problems(name: object, folder: str) -> Iterator[str]:
    if not isinstance(name, str) or not name:
        yield "`name` is missing."
        return
    if len(name) > NAME_CHARS:
        yield f"`name` has {len(name)} characters; {NAME_CHARS} is the most."
    if not _NAME.fullmatch(name):
        yield (
            f"`name` is `{name}`; it may hold a-z, 0-9 and single hyphens between them (the "
            f"description may be Hebrew)."
        )
    if name != folder:
        yield f"`name` is `{name}` and the folder `{folder}`; make them equal."


def _text_problems(
    fields: _Fields, field: str, limit: int, *, needed: bool = False
) -> Iterator[str]:
    value = fields.get(field)
    if field not in fields:
        if needed:
            yield f"`{field}` is missing."
    elif not isinstance(value, str):
        yield f"`{field}` must be a text."
    elif not value.strip():
        yield f"`{field}` is empty."
    elif harmless(value) != value:
        yield f"`{field}` holds control characters or turns the order of its letters."
    elif len(value) > limit:
        yield f"`{field}` has {len(value):,} characters; {limit:,} is the most."


def _body_problems(body: str, count: Count) -> Iterator[str]:
    lines = body.count("\n") + 1
    if not body.strip():
        yield "The body is empty: say what to do."
    if lines >= BODY_LINES:
        yield f"The body has {lines} lines; it must stay under {BODY_LINES}."
    if (tokens := count(body)) >= BODY_TOKENS:
        yield (
            f"The body takes {tokens:,} tokens; it must stay under {BODY_TOKENS:,}. Move details "
            f"into files that it refers to."
        )


def _all_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _tools(value: object) -> tuple[str, ...]:
    """Read names parted by spaces or commas; `Bash(git add *)` is one name."""
    text = " ".join(value) if isinstance(value, list) else str(value or "")
    return tuple(dict.fromkeys(_TOOL.findall(text)))
