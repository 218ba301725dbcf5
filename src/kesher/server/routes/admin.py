"""What the server is, the token's cookie, and the sample room."""

import secrets

from fastapi import APIRouter, Response, status

from kesher import __version__
from kesher.app.sample import ROOM_NAME
from kesher.errors import InputError
from kesher.sample import questions
from kesher.server import schemas
from kesher.server.cookies import TOKEN_COOKIE
from kesher.server.deps import CallerIs, CallerScope, State
from kesher.server.routes import rooms
from kesher.server.server_schemas import Info, ModelInfo, SampleQuestion, SessionRequest

router = APIRouter(tags=["server"])


@router.get("/info")
async def info(state: State) -> Info:
    """Show what this server is and can do."""
    services, settings = state.services, state.settings
    return Info(
        version=__version__,
        models=ModelInfo(
            chat=services.chat.name if services.chat else None,
            embedder=services.embedder.name,
            dimensions=services.embedder.dimensions,
            embedder_ready=services.embedding.is_ready(),
        ),
        upload_limit_bytes=settings.upload_limit_bytes,
        question_limit_chars=settings.question_limit_chars,
        prompt_budget_tokens=settings.prompt_budget_tokens,
        ocr_languages=list(services.tools.ocr_languages),
        libreoffice=services.tools.libreoffice,
        media_types=list(services.tools.endings),
        sample_room=ROOM_NAME,
    )


@router.post("/session", status_code=status.HTTP_204_NO_CONTENT)
async def open_session(state: State, response: Response, request: SessionRequest) -> None:
    """Give the browser a cookie that carries the token, so that the page need not keep it."""
    token = state.settings.token.get_secret_value()
    if not token or not secrets.compare_digest(
        request.token.encode(errors="replace"), token.encode()
    ):
        raise InputError(
            "That is not this server's token. Look at the terminal that it started in."
        )
    response.set_cookie(TOKEN_COOKIE, token, httponly=True, samesite="strict", path="/")


@router.get("/sample/questions")
async def sample_questions() -> list[SampleQuestion]:
    """List questions that the sample's documents answer, one in each language."""
    first: dict[str, str] = {}
    for question in questions():
        first.setdefault(question.language, question.text)
    return [SampleQuestion(language=key, text=text) for key, text in first.items()]


@router.post("/sample", status_code=status.HTTP_201_CREATED)
async def load_sample(state: State, scope: CallerScope, caller: CallerIs) -> schemas.Room:
    """Make the sample room, an invented company's handbook, and queue its documents."""
    room = await state.services.sample.load(scope)
    state.services.jobs.wake()
    return await rooms.shown(state, scope, caller, room)
