"""Skills in use: list them, trust them, load them, read their files, run their scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path

from kesher.context.skills import activation, paths
from kesher.context.skills.listing import listed, usable
from kesher.context.skills.manifest import Count
from kesher.domain.message import Message, Role
from kesher.domain.skill import (
    ListedSkill,
    Skill,
    SkillFile,
    SkillFolder,
    SkillSource,
    SkillState,
    content_hash,
)
from kesher.domain.trajectory import Event, Origin, Payload, Said
from kesher.errors import NotFoundError, SkillError
from kesher.ports.skills import (
    ScriptLimits,
    ScriptResult,
    ScriptRun,
    ScriptRunner,
    SkillShelf,
    SkillTrust,
)


@dataclass(frozen=True, slots=True)
class OpenSkill:
    """A skill that may be used, with its files as they were when its hash was taken."""

    skill: Skill
    folder: SkillFolder
    contents: Mapping[str, bytes]


class Skills:
    """The skills of one machine and project. Everything is read anew at each call.

    Args:
        count: Tokens of a text, for the limit of bodies.
    """

    def __init__(
        self, shelf: SkillShelf, trust: SkillTrust, runner: ScriptRunner, *, count: Count
    ) -> None:
        self._shelf = shelf
        self._trust = trust
        self._runner = runner
        self._count = count

    async def listed(self) -> tuple[ListedSkill, ...]:
        """Return all skills with their states, by name, the one that serves first."""
        folders = await self._shelf.folders()
        return listed(folders, await self._trust.trusted(), count=self._count)

    async def usable(self) -> tuple[ListedSkill, ...]:
        """Return the skills that may be loaded, by name."""
        return tuple(usable(await self.listed()).values())

    async def find(self, name: str) -> ListedSkill:
        """Return a skill whatever its state; of several, the one that serves.

        Raises:
            NotFoundError: there is none of that name.
        """
        for entry in await self.listed():
            if entry.folder.name == name:
                return entry
        raise NotFoundError("skill", name)

    async def waiting(self, name: str) -> ListedSkill:
        """Return the nearest valid skill of that name that is not trusted, for a person to judge.

        Raises:
            NotFoundError: there is none of that name.
            SkillError: it is not valid, or needs no trust any more.
        """
        entries = [entry for entry in await self.listed() if entry.folder.name == name]
        if not entries:
            raise NotFoundError("skill", name)
        for entry in sorted(entries, key=lambda e: -e.folder.source.nearness):
            if entry.state in (SkillState.UNTRUSTED, SkillState.CHANGED):
                return entry
        if entries[0].state is SkillState.INVALID:
            raise SkillError(" ".join(entries[0].problems))
        raise SkillError(f"The skill `{name}` is trusted already, as it is now.")

    async def trust(self, name: str, seen_hash: str) -> ListedSkill:
        """Trust a skill's content as a person has seen it.

        Args:
            seen_hash: The content hash that was shown; another content is not trusted by it.

        Raises:
            NotFoundError, SkillError: as `waiting`; or it changed since it was shown.
        """
        entry = await self.waiting(name)
        if entry.folder.content_hash != seen_hash:
            raise SkillError(f"The skill `{name}` changed since it was shown. Look at it again.")
        await self._trust.trust(name, seen_hash)
        return entry

    async def withdraw(self, name: str) -> bool:
        """Trust a skill no more; False where it was not trusted.

        Raises:
            NotFoundError: there is none of that name, and none was trusted.
            SkillError: only a built-in one has that name, whose trust comes with Kesher.
        """
        if await self._trust.withdraw(name):
            return True
        entry = await self.find(name)
        if entry.folder.source is SkillSource.BUILT_IN:
            raise SkillError(
                f"The skill `{name}` is built in and needs no trust, so there is none to take "
                f"back. To stand in its way put a skill of that name into `~/.kesher/skills` and "
                f"trust it; to give an agent no skills at all: `AgentOptions(skills=False)`."
            )
        return False

    async def texts(self, entry: ListedSkill) -> Mapping[str, str]:
        """Return all of a skill's files that are text, by path, for a review before trust.

        A file that is no text comes with a sentence that says so.
        """
        contents = await self._shelf.contents(entry.folder)
        return {path: _as_text(data) for path, data in contents.items()}

    async def open(self, name: str) -> OpenSkill:
        """Return a skill with its files, the very bytes that were trusted.

        Raises:
            SkillError: there is none of that name, it is not valid, not trusted, or changed.
        """
        entries = await self.listed()
        entry = usable(entries).get(name)
        if entry is None or entry.skill is None:
            raise SkillError(_why_not(name, entries))
        contents = await self._shelf.contents(entry.folder)
        if _hash(contents) != entry.folder.content_hash:
            raise SkillError(f"The skill `{name}` changed while it was read. Try again.")
        return OpenSkill(entry.skill, entry.folder, contents)

    async def read(self, name: str, path: str) -> str:
        """Return a text file of a skill.

        Raises:
            SkillError: as `open`; or the skill has no such file, or it is no text.
        """
        opened = await self.open(name)
        found = paths.inside(path, opened.contents, skill=name)
        try:
            return opened.contents[found].decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise SkillError(
                f"`{found}` of `{name}` is no text. A script of the skill may read it."
            ) from error

    async def run(
        self,
        name: str,
        script: str,
        arguments: Sequence[str],
        *,
        work_folder: Path,
        limits: ScriptLimits | None = None,
    ) -> ScriptResult:
        """Run a script of a skill in the work folder.

        Raises:
            SkillError: as `open`; or it is no script of the skill.
        """
        opened = await self.open(name)
        found = paths.script(script, opened.contents, skill=name)
        return await self._runner.run(
            ScriptRun(
                opened.contents, found, tuple(arguments), work_folder, limits or ScriptLimits()
            )
        )

    async def called_by_name(self, text: str, events: Sequence[Event]) -> tuple[Payload, ...]:
        """Return what follows a user's message that calls skills by `/name`, in order.

        Each body once in a trajectory, pinned, with its note. A skill that is not trusted gives a
        sentence instead, for the model to pass on.
        """
        known = {entry.folder.name for entry in await self.listed()}
        loaded = activation.loaded(events)
        follow: list[Payload] = []
        for name in activation.mentions(text, known):
            try:
                opened = await self.open(name)
            except SkillError as error:
                follow.append(Said(Message(Role.USER, str(error)), Origin.HARNESS))
                continue
            said, noted = activation.loading(opened.skill, opened.folder, loaded)
            message, source = Message(Role.USER, said), activation.source(name)
            follow.append(Said(message, Origin.HARNESS, source, pinned=noted is not None))
            follow += [noted] if noted is not None else []
        return tuple(follow)


def _hash(contents: Mapping[str, bytes]) -> str:
    files = (
        SkillFile(path, sha256(data).hexdigest(), len(data)) for path, data in contents.items()
    )
    return content_hash(tuple(files))


def _as_text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return f"({len(data):,} bytes that are no text)"


def _why_not(name: str, entries: Sequence[ListedSkill]) -> str:
    entry = next((e for e in entries if e.folder.name == name), None)
    if entry is None:
        names = [e.folder.name for e in entries if e.state is SkillState.TRUSTED]
        near = get_close_matches(name, names, n=3, cutoff=0.4) or names[:10]
        return f"There is no skill `{name}`. There is: {', '.join(near) or 'none'}."
    if entry.state is SkillState.INVALID:
        return " ".join(entry.problems)
    why = "changed since it was trusted" if entry.state is SkillState.CHANGED else "is not trusted"
    where = "project's" if entry.folder.source is SkillSource.PROJECT else "user's"
    return (
        f"The skill `{name}` (the {where}) {why}. A person must read it and allow it: "
        f"`kesher skills show {name}`, then `kesher skills trust {name}`."
    )
