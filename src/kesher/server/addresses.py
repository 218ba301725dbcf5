"""Which requests are uploads and which are streams, told from the routes themselves."""

from collections.abc import Iterable
from dataclasses import dataclass
from re import Pattern

from fastapi import params
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, compile_path
from starlette.types import Scope

from kesher.server.stream import EventStream


@dataclass(frozen=True, slots=True)
class Address:
    """The requests of one route: its methods, and the paths that its template matches."""

    methods: frozenset[str]
    path: Pattern[str]

    def is_of(self, scope: Scope) -> bool:
        """Tell whether a request is one of them."""
        return scope["method"] in self.methods and self.path.match(scope["path"]) is not None


@dataclass(frozen=True, slots=True)
class Template:
    """The address of a route, and the requests that are for it."""

    path: str
    address: Address


@dataclass(frozen=True, slots=True)
class Addresses:
    """The routes of which one request may be large, or may last.

    Attributes:
        uploads: Those that take files.
        streams: Those that answer with events for as long as there are any.
    """

    uploads: tuple[Address, ...]
    streams: tuple[Address, ...]


def addresses_of(routes: Iterable[BaseRoute], *, prefix: str) -> Addresses:
    """Tell the uploads and streams among routes that are served under a prefix."""
    found = [route for route in routes if isinstance(route, APIRoute)]
    return Addresses(
        uploads=tuple(_address(route, prefix) for route in found if _takes_files(route)),
        streams=tuple(_address(route, prefix) for route in found if _is_stream(route)),
    )


def every_address(routes: Iterable[BaseRoute], *, prefix: str) -> tuple[Address, ...]:
    """Return the addresses of all routes that are served under a prefix."""
    return tuple(_address(route, prefix) for route in routes if isinstance(route, APIRoute))


def templates_of(routes: Iterable[BaseRoute], *, prefix: str) -> tuple[Template, ...]:
    """Return the templates of all routes, those that are written out first."""
    found = [
        Template(prefix + route.path, _address(route, prefix))
        for route in routes
        if isinstance(route, APIRoute)
    ]
    return tuple(sorted(found, key=lambda each: each.address.path.groups))


def template_of(templates: Iterable[Template], scope: Scope) -> str:
    """Return the template that a request is for; empty where it is for none."""
    return next((each.path for each in templates if each.address.is_of(scope)), "")


def any_of(addresses: Iterable[Address], scope: Scope) -> bool:
    """Tell whether a request is one of those."""
    return any(each.is_of(scope) for each in addresses)


def _address(route: APIRoute, prefix: str) -> Address:
    pattern, _, _ = compile_path(prefix + route.path)
    return Address(frozenset(route.methods or ()), pattern)


def _takes_files(route: APIRoute) -> bool:
    return route.body_field is not None and isinstance(route.body_field.field_info, params.Form)


def _is_stream(route: APIRoute) -> bool:
    kind = route.response_class
    return isinstance(kind, type) and issubclass(kind, EventStream)
