"""`kesher lint-trace`: what in recorded requests breaks the cache, where, and what it costs."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kesher.cli import lint_words as words
from kesher.cli.context import Json, Language, Spoken
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json
from kesher.context.profiles import PROFILES, profile
from kesher.context.trace.conditions import Task
from kesher.context.trace.findings import Finding, explanation
from kesher.context.trace.lint import Report, lint_trace
from kesher.domain.profile import Profile
from kesher.wiring.counting import profile_counter

_BELOW = {
    Spoken.ENGLISH: "Below the minimum: `{}` caches nothing under {:,} tokens, so these breaks "
    "lost nothing yet; in longer requests they will.",
    Spoken.HEBREW: "מתחת לסף: `{}` אינו שומר במטמון פחות מ־{:,} טוקנים, ולכן השבירות האלה עוד לא "
    "עלו דבר; בבקשות ארוכות יותר הן יעלו.",
}


def add_to(app: typer.Typer) -> None:
    """Add the command to the main one."""
    app.command("lint-trace")(lint)


def lint(
    file: Annotated[
        Path, typer.Argument(help="Request bodies, one a line or in a JSON list; - is stdin.")
    ],
    rules: Annotated[
        str, typer.Option("--profile", help=f"Whose cache and prices: {', '.join(PROFILES)}.")
    ] = "openai",
    language: Language = Spoken.ENGLISH,
    json: Json = False,
) -> None:
    """Find what breaks the prompt cache in recorded requests; exit 1 where something is found."""
    if rules not in PROFILES:
        raise typer.BadParameter(
            f"There is no profile `{rules}`. Use one of: {', '.join(PROFILES)}.",
            param_hint="--profile",
        )
    chosen = profile(rules)
    report = lint_trace(_text(file), profile=chosen, count=profile_counter(chosen).count)
    if json:
        write_json(_as_json(report, rules, language))
    else:
        _write(report, language, chosen)
        rates = words.RATES[language].format(chosen.tokenizer, chosen.prices_of)
        errors.print(rates, markup=False)
    if not report.clean:
        raise typer.Exit(1)


def _text(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise CommandError(
            "input.invalid", f"`{file}` cannot be read: {error.strerror}. Give a file or -."
        ) from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CommandError(
            "input.invalid", f"Line {line} of `{file}` is not UTF-8. Save the trace as UTF-8."
        ) from error


def _as_json(report: Report, rules: str, language: Spoken) -> dict[str, object]:
    return {
        "profile": rules,
        "clean": report.clean,
        "requests": report.requests,
        "threads": report.threads,
        "findings": [_told(finding, language) for finding in report.findings],
        "logged": [_told(finding, language) for finding in report.logged],
        "tasks": [{**asdict(task), "variants": task.variants} for task in report.tasks],
        "costs": [asdict(cost) for cost in report.costs],
    }


def _told(finding: Finding, language: Spoken) -> dict[str, object]:
    return {**asdict(finding), "explanation": explanation(finding.cause, language)}


def _write(report: Report, language: Spoken, rules: Profile) -> None:
    for finding in report.findings:
        _write_finding(finding, language)
    if any(finding.below_minimum for finding in report.findings):
        write(_BELOW[language].format(rules.name, rules.cache.min_tokens))
    for finding in report.logged:
        place = _place(finding, language)
        line = words.LOGGED[language]
        write(line.format(request=finding.request, cause=finding.cause, place=place))
    for task in report.tasks:
        _write_task(task, language)
    _write_sum(report, language)


def _write_finding(finding: Finding, language: Spoken) -> None:
    write(
        words.FINDING[language].format(
            cause=finding.cause,
            request=finding.request,
            line=finding.line,
            place=_place(finding, language),
            byte=finding.byte,
            token=finding.token,
            lost=finding.lost_tokens,
            usd=finding.lost_usd,
            below=words.BELOW_MINIMUM[language] if finding.below_minimum else "",
        )
    )
    was, now = words.WAS_NOW[language]
    if finding.before:
        write(f"  {was} {_one_line(finding.before)}")
    write(f"  {now} {_one_line(finding.after)}")
    write(f"  {explanation(finding.cause, language)}")


def _place(finding: Finding, language: Spoken) -> str:
    if finding.message < 0:
        return words.TOOLS[language]
    return words.MESSAGE[language].format(finding.message)


def _one_line(text: str) -> str:
    return text.replace("\n", "\\n")


def _write_task(task: Task, language: Spoken) -> None:
    write(
        words.TASK[language].format(
            requests=words.counted_in(language, len(task.requests), "request"),
            keys=task.keys,
            kinds=" x ".join(str(condition.variants) for condition in task.conditions),
            variants=task.variants,
        )
    )
    none = words.NO_VALUE[language]
    for condition in task.conditions:
        values = " | ".join(_one_line(value) or none for value in condition.examples)
        line = words.CONDITION[language]
        told = line.format(place=condition.place, variants=condition.variants, values=values)
        write(f"  {told}")


def _write_sum(report: Report, language: Spoken) -> None:
    requests = words.IN[language].format(
        things=words.counted_in(language, report.requests, "request"),
        places=words.counted_in(language, report.threads, "thread"),
    )
    write(
        words.SUM[language].format(
            requests=requests,
            findings=words.counted_in(language, len(report.findings), "finding"),
            total=sum(cost.tokens.total for cost in report.costs),
            cached=sum(cost.tokens.cached for cost in report.costs),
            usd=sum(cost.input_usd for cost in report.costs),
        )
    )
