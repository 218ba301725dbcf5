"""Signing in through another service: to it, back from it, and out of it.

A browser is led through all of these, so that each answers where to go next. Problems lead to the
page that people sign in on, with their code; whoever asks for no page is told them as problems.
"""

from collections.abc import Sequence
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, Query, Request, status
from fastapi.responses import RedirectResponse

from kesher.app.people.single_sign_on import LASTING_SECONDS, Attempt, SingleSignOn, attempt_of
from kesher.domain.audit import NOBODY, Act, Action, Outcome
from kesher.domain.scope import Scope
from kesher.errors import AccessError, ConfigurationError, IdentityProviderError, KesherError
from kesher.ports.oidc import Returned
from kesher.server import cookies
from kesher.server.deps import MaybeCaller, State
from kesher.server.own_paths import own_path
from kesher.server.routes.people import is_https, let_in, origin_of
from kesher.server.state import ServerState

router = APIRouter(
    prefix="/oidc",
    tags=["people"],
    default_response_class=RedirectResponse,
)

SIGN_IN_PAGE = "/sign-in"

_EVERYBODY = Scope()
_Text = Annotated[str, Query(max_length=4_096)]
_log = structlog.get_logger("kesher.people")


@router.get("/begin", status_code=status.HTTP_303_SEE_OTHER)
async def begin_oidc(state: State, request: Request, goal: _Text = "/") -> RedirectResponse:
    """Lead a browser to the other service; it comes out at `goal`, a path of our own page."""
    try:
        single = _single(state)
        attempt, url = await single.begin(
            _EVERYBODY, own_path(goal), _back(state, request), origin_of(request)
        )
    except KesherError as error:
        return _told(request, error)
    answer = _go(url)
    cookies.put_attempt(
        answer,
        attempt.state,
        attempt.as_text(),
        https=is_https(request),
        seconds=LASTING_SECONDS,
    )
    return answer


def _returned(
    given: Annotated[str, Query(alias="state", max_length=4_096)] = "",
    code: _Text = "",
    error: _Text = "",
    iss: _Text = "",
) -> Returned:
    """Read what the standard has a browser bring back; services add more of their own."""
    return Returned(state=given, code=code, error=error, issuer=iss)


@router.get("/callback", status_code=status.HTTP_303_SEE_OTHER)
async def end_oidc(
    state: State,
    request: Request,
    caller: MaybeCaller,
    returned: Annotated[Returned, Depends(_returned)],
) -> RedirectResponse:
    """Take a browser back from the other service, and sign its person in."""
    https = is_https(request)
    attempt = attempt_of(cookies.attempt_text(request.headers, returned.state, https=https))
    try:
        answer = await _entered(state, request, attempt, returned)
    except KesherError as problem:
        await _note_refusal(state, request, problem)
        answer = _told(request, problem)
    else:
        if caller is not None and caller.user is not None and caller.session_id:
            signing_in = state.services.people.signing_in
            await signing_in.end(_EVERYBODY, caller.user.id, caller.session_id)
    cookies.drop_attempt(answer, returned.state, https=https)
    return answer


@router.get("/sign-out", status_code=status.HTTP_303_SEE_OTHER)
async def leave_oidc(state: State, request: Request) -> RedirectResponse:
    """Lead a browser to where its person signs out of the other service, else to our own page.

    The session here is ended by `POST /api/sign-out`, before.
    """
    try:
        url = await _single(state).provider.farewell(_own(state, request) + "/")
    except KesherError as error:
        return _told(request, error)
    return _go(url or "/")


def _single(state: ServerState) -> SingleSignOn:
    single = state.services.people.single_sign_on
    if single is None:
        raise ConfigurationError(
            "Nobody signs in through another service here. Set `oidc_issuer`, or sign in by a "
            "password."
        )
    return single


def _own(state: ServerState, request: Request) -> str:
    """Return the address under which people reach this server."""
    return (state.settings.public_url or str(request.base_url)).rstrip("/")


def _back(state: ServerState, request: Request) -> str:
    return _own(state, request) + "/api/oidc/callback"


def _go(url: str) -> RedirectResponse:
    return RedirectResponse(url, status.HTTP_303_SEE_OTHER)


def _told(request: Request, error: KesherError) -> RedirectResponse:
    """Lead a browser to the page that tells the problem.

    Raises:
        KesherError: the problem itself, where no page was asked for.
    """
    if isinstance(error, IdentityProviderError):
        _log.warning("people.identity_provider", code=error.code, problem=str(error))
    if "text/html" not in request.headers.get("accept", ""):
        raise error
    return _go(f"{SIGN_IN_PAGE}?problem={error.code}")


async def _entered(
    state: ServerState, request: Request, attempt: Attempt | None, returned: Returned
) -> RedirectResponse:
    """Sign a person in, and lead the browser to where they wanted to go."""
    signed = await _single(state).end(
        _EVERYBODY, attempt, returned, back=_back(state, request), origin=origin_of(request)
    )
    await _note(state, request, (Action.SESSION_OPEN, *signed.acts), signed.user.id)
    # It comes from a cookie, which may have been written by somebody else than us.
    answer = _go(own_path(attempt.goal if attempt else "/"))
    await let_in(state.services.people, request, answer, signed)
    return answer


async def _note_refusal(state: ServerState, request: Request, error: KesherError) -> None:
    if isinstance(error, AccessError):
        await _note(state, request, (Action.SESSION_REFUSED,), NOBODY, Outcome.REFUSED)


async def _note(
    state: ServerState,
    request: Request,
    actions: Sequence[Action],
    actor: str,
    outcome: Outcome = Outcome.DONE,
) -> None:
    """Note in the audit what a request did that changes something although it only reads."""
    auditing, address = state.services.ledger.auditing, origin_of(request).address
    for action in actions:
        thing = None if action is Action.SESSION_REFUSED else actor
        await auditing.note(
            Act(auditing.clock(), actor, action, outcome, thing_id=thing, address=address)
        )
