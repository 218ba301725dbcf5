"""Tries a server's routes with what its OpenAPI document allows, and with what it does not.

Used by the quick form in the suite and by the long one, `benchmarks/schemathesis`.
"""

import re
from collections.abc import Iterable
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.schemas import APIOperation

# They stream without an end, or ask a model that is not there.
ENDLESS = (r"/events$", r"^/api/agents/run$", r"/research$", r"/ask$")


Operation = APIOperation[Any, Any, Any, Any]


def operations(url: str, only: str = "") -> list[Operation]:
    """Return the server's operations whose path holds `only`, but those without an end."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    found = (result.ok() for result in schema.get_all_operations() if isinstance(result, Ok))
    return [
        each
        for each in found
        if only in each.path and not any(re.search(end, each.path) for end in ENDLESS)
    ]


def faults(operation: Operation, url: str, *, examples: int) -> list[str]:
    """Return what is wrong with the answers of an operation: to lawful data, and to other."""
    found: dict[str, str] = {}
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def trial(case: schemathesis.Case[Any]) -> None:
            response = case.call(base_url=url, timeout=20)
            for failure in _failures(case, response):
                told = f"{operation.label}: {failure.title}: {failure.message}"
                found.setdefault(
                    told, f"{told}\n  {case.as_curl_command()}\n  {response.text[:300]}"
                )

        try:
            trial()
        except Unsatisfiable:  # of a route that takes nothing all data is lawful
            if mode is GenerationMode.POSITIVE:
                raise
    return list(found.values())


def _failures(case: schemathesis.Case[Any], response: schemathesis.Response) -> Iterable[Failure]:
    try:
        case.validate_response(response)
    except FailureGroup as group:
        return [each for each in group.exceptions if not _is_reasoned(each, response)]
    return []


def _is_reasoned(failure: Exception, response: schemathesis.Response) -> bool:
    """Tell whether lawful data was refused for a reason that no schema says, told with its code.

    "This question is empty", "there is no such file": a form alone cannot tell. What is refused
    for its form alone although the document allows it stays a fault.
    """
    if not isinstance(failure, RejectedPositiveData):
        return False
    code = str(response.json().get("code", ""))
    return bool(code) and not code.startswith("http.")
