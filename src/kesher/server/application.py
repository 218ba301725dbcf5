"""The framework's application, with what it leaves open: headers, documents, unknown addresses."""

from collections.abc import Callable, Iterable
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp
from typing_extensions import override

from kesher.errors import NotFoundError
from kesher.server.addresses import every_address
from kesher.server.headers import SafeHeaders
from kesher.server.openapi import described

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]


class Application(FastAPI):
    """Answers everything, its own faults too, with safe headers, and documents its problems.

    Attributes:
        observed: What sees every request and its answer; None: nobody.
    """

    observed: Callable[[ASGIApp], ASGIApp] | None = None

    @override
    def build_middleware_stack(self) -> ASGIApp:
        # As the outermost of all: the layer that answers for unexpected errors is outside of
        # whatever `add_middleware` takes.
        inner = super().build_middleware_stack()
        if self.observed is not None:
            inner = self.observed(inner)
        return SafeHeaders(inner)

    @override
    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = described(super().openapi())
        return self.openapi_schema


def refuse_unknown(app: FastAPI, routes: Iterable[BaseRoute], *, prefix: str) -> None:
    """Refuse what no route of the API takes: 405 where another method is taken there, else 404.

    Call it once all of them are there: those that come first are asked first.
    """
    known = every_address(routes, prefix=prefix)

    async def unknown(request: Request) -> Response:
        path = request.url.path
        found = [each for each in known if each.path.match(path)]
        # As the document has it, a path that is written out is none of those with a name in it.
        found = [each for each in found if not each.path.groups] or found
        methods = {method for each in found for method in each.methods}
        if methods:
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(methods))})
        raise NotFoundError("address", path)

    for path in (prefix, f"{prefix}/{{path:path}}"):
        app.add_route(path, unknown, methods=_METHODS, include_in_schema=False)
