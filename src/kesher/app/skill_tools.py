"""The three tools by which a model uses skills: load one, read a file of it, run a script of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from kesher.app.skills import Skills
from kesher.context.skills.activation import loaded, loading, source
from kesher.context.skills.catalogue import find
from kesher.context.skills.listing import script_risk
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.skill import ListedSkill
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Event
from kesher.errors import SkillError, ToolError
from kesher.ports.skills import ScriptLimits, ScriptResult
from kesher.ports.tools import Tool, ToolOutput

Events: TypeAlias = Callable[[], Sequence[Event]]
"""The trajectory's events so far."""

READ_CHARS = 12_000
"""Most characters of a file that one reading gives."""

_RISKS = (Risk.READ, Risk.WRITE, Risk.ACT)


async def skill_tools(
    skills: Skills,
    *,
    events: Events,
    work_folder: Path,
    limits: ScriptLimits | None = None,
) -> tuple[Tool, ...]:
    """Return the tools for one trajectory; none where no skill may be loaded.

    Args:
        events: Says what is loaded already, also after a restart.
        work_folder: Where scripts run, find what they are given and leave what they make.
    """
    usable = await skills.usable()
    if not usable:
        return ()
    return (
        LoadSkill(skills, events),
        ReadSkillFile(skills),
        RunSkillScript(skills, usable, work_folder, limits or ScriptLimits()),
    )


