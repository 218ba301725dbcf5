"""Asking the sample handbook with a model that a scripted server stands in for."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass

import anyio

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_api import OpenAIChat
from kesher.app.ask import Ask
from kesher.app.ask_events import AskEvent
from kesher.domain.answer import Answer
from kesher.domain.scope import RoomScope
from kesher.ports.models import ChatModel
from kesher.testing.model_script import ReceivedRequest
from kesher.testing.model_server import ModelServer

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
QUOTE = "עובד במשרה מלאה זכאי ל-22 ימי חופשה"
VACATION_PAGE = 6
PASSAGE = re.compile(r'<passage id="(\w+)"[^>]*>\n(.*?)\n</passage>', re.DOTALL)


def passage_id(request: ReceivedRequest, words: str) -> str:
    """The id of the passage of a prompt in which the words stand."""
    found = PASSAGE.finditer(request.messages[-1][1])
    return next(each[1] for each in found if words in " ".join(each[2].split()))


def cited(quote: str, *, words: str = QUOTE) -> Callable[[ReceivedRequest], str]:
    """An answer that cites the passage that holds `words` with the given quotation."""

    def answer(request: ReceivedRequest) -> str:
        return f'מגיעים 22 ימים<cite id="{passage_id(request, words)}">{quote}</cite> בשנה.'

    return answer


@dataclass(frozen=True)
class Asked:
    """A room's `Ask` with a model, and what it told while it answered."""

    ask: Ask
    room: RoomScope

    async def __call__(
        self,
        text: str = QUESTION,
        *,
        thread_id: str | None = None,
        stop: asyncio.Event | None = None,
        memory: str | None = None,
    ) -> tuple[Answer, list[AskEvent]]:
        told: list[AskEvent] = []
        with anyio.fail_after(30):
            answer = await self.ask.answer(
                self.room,
                text,
                emit=told.append,
                stop=stop or asyncio.Event(),
                thread_id=thread_id,
                memory=memory,
            )
        return answer, told


def chat(server: ModelServer, *, timeout_seconds: float = 20.0) -> ChatModel:
    return OpenAIChat(
        Endpoint(
            model="scripted-model",
            url=server.openai_url,
            timeout_seconds=timeout_seconds,
            retries=0,
        )
    )
