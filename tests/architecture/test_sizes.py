"""Small modules and functions. The lists of exceptions may only shrink."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "kesher"
MODULE_LINES = 400
FUNCTION_LINES = 60
LONG_MODULES: dict[str, str] = {}  # path: reason
LONG_FUNCTIONS: dict[str, str] = {}


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")


def test_no_module_is_too_long_to_read_in_one_go() -> None:
    long = {name for name, text in modules() if len(text.splitlines()) > MODULE_LINES}
    assert long == set(LONG_MODULES)


def test_no_function_is_too_long_to_see_on_one_screen() -> None:
    long = set()
    for name, text in modules():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    long.add(f"{name}:{node.name}")
    assert long == set(LONG_FUNCTIONS)
