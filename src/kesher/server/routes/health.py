"""Whether the server is alive, whether it can be sent requests, and what it measures."""

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import PlainTextResponse

from kesher.server.deps import State
from kesher.server.server_schemas import Health, Ready
from kesher.wiring.telemetry import Telemetry

router = APIRouter(tags=["server"])

_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/health")
async def health() -> Health:
    """Answer `ok` while the process serves, whatever becomes of its database."""
    return Health(status="ok")


@router.get(
    "/ready",
    responses={
        status.HTTP_503_SERVICE_UNAVAILABLE: {
            "model": Ready,
            "description": "Not ready; `wrong` says why.",
        }
    },
)
async def ready(state: State, response: Response) -> Ready:
    """Tell whether requests can be served: 200, else 503 with what is wrong.

    The database answers, its tables are current, disks have room, indexes can be opened. The
    embedding model's state is told and not required: it is made ready when it is first needed.
    """
    found = await state.services.watching.readiness()
    response.headers["Cache-Control"] = "no-store"
    if found.wrong:
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return Ready(
        ready=not found.wrong,
        wrong={name.value: why for name, why in found.wrong.items()},
        embedder_ready=found.embedder,
    )


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(state: State, request: Request) -> Response:
    """Return what is measured, as Prometheus reads it. It names no person, room or text."""
    telemetry = request.app.state.telemetry
    if not isinstance(telemetry, Telemetry):
        raise TypeError("The application was not made by kesher.server.app.create_app.")
    text = await telemetry.text(state.services.watching)
    return Response(text, media_type=_MEDIA_TYPE, headers={"Cache-Control": "no-store"})
