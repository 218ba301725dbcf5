from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest

from kesher.app.function_tools import function_tool, tool
from kesher.context.tool_arguments import problems
from kesher.domain.json_value import JsonObject
from kesher.domain.tool import Risk
from kesher.errors import ConfigurationError, ToolError

pytestmark = pytest.mark.anyio


class Kind(StrEnum):
    SICK = "sick"
    REST = "rest"


@dataclass
class Period:
    first: int
    last: int


@tool(risk=Risk.WRITE, timeout_seconds=5)
def book_days(employee: str, kind: Kind, period: Period, note: str = "בלי") -> dict[str, Any]:
    """Books days off. רושם ימי חופש. Записывает отпуск. يسجل الإجازة.

    Bounds: one period at a time.

    Args:
        employee: Full name, as in the register,
            in any language.
        kind: What for.

    Returns:
        Never shown to the model.
    """
    return {"employee": employee, "kind": kind, "days": period.last - period.first, "note": note}


async def test_the_schema_comes_from_hints_and_the_manual_from_the_docstring() -> None:
    spec = book_days.spec
    assert (spec.name, spec.risk, spec.timeout_seconds) == ("book_days", Risk.WRITE, 5)
    assert spec.description.endswith("Bounds: one period at a time.")
    good: JsonObject = {"employee": "דנה", "kind": "sick", "period": {"first": 1, "last": 4}}
    assert problems(spec.parameters, good) == ()
    assert problems(spec.parameters, {**good, "kind": "other"})
    assert problems(spec.parameters, {"employee": "דנה"})
    assert problems(spec.parameters, {**good, "more": 1})
    assert "Full name, as in the register, in any language." in spec.parameters


async def test_a_function_gets_its_own_types_and_gives_back_readable_json() -> None:
    arguments: Any = {"employee": "دانا", "kind": "rest", "period": {"first": 1, "last": 4}}
    output = await book_days.call(arguments)
    assert output.text == '{"employee":"دانا","kind":"rest","days":3,"note":"בלי"}'


async def test_an_async_function_runs_in_the_loop_and_what_it_raises_comes_out() -> None:
    async def fail(name: str) -> str:
        """Fails."""
        raise LookupError(f"אין {name}")

    with pytest.raises(LookupError, match="אין דנה"):
        await function_tool(fail).call({"name": "דנה"})


async def test_arguments_that_its_types_refuse_are_named() -> None:
    with pytest.raises(ToolError, match="`period`"):
        await book_days.call({"employee": "Дана", "kind": "sick", "period": "soon"})


def bare(name: str) -> str:
    return name


def untyped(name) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001 - what is tried
    """Says it."""
    return str(name)


def starred(*names: str) -> str:
    """Says them."""
    return "".join(names)


def by_place(name: str, /) -> str:
    """Says it."""
    return name


def strange(name: object, lock: "Unknown") -> str:  # type: ignore[name-defined]  # noqa: F821
    """Says it."""
    return str((name, lock))


def misnamed(name: str) -> str:
    """Says it.

    Args:
        nmae: A name.
    """
    return name


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (bare, "no docstring"),
        (untyped, "no type hint"),
        (starred, "cannot be given by name"),
        (by_place, "cannot be given by name"),
        (strange, "cannot be read"),
        (misnamed, "nmae"),
        (lambda: 1, "cannot be a tool's name"),
    ],
)
def test_a_function_that_cannot_be_a_tool_is_refused_where_it_is_defined(
    function: Any, said: str
) -> None:
    with pytest.raises(ConfigurationError, match=said):
        function_tool(function)
