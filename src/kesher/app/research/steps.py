"""The steps of a research: each made by the model where one serves, by rules where none does."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from kesher.answer.draft import not_found
from kesher.answer.research.quoting import Quoted
from kesher.answer.research.state import State, relevant
from kesher.app.quoting import Quoting
from kesher.app.research.calls import Calls, Given, Inquiry, Refused
from kesher.app.research.log import RunLog
from kesher.app.research.settings import ResearchSettings
from kesher.app.search import Search
from kesher.context.research import gaps, grading, planning
from kesher.context.research.asking import Fit
from kesher.domain.research import (
    Call,
    Checked,
    Finding,
    Graded,
    HaltReason,
    Maker,
    Planned,
    Searched,
)
from kesher.domain.retrieval import Query, Retrieval
from kesher.text.language import language
from kesher.text.question_parts import parts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Steps:
    """Makes the steps of one run and stores each; nothing that is stored is made again.

    Attributes:
        calls: None: the run goes by rules.
        quotes: What was quoted for an aspect from which chunks: vectors of sentences take most of
            the time of a run by rules, and its answer quotes what its checks did.
    """

    log: RunLog
    search: Search
    quoting: Quoting
    calls: Calls | None
    fit: Fit
    settings: ResearchSettings
    quotes: dict[tuple[int, tuple[str, ...]], Quoted] = field(default_factory=dict)

    async def plan(self) -> HaltReason | None:
        """Split the question. Returns why the run must halt; None: it goes on."""
        run = self.log.run
        made = await self._asked(
            Inquiry(
                Call.PLAN,
                lambda fault: planning.request(run.question, run.earlier, self.fit, fault=fault),
                planning.read,
                self._output(planning.OUTPUT_TOKENS),
            )
        )
        if isinstance(made, Given):
            await self.log.append(Planned(made.value, Maker.MODEL))
            return None
        if made is HaltReason.PERSON:  # or the process ends: then a model may still plan it
            return made
        await self.plan_by_rules(made.remark if isinstance(made, Refused) else "")
        return made if isinstance(made, HaltReason) else None

    async def plan_by_rules(self, remark: str = "") -> None:
        """Split the question by its words."""
        await self.log.append(Planned(parts(self.log.run.question), Maker.RULES, remark))

    async def look_for(self, aspect: int, number: int, query: str) -> HaltReason | None:
        """Search for an aspect in a round, and have what was found graded."""
        place = (aspect, number)
        if place not in self.log.state.searches:
            earlier = self._earlier(aspect) if query == self.log.state.aspects[aspect] else ()
            found = await self.search.retrieve(
                self.log.scope, Query(query, earlier), top=self.settings.top, fusion="ranks"
            )
            await self.log.append(Searched(aspect, number, found))
        if place in self.log.state.grades:
            return None
        return await self._grade(aspect, number, self.log.state.searches[place])

    async def check(self, number: int, aspects: Sequence[int]) -> HaltReason | None:
        """Find out which of the aspects that a round searched for are answered now."""
        state = self.log.state
        held = [each for each in aspects if relevant(state, each, self.settings.choice)]
        last = number >= self.settings.rounds
        # The last round's empty-handed aspects need no model to be called missing.
        asked = held if last else list(aspects)
        made = await self._asked(self._checking(state, asked)) if asked else Given(())
        if isinstance(made, Given):
            unasked = [each for each in aspects if each not in asked]
            findings = (*made.value, *(self._still_missing(state, each) for each in unasked))
            maker, remark = (Maker.MODEL if self.calls else Maker.RULES), ""
        elif isinstance(made, HaltReason):
            return made
        else:
            findings = await self._checked_by_rules(state, aspects)
            maker, remark = Maker.RULES, made.remark
        if last:
            findings = tuple(replace(each, query="") for each in findings)
        ordered = tuple(sorted(findings, key=lambda finding: finding.aspect))
        await self.log.append(Checked(number, ordered, maker, remark))
        return None

    async def quoted(self, state: State, aspect: int) -> Quoted:
        """Return the sentences that answer an aspect without a model."""
        text, hits = state.aspects[aspect], relevant(state, aspect, self.settings.choice)
        if not hits:
            return Quoted(text, not_found(language(text)))
        key = (aspect, tuple(hit.chunk.id for hit in hits))
        if key not in self.quotes:
            # How far its own search led says whether it is answered; a later one asks for more.
            _, first = state.searched(aspect)[0]
            draft = await self.quoting.draft(replace(first, hits=hits))
            self.quotes[key] = Quoted(text, draft)
        return self.quotes[key]

    def _earlier(self, aspect: int) -> tuple[str, ...]:
        """Return what an aspect may lean on where it does not stand alone, oldest first.

        A model writes sub-questions that stand alone. What rules cut out of a question may lean on
        the part before it ("and who approves them?"), the first on the thread's last questions.
        """
        run, plan = self.log.run, self.log.state.plan
        if plan is None or (plan.maker is Maker.MODEL and plan.aspects != (run.question,)):
            return ()
        return (*run.earlier, *plan.aspects[:aspect])

    async def _grade(self, aspect: int, number: int, found: Retrieval) -> HaltReason | None:
        if not found.hits or self.calls is None:
            await self.log.append(Graded(aspect, number, {}, Maker.RULES))
            return None
        text, spoken = self.log.state.aspects[aspect], language(self.log.run.question)
        numbers = grading.request(text, found.hits, spoken, self.fit).numbers
        made = await self._asked(
            Inquiry(
                Call.GRADE,
                lambda fault: (
                    grading.request(text, found.hits, spoken, self.fit, fault=fault).context
                ),
                lambda reply: grading.read(reply, numbers),
                self._output(grading.TOKENS_A_GRADE * len(numbers)),
                aspect,
            )
        )
        if isinstance(made, HaltReason):
            return made
        if isinstance(made, Refused):
            remark = f"“{text}” was not graded, the fused order stands: {made.remark}"
            await self.log.append(Graded(aspect, number, {}, Maker.RULES, remark))
        else:
            await self.log.append(Graded(aspect, number, made.value, Maker.MODEL))
        return None

    def _checking(self, state: State, aspects: Sequence[int]) -> Inquiry[tuple[Finding, ...]]:
        looked = [
            gaps.Looked(
                aspect,
                state.aspects[aspect],
                state.queries(aspect),
                relevant(state, aspect, self.settings.choice),
            )
            for aspect in aspects
        ]
        question = self.log.run.question
        return Inquiry(
            Call.GAP,
            lambda fault: gaps.request(question, looked, language(question), self.fit, fault=fault),
            lambda reply: gaps.read(reply, aspects),
            self._output(gaps.TOKENS_AN_ASPECT * len(aspects)),
        )

    def _still_missing(self, state: State, aspect: int) -> Finding:
        known = state.findings.get(aspect)
        return Finding(aspect, covered=False, missing=known.missing if known else "")

    async def _checked_by_rules(self, state: State, aspects: Sequence[int]) -> tuple[Finding, ...]:
        """Call an aspect answered where a sentence can be quoted for it.

        For one that is not, its words go together with the whole question once.
        """
        quoted = await asyncio.gather(*(self.quoted(state, aspect) for aspect in aspects))
        findings = []
        for aspect, each in zip(aspects, quoted, strict=True):
            again = f"{each.aspect} {self.log.run.question}"
            fresh = not each.holds and each.aspect != self.log.run.question
            findings.append(Finding(aspect, each.holds, query=again if fresh else ""))
        return tuple(findings)

    def _output(self, needed_tokens: int) -> int:
        """Return what a reply may take: a model that thinks writes more than its JSON."""
        return max(needed_tokens, self.settings.step_tokens)

    async def _asked(self, inquiry: Inquiry[T]) -> Given[T] | Refused | HaltReason:
        return Refused() if self.calls is None else await self.calls.ask(inquiry)
