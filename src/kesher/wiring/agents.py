"""Agents, made from the settings and what an open data folder holds."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from kesher.app.agent.agent import Agent
from kesher.app.agent.compacting import Compacting
from kesher.app.agent.hooks import Count, Events, ProvenanceGuard
from kesher.app.agent.memory import AgentMemory
from kesher.app.agent.recorded import Recording
from kesher.app.agent.session import AnyTool
from kesher.app.agent.settings import AgentSettings
from kesher.app.compact import Compact, CompactSettings
from kesher.app.memory_tools import memory_tools
from kesher.app.offloaded import ReadResult
from kesher.app.room_tools import Askable, MayAsk, everything, room_tools
from kesher.app.skill_tools import skill_tools
from kesher.app.skills import Skills
from kesher.app.status_bar import StatusBar
from kesher.app.subagents import DELEGATE, SubagentSettings, with_delegation
from kesher.app.todo import todo_tools
from kesher.app.tool_search import call_tool, search_tool
from kesher.config.settings import Settings
from kesher.context.skills.catalogue import catalogue
from kesher.context.status.bar import StatusOptions
from kesher.domain.scope import Scope
from kesher.errors import ConfigurationError, InputError
from kesher.ports.blobs import BlobStore
from kesher.ports.clock import Clock
from kesher.ports.tools import Tool, ToolSource
from kesher.prompts.catalog import agent_prompt
from kesher.text.language import language
from kesher.wiring.counting import profile_counter
from kesher.wiring.parts import chat_profile
from kesher.wiring.services import Services
from kesher.wiring.skills import make_skills

STATUS = StatusOptions()


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """What an agent is made of beside the model.

    Attributes:
        instructions: Empty: Kesher's own, in the language of `example`.
        tools: Those of the caller; deferred ones are found by search.
        sources: Where more tools come from than the settings' MCP servers, asked at each run.
        rooms: The documents of the tenant's rooms can be searched.
        skills: Skills can be loaded.
        delegation: Tasks can be delegated to sub-agents.
        always_ask: Names of tools that a person is asked about each time.
        memory: The tenant whose memory it has: it hears the person, is told what is known of them,
            and can recall and keep notes. None: it has none.
        may_ask: Of the tenant's rooms those that its caller may ask.
    """

    instructions: str = ""
    tools: tuple[Tool, ...] = ()
    sources: tuple[ToolSource, ...] = ()
    rooms: bool = True
    skills: bool = True
    delegation: bool = True
    status: StatusOptions = STATUS
    always_ask: frozenset[str] = frozenset()
    memory: str | None = None
    may_ask: MayAsk = everything

    def __post_init__(self) -> None:
        """Refuse one name in place of a set of names: its letters would be taken for names."""
        if isinstance(self.always_ask, str):
            raise InputError(
                f"`always_ask` is the text `{self.always_ask}`. Give a set of names: "
                f'`always_ask=frozenset({{"{self.always_ask}"}})`.'
            )


async def make_agent(
    services: Services, settings: Settings, scope: Scope, options: AgentOptions, *, spoken: str = ""
) -> Agent:
    """Return an agent of one tenant.

    Args:
        spoken: A text in the language that its own instructions are to have.

    Raises:
        ConfigurationError: no model is set.
    """
    if services.chat is None:
        raise ConfigurationError(
            "An agent needs a model. Set `KESHER_CHAT`, `KESHER_CHAT_MODEL` and "
            "`KESHER_CHAT_KEY` (docs/how-to/models.md)."
        )
    from kesher.adapters.blob_files import BlobFiles
    from kesher.adapters.system import new_id, process_name, utc_now

    profile = chat_profile(services.models.settings)
    counter = profile_counter(profile)
    # Apart from the originals, so that what the documents' folder holds is documents.
    offloaded = BlobFiles(settings.data_folder / "results")
    skills = make_skills(project=Path.cwd()) if options.skills else None
    toolbox = _Toolbox(services, settings, scope, options, offloaded, skills, utc_now)
    bar = StatusBar(
        options=options.status,
        profile=profile,
        count=counter.count,
        clock=utc_now,
        requests=settings.agent_iterations,
        zone=ZoneInfo(settings.time_zone),
        system=_system() if options.status.system else (),
    )
    agent = Agent(
        chat=services.chat,
        store=services.store,
        counter=counter,
        profile=profile,
        instructions=await _instructions(options, skills, counter.count, spoken),
        clock=utc_now,
        new_id=new_id,
        tools=toolbox.tools,
        own=tuple(tool.spec for tool in options.tools),
        follow=skills.called_by_name if skills is not None else None,
        guard=ProvenanceGuard(options.always_ask),
        status=bar,
        telling=bar,
        compaction=Compacting(
            Compact(services.chat, offloaded, CompactSettings()),
            profile.message_tokens,
            Recording(services.store, profile, counter, utc_now, new_id),
        ),
        memory=_memory(services, options),
        settings=_agent_settings(settings),
        holder=process_name(),
        limiting=services.ledger.limiting,
    )
    return with_delegation(agent, SubagentSettings()) if options.delegation else agent


@dataclass(frozen=True, slots=True)
class _Toolbox:
    services: Services
    settings: Settings
    scope: Scope
    options: AgentOptions
    offloaded: BlobStore
    skills: Skills | None
    clock: Clock

    async def tools(self, events: Events) -> Sequence[AnyTool]:
        """Return the tools for one trajectory, those to be searched for behind two that find."""
        given = [*self.options.tools]
        for source in (*self.services.mcp, *self.options.sources):
            given += await source.tools()
        found: list[AnyTool] = [tool for tool in given if not tool.spec.deferred]
        if any(tool.spec.deferred for tool in given):
            found += [search_tool(given, events=events), call_tool(given, events=events)]
        if self.options.rooms:
            askable = Askable(self.services.store, self.scope, self.options.may_ask)
            found += room_tools(askable, self.services.search)
        if self.options.status.todo:
            found += todo_tools(events=events, clock=self.clock)
        if self.skills is not None:
            work = self.settings.data_folder / "skill-work"
            found += await skill_tools(self.skills, events=events, work_folder=work)
        if self.options.memory is not None:
            conversing = self.services.memory.conversing
            found += memory_tools(conversing, Scope(self.options.memory), self.scope)
        found.append(ReadResult(events, self.offloaded))
        self._check_asked(found)
        return found

    def _check_asked(self, found: Sequence[AnyTool]) -> None:
        """Refuse a name to always ask about that no tool has: it would protect nothing."""
        known = {tool.spec.name for tool in (*found, *self.options.tools)}
        known |= {DELEGATE} if self.options.delegation else set()
        unknown = sorted(self.options.always_ask - known)
        if unknown:
            named, offered = (
                ", ".join(f"`{name}`" for name in names) for names in (unknown, sorted(known))
            )
            raise InputError(
                f"`always_ask` names {named}, which this agent does not have. Tools: {offered}."
            )


def _memory(services: Services, options: AgentOptions) -> AgentMemory | None:
    if options.memory is None:
        return None
    return AgentMemory(services.memory.conversing, options.memory)


async def _instructions(
    options: AgentOptions, skills: Skills | None, count: Count, spoken: str
) -> str:
    text = options.instructions or agent_prompt(language(spoken, default="en")).text
    if skills is None:
        return text
    usable = [found.skill for found in await skills.usable() if found.skill is not None]
    listed = catalogue(usable, count=count)
    return f"{text}\n\n{listed}" if listed else text


def _system() -> tuple[tuple[str, str], ...]:
    """Return what of this machine a model may need to know."""
    return (
        ("os", platform.system()),
        ("shell", Path(os.environ.get("SHELL", "")).name or "none"),
        ("Python", platform.python_version()),
    )


def _agent_settings(settings: Settings) -> AgentSettings:
    return AgentSettings(
        iterations=settings.agent_iterations,
        tokens=settings.agent_tokens,
        budget_tokens=settings.agent_budget_tokens,
        output_tokens=settings.agent_output_tokens,
        tool_seconds=settings.agent_tool_seconds,
    )
