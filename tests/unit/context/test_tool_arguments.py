import json
import time

import pytest

from kesher.context.tool_arguments import problems
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.errors import InputError


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        ({"type": "string"}, 1, "must be string, and is 1"),
        ({"type": ["string", "null"]}, True, "must be string or null"),
        ({"type": "integer"}, True, "must be integer"),
        ({"type": "integer"}, 1.5, "must be integer"),
        ({"required": ["שם"]}, {}, "`arguments.שם` is missing"),
        (
            {"properties": {"to": {}}, "additionalProperties": False},
            {"too": 1},
            "known are: to",
        ),
        ({"additionalProperties": {"type": "string"}}, {"a": 1}, "`arguments.a` must be string"),
        ({"enum": ["א", "ב"]}, "ג", 'one of "א", "ב"'),
        ({"enum": [1]}, True, "must be one of 1"),
        ({"const": "a"}, "b", 'must be "a"'),
        ({"minLength": 2}, "א", "1 characters; 2 is the least"),
        ({"maxItems": 1}, [1, 2], "2 items; 1 is the most"),
        ({"uniqueItems": True}, [1, 1], "same item twice"),
        ({"minimum": 3}, 2, "at least 3, and is 2"),
        ({"exclusiveMaximum": 3}, 3, "less than 3"),
        ({"multipleOf": 5}, 7, "a multiple of 5"),
        ({"pattern": "^[א-ת]+$"}, "abc", "must match"),
        ({"items": {"type": "integer"}}, [1, "ב"], "`arguments[1]` must be integer"),
        ({"prefixItems": [{"type": "string"}]}, [1], "`arguments[0]` must be string"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, "fits none of the 2 forms"),
        ({"oneOf": [{"type": "integer"}, {"minimum": 0}]}, 1, "fits 2 of the 2 forms"),
        ({"allOf": [{"type": "string"}]}, 1, "must be string"),
        ({"not": {"type": "string"}}, "a", "excluded"),
        ({"properties": {"a": False}}, {"a": 1}, "`arguments.a` is not allowed"),
        (
            {"$ref": "#/$defs/node", "$defs": {"node": {"properties": {
                "next": {"$ref": "#/$defs/node"}, "v": {"type": "integer"}}}}},
            {"next": {"next": {"v": "x"}}},
            "`arguments.next.next.v` must be integer",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named_with_its_place(schema: Json, value: Json, said: str) -> None:
    found = problems(canonical(schema), value)
    assert said in found[0]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, 2.0),
        ({"type": "number"}, 2),
        ({"properties": {"a": {"type": "string"}}}, {"b": 1}),
        ({"pattern": "(?<bad"}, "x"),
        ({"unknownKeyword": 1}, "x"),
        ({"$ref": "https://elsewhere.example/schema"}, 1),
        ({"$ref": "#"}, 1),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"b": "ב"}),
    ],
)
def test_what_fits_or_cannot_be_judged_passes(schema: Json, value: Json) -> None:
    assert problems(canonical(schema), value) == ()


@pytest.mark.parametrize("schema", ["{", "[]"])
def test_a_broken_schema_is_the_tools_fault(schema: str) -> None:
    with pytest.raises(InputError):
        problems(schema, {})


def test_of_many_problems_the_first_eight_are_told() -> None:
    schema = canonical({"items": {"type": "string"}})
    assert len(problems(schema, [1] * 100)) == 8


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}] * 3}}, "$ref": "#/$defs/a"},
        {"properties": {"x": {"pattern": "^(a+)+$"}}},
        {"properties": {"x": {"pattern": "^(a|a)*$"}}},
        {"properties": {"x": {"pattern": ".*.*.*.*.*b"}}},
    ],
)
def test_a_schema_made_to_hold_us_up_is_checked_in_a_moment(schema: dict[str, object]) -> None:
    started = time.process_time()
    problems(json.dumps(schema), {"x": "a" * 60 + "!א"})
    assert time.process_time() - started < 5
