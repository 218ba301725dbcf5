"""The ASGI application: routes, the page, and the work that goes on behind them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import structlog
from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute

from kesher import __version__
from kesher.config.settings import Settings
from kesher.ports.models import Progress
from kesher.server import policy, problems
from kesher.server.addresses import addresses_of, templates_of
from kesher.server.application import Application, refuse_unknown
from kesher.server.gate import Gate
from kesher.server.limits import FORM_BYTES, RequestLimits, Slots
from kesher.server.observing import Observed
from kesher.server.page import serve_page
from kesher.server.reach import check_reach, checked_token, first_link
from kesher.server.recorder import Recorder
from kesher.server.routes import (
    admin,
    agents,
    ask,
    audit,
    backups,
    documents,
    evaluations,
    health,
    invitations,
    keys,
    members,
    memory,
    model_settings,
    oidc,
    pages,
    people,
    readings,
    records,
    research,
    retention,
    rooms,
    server_state,
    threads,
    trajectories,
    usage,
    vectors,
    versions,
)
from kesher.server.schemas import Problem
from kesher.server.state import ServerState
from kesher.telemetry.instrument import listening
from kesher.wiring.services import Services, build
from kesher.wiring.telemetry import make_telemetry

_ROUTES = (
    admin,
    health,
    server_state,
    rooms,
    documents,
    pages,
    readings,
    ask,
    threads,
    backups,
    research,
    retention,
    records,
    evaluations,
    trajectories,
    agents,
    memory,
    vectors,
    versions,
    people,
    oidc,
    keys,
    model_settings,
    members,
    invitations,
    audit,
    usage,
)
_log = structlog.get_logger("kesher.server")


def create_app(
    settings: Settings,
    *,
    url: str = "",
    started: Callable[[], None] | None = None,
    welcomed: Callable[[str], None] | None = None,
    model_progress: Progress | None = None,
) -> FastAPI:
    """Return the application; it opens the data folder when it starts and closes it at its end.

    Args:
        url: Where the application is reached; written into the folder's lock for others to use.
        started: Called once the folder is open.
        welcomed: Told then the path of the link that makes the first administrator, where the
            settings ask for accounts and there is none.
        model_progress: As for `kesher.wiring.build`. Given, the model is made ready at once, so
            that the first question need not wait; else on its first use by a request.

    Raises:
        ConfigurationError: the token is none that a header carries.
    """
    policy.check_complete(module.router for module in _ROUTES)
    token = checked_token(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            services = await _opened(settings, url, model_progress)
        except Exception as error:
            app.state.startup_error = error  # uvicorn tells its caller only that it failed
            raise
        state = await _begun(app, services, loads=model_progress is not None)
        if started:
            started()
        if welcomed and (path := await first_link(services.people)):
            welcomed(path)
        try:
            yield
        finally:
            await _stop(state)
            await app.state.telemetry.close()

    app = Application(
        title="Kesher",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=_operation_id,
        responses={"default": {"model": Problem, "description": "A problem."}},
        form_limits={"max_files": 1, "max_fields": 16, "max_part_size": FORM_BYTES},
    )
    app.state.telemetry = make_telemetry(settings)
    _answer(app, settings, token)
    return app


def _answer(app: Application, settings: Settings, token: str) -> None:
    """Add the routes and the page, and who looks at each request before them."""
    problems.install(app)
    for module in _ROUTES:
        app.include_router(module.router, prefix="/api", dependencies=[Depends(policy.enforce)])
    routes = [route for module in _ROUTES for route in module.router.routes]
    refuse_unknown(app, routes, prefix="/api")
    serve_page(app)
    addresses = addresses_of(routes, prefix="/api")
    templates = templates_of(routes, prefix="/api")
    instrument = app.state.telemetry.instrument
    app.observed = partial(Observed, instrument=instrument, templates=templates)
    # The last added is the first asked.
    app.add_middleware(Recorder)
    app.add_middleware(Slots, settings=settings, addresses=addresses)
    metrics_token = settings.metrics_token.get_secret_value()
    app.add_middleware(Gate, token=token, metrics_token=metrics_token)
    app.add_middleware(RequestLimits, settings=settings, addresses=addresses)


async def _opened(settings: Settings, url: str, model_progress: Progress | None) -> Services:
    """Open the data folder, unless others would be let in unasked."""
    services = await build(settings, url=url, model_progress=model_progress)
    try:
        await check_reach(settings, services.people)
    except BaseException:
        await services.close()
        raise
    return services


async def _begun(app: FastAPI, services: Services, *, loads: bool) -> ServerState:
    """Begin what goes on behind the requests; what it does is heard, too."""
    state = ServerState(services.models.settings, services, loads=loads)
    app.state.kesher = state
    with listening(app.state.telemetry.instrument):
        if loads:
            state.start(services.embedding.prepare())
        await state.run_loops()
    return state


async def _stop(state: ServerState) -> None:
    state.end_streams()
    await asyncio.gather(*state.tasks, return_exceptions=True)
    await state.loops.end()
    await state.services.close()


def _operation_id(route: APIRoute) -> str:
    return route.name