class LoadSkill:
    """`skill`: a body, once a trajectory; or a search over all skills."""

    def __init__(self, skills: Skills, events: Events) -> None:
        self._skills = skills
        self._events = events
        # Loaded by calls of the same turn, whose results are not in the log yet.
        self._under_way: dict[str, str] = {}

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return ToolSpec(
            name="skill",
            description=(
                "Load a skill: instructions for a kind of task. Call it with `name` before you "
                "begin a task that a skill in <skills> fits; follow what it returns. A skill is "
                "loaded once; its instructions hold to the end. Where the list of skills ends "
                "with 'and N more', find the others with `search`, words of the task in any "
                'language. Example: {"name": "slides-from-document"} or {"search": "מצגת"}.'
            ),
            parameters=_schema(
                {
                    "name": {"type": "string", "description": "A skill's name, exactly."},
                    "search": {"type": "string", "description": "Words of the task."},
                }
            ),
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Load by `name`, or search.

        Raises:
            ToolError: neither is given, or the skill may not be loaded.
        """
        name, words = _text(arguments, "name"), _text(arguments, "search")
        if not name and not words:
            raise ToolError("Give `name` to load a skill, or `search` with words of the task.")
        with _as_tool_error():
            return await (self._load(name) if name else self._find(words))

    async def _load(self, name: str) -> ToolOutput:
        opened = await self._skills.open(name)
        # Nothing is awaited from here, so two calls at the same time cannot both bring the body.
        known = loaded(self._events()) | self._under_way
        text, noted = loading(opened.skill, opened.folder, known)
        if noted is None:
            return ToolOutput(text, source=source(name))
        self._under_way[name] = opened.folder.content_hash
        return ToolOutput(text, source=source(name), pinned=True, notes=(noted,))

    async def _find(self, words: str) -> ToolOutput:
        usable = [entry.skill for entry in await self._skills.usable() if entry.skill]
        found = find(usable, words)
        if not found:
            return ToolOutput(f"No skill fits `{words}`. Go on without one, or try other words.")
        return ToolOutput("\n".join(f"- {skill.name}: {skill.description}" for skill in found))


class ReadSkillFile:
    """`read_skill_file`: the third layer, a file that a skill's body refers to."""

    def __init__(self, skills: Skills) -> None:
        self._skills = skills

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return ToolSpec(
            name="read_skill_file",
            description=(
                "Read a text file of a skill, when its instructions send you there. Gives up to "
                f"{READ_CHARS:,} characters from `offset` and says how to go on. It reads files "
                'of skills only. Example: {"skill": "writing-style", "path": '
                '"references/features.md"}.'
            ),
            parameters=_schema(
                {
                    "skill": {"type": "string", "description": "The skill's name."},
                    "path": {"type": "string", "description": "Path inside the skill."},
                    "offset": {
                        "type": "integer",
                        "minimum": 0,
                        "description": "First character, from 0. Default 0.",
                    },
                },
                required=("skill", "path"),
            ),
            idempotent=True,
        )

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Read.

        Raises:
            ToolError: the skill may not be used or has no such text file.
        """
        name, path = _text(arguments, "skill"), _text(arguments, "path")
        offset = arguments.get("offset")
        start = offset if isinstance(offset, int) else 0
        with _as_tool_error():
            text = await self._skills.read(name, path)
        end = start + READ_CHARS
        shown = text[start:end]
        if end < len(text):
            shown += f"\n[{len(text) - end:,} more characters; go on with offset {end}]"
        return ToolOutput(shown, source=f"{source(name)}/{path}")


class RunSkillScript:
    """`run_skill_script`: a script of a skill, in a process of its own with limits."""

    def __init__(
        self,
        skills: Skills,
        usable: Sequence[ListedSkill],
        work_folder: Path,
        limits: ScriptLimits,
    ) -> None:
        self._skills = skills
        self._risks = {
            entry.skill.name: script_risk(entry.skill, entry.folder.source)
            for entry in usable
            if entry.skill
        }
        self._work_folder = work_folder
        self._limits = limits

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema; its risk is that of the riskiest skill."""
        return ToolSpec(
            name="run_skill_script",
            description=(
                "Run a script of a skill, as its instructions say. It runs in the work folder, "
                "where it finds files by the paths you give and leaves what it makes; it has no "
                f"network, at most {self._limits.seconds:.0f} seconds, and no input but its "
                "arguments. Returns its exit status, output and the files that it made. Example: "
                '{"skill": "slides-from-document", "script": "build.py", "arguments": '
                '["outline.json", "talk.pptx"]}.'
            ),
            parameters=_schema(
                {
                    "skill": {"type": "string", "description": "The skill's name."},
                    "script": {
                        "type": "string",
                        "description": "A file under the skill's `scripts/`.",
                    },
                    "arguments": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "Arguments, one each, not quoted. Default none.",
                    },
                },
                required=("skill", "script"),
            ),
            risk=max(self._risks.values(), key=_RISKS.index),
            external=True,
            timeout_seconds=self._limits.seconds + 30,
        )

    def risk_of(self, arguments: JsonObject) -> Risk:
        """Return what this very call may do at worst, by the manifest of its skill."""
        return self._risks.get(_text(arguments, "skill"), Risk.ACT)

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Run.

        Raises:
            ToolError: the skill may not be used, or the script failed, with its words.
        """
        name, script = _text(arguments, "skill"), _text(arguments, "script")
        given = arguments.get("arguments")
        listed = [str(item) for item in given] if isinstance(given, list) else []
        with _as_tool_error():
            result = await self._skills.run(
                name, script, listed, work_folder=self._work_folder, limits=self._limits
            )
        text = result_text(result, self._limits)
        if result.status != 0:
            raise ToolError(text)
        # A script passes on what it read, and that may be anybody's words.
        return ToolOutput(text, external=True, source=f"{source(name)}/{script}")


def result_text(result: ScriptResult, limits: ScriptLimits) -> str:
    """Return how a run ended, for a model or a person."""
    if result.status is None:
        ended = f"It was stopped after {limits.seconds:.0f} seconds, its limit."
    elif result.status < 0:
        ended = f"It was ended by signal {-result.status} (memory or time over its limit?)."
    else:
        ended = f"Exit status {result.status} after {result.seconds:.1f} seconds."
    parts = [ended]
    if result.changed:
        parts.append("Files made or changed: " + ", ".join(result.changed[:40]))
    if result.stdout.strip():
        parts.append(result.stdout.strip())
    if result.stderr.strip():
        parts.append("On stderr: " + result.stderr.strip())
    if result.dropped_bytes:
        parts.append(f"[{result.dropped_bytes:,} bytes of output over the limit are not shown]")
    return "\n".join(parts)


@contextmanager
def _as_tool_error() -> Iterator[None]:
    try:
        yield
    except SkillError as error:
        raise ToolError(str(error)) from error


def _text(arguments: JsonObject, name: str) -> str:
    value = arguments.get(name)
    return value.strip() if isinstance(value, str) else ""


def _schema(properties: JsonObject, *, required: Sequence[str] = ()) -> str:
    named: list[Json] = list(required)
    return canonical(
        {
            "type": "object",
            "properties": properties,
            "required": named,
            "additionalProperties": False,
        }
    )
