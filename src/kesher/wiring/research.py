"""Deep research, on what ordinary questions are answered with."""

from kesher.answer.research.state import Choice
from kesher.app.ask import Ask
from kesher.app.research.research import Research
from kesher.app.research.settings import ResearchSettings
from kesher.config.settings import Settings
from kesher.domain.research import Limits
from kesher.ports.research import ResearchStore


def make_research(settings: Settings, runs: ResearchStore, ask: Ask) -> Research:
    """Return the use case.

    Args:
        ask: Its search, model, memory and records serve research too.
    """
    return Research(
        ask,
        runs,
        ResearchSettings(
            top=settings.research_top,
            rounds=settings.research_rounds,
            choice=Choice(settings.research_least_grade, settings.research_ungraded),
            step_tokens=settings.research_step_tokens,
            prompt_tokens=settings.research_prompt_tokens,
            output_tokens=settings.research_output_tokens,
            limits=Limits(settings.research_limit_tokens, settings.research_limit_usd),
        ),
    )
