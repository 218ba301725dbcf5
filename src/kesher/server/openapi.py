"""Says in the OpenAPI document what every route may answer beside what it is for.

The framework knows neither that problems have a media type of their own nor which of them the
layers around the routes (gate, limits, store) may give.
"""

from collections.abc import Iterator
from typing import Any

from kesher.server.problems import MEDIA_TYPE

JsonObject = dict[str, Any]

_PROBLEMS = {
    "400": ("Malformed", "The body cannot be read as what it says it is."),
    "401": ("NotSignedIn", "Nobody is signed in, and this needs somebody."),
    "403": ("Forbidden", "The caller lacks the right, or asks from another site."),
    "404": ("NotFound", "There is no such thing for this caller."),
    "408": ("TooSlow", "The body came too slowly."),
    "409": ("Conflict", "The request does not fit the present state."),
    "413": ("TooLarge", "The address, the headers or the body are over a limit."),
    "415": ("Unsupported", "A file of a kind that is not read."),
    "422": ("Invalid", "The request is not of the form described here, or asks the impossible."),
    "429": ("TooMany", "This caller has too much under way; `Retry-After` says when to come back."),
    "500": ("Internal", "A fault of Kesher's own; what is stored is untouched."),
    "503": ("Overloaded", "The server or its store is busy; `Retry-After` may say for how long."),
    "507": ("NoRoom", "The disk is full; what was stored before is untouched."),
    "default": ("Problem", "Any other problem."),
}
_ALWAYS = ("401", "403", "413", "429", "500", "503", "default")
_WITH_BODY = ("400", "408", "422")
_WITH_FILES = ("415",)
_WRITING = ("409", "507")
_METHODS = {"get", "put", "post", "delete", "patch"}


def described(document: JsonObject) -> JsonObject:
    """Return the document with the problems of every operation, each by its media type."""
    components = document["components"]
    shown = {name: _response(text) for name, text in _PROBLEMS.values()}
    paths = {
        path: {
            key: _operation(key, value, has_identifier="{" in path) if key in _METHODS else value
            for key, value in item.items()
        }
        for path, item in document["paths"].items()
    }
    return {
        **document,
        "paths": paths,
        "components": {**components, "responses": components.get("responses", {}) | shown},
    }


def _response(text: str) -> JsonObject:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": text, "content": {MEDIA_TYPE: {"schema": schema}}}


def _operation(method: str, operation: JsonObject, *, has_identifier: bool) -> JsonObject:
    problems = {
        status: {"$ref": f"#/components/responses/{_PROBLEMS[status][0]}"}
        for status in sorted(_statuses(method, operation, has_identifier=has_identifier))
    }
    own = {status: shown for status, shown in operation["responses"].items() if status[0] in "23"}
    return {**operation, "responses": own | problems}


def _statuses(method: str, operation: JsonObject, *, has_identifier: bool) -> Iterator[str]:
    yield from _ALWAYS
    if method != "get":
        yield from _WRITING
    if has_identifier:
        yield from ("404", "422")
    if operation.get("parameters"):
        yield "422"
    body = operation.get("requestBody", {}).get("content", {})
    if body:
        yield from _WITH_BODY
    if "multipart/form-data" in body:
        yield from _WITH_FILES
