"""Asks the registries whether a locked dependency has a known vulnerability: part of `make lint`.

A vulnerability fails, unless audit-allowed.toml says why it does not concern Kesher. Where a
registry cannot be asked (no network, or a mirror that has no such service) it is said plainly and
nothing fails: the checks must also run on a machine without a way out.

python scripts/audit.py [--python | --npm]
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ALLOWED = ROOT / "audit-allowed.toml"
LOCKS = ("requirements.lock", "requirements-dev.lock")
LIMIT_SECONDS = 120


@dataclass(frozen=True)
class Found:
    """A vulnerability of a locked package, by every name that it has."""

    package: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a registry said. `asked` of `packages` could be looked up; 0: it cannot be asked."""

    packages: int
    asked: int
    found: tuple[Found, ...]


def read_pip_audit(report: str) -> Answer:
    """Read the JSON of `pip-audit`; anything else says that the service did not answer."""
    packages = _json(report).get("dependencies", [])
    asked = [each for each in packages if "skip_reason" not in each]
    found = (
        Found(each["name"], (known["id"], *known.get("aliases", [])))
        for each in asked
        for known in each.get("vulns", [])
    )
    return Answer(len(packages), len(asked), tuple(found))


def read_npm_audit(report: str) -> Answer:
    """Read the JSON of `npm audit`; a report without a count says that it was not answered."""
    told = _json(report)
    packages = told.get("metadata", {}).get("dependencies", {}).get("total", 0)
    found = (
        Found(name, tuple(_npm_names(known)))
        for name, known in told.get("vulnerabilities", {}).items()
        if any(isinstance(way, dict) for way in known.get("via", []))
    )
    return Answer(packages, packages, tuple(found))


def _npm_names(known: Mapping[str, Any]) -> Iterator[str]:
    for way in known["via"]:
        if isinstance(way, dict):
            yield str(way.get("url", way.get("source"))).rsplit("/", 1)[-1]


def _json(report: str) -> dict[str, Any]:
    try:
        told = json.loads(report)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def judged(what: str, answer: Answer, allowed: Mapping[str, str]) -> tuple[bool, list[str]]:
    """Return whether the audit passes, and the lines that say why."""
    if not answer.asked:
        return True, [f"{what}: NOT AUDITED, no registry here answers what is vulnerable."]
    lines = [f"{what}: {answer.asked} of {answer.packages} packages were looked up."]
    passes = True
    for found in answer.found:
        reason = next((allowed[name] for name in found.names if name in allowed), None)
        passes = passes and reason is not None
        told = f"allowed: {reason}" if reason else "NOT ALLOWED; update it, or say why it may stay"
        lines.append(f"  {found.package} {' '.join(found.names)}: {told}")
    return passes, lines


def _pip(lock: str) -> Answer:
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    return read_pip_audit(_said(*command, "--disable-pip", "--no-deps", "-r", lock))


def _npm() -> Answer:
    return read_npm_audit(_said("npm", "audit", "--json", cwd=ROOT / "web"))


def _said(*command: str, cwd: Path = ROOT) -> str:
    try:
        done = subprocess.run(
            command, cwd=cwd, capture_output=True, text=True, check=False, timeout=LIMIT_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def main() -> int:
    """Audit both and return the exit status."""
    allowed = {
        each["id"]: each["reason"]
        for each in tomllib.loads(ALLOWED.read_text(encoding="utf-8")).get("allowed", [])
    }
    answers = {f"audit of {lock}": _pip(lock) for lock in LOCKS} if "--npm" not in sys.argv else {}
    if "--python" not in sys.argv:
        answers["audit of web/package-lock.json"] = _npm()
    status = 0
    for what, answer in answers.items():
        passes, lines = judged(what, answer, allowed)
        sys.stdout.write("\n".join(lines) + "\n")
        status = status if passes else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
