"""One summary by a model: asked for, judged, asked for once more with what was wrong, or quoted."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace

from kesher.app.stopping import until
from kesher.context.compaction import summary
from kesher.context.compaction.checking import Verdict
from kesher.context.compaction.situation import Count, Situation
from kesher.context.compaction.tasks import Task, write
from kesher.errors import ModelError
from kesher.ports.models import ChatModel, ChatRequest

_ATTEMPTS = 2
_CHARS_A_TOKEN = 10
"""More than a token of any language holds on average; bounds a model that never stops."""


@dataclass(frozen=True, slots=True)
class Written:
    """A text that may stand.

    Attributes:
        remark: Why sentences are quoted though a model was asked; empty where its text stands.
        input_tokens, output_tokens: What the model was sent and wrote, refused texts included.
    """

    task: Task
    text: str
    remark: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


async def summarise(
    task: Task, situation: Situation, chat: ChatModel | None, stop: asyncio.Event
) -> Written:
    """Return a model's text that was found true to its source, else quoted sentences.

    A model that fails, is silent or refuses never replaces anything.

    Args:
        stop: Set: the model is not listened to any longer, nor asked again.
    """
    quoted = Written(task, write(task, situation))
    if chat is None:
        return quoted
    verdicts: list[Verdict] = []
    text = ""
    for _ in range(_ATTEMPTS):
        refused = verdicts[-1] if verdicts else None
        asked = summary.request(task, situation, refused=refused, earlier=text)
        try:
            reply, sent, wrote = await _answer(chat, asked, situation.count, stop)
        except ModelError as error:
            remark = f"The model did not serve ({error.code}); sentences are quoted instead."
            return replace(quoted, remark=remark)
        quoted = replace(
            quoted,
            input_tokens=quoted.input_tokens + sent,
            output_tokens=quoted.output_tokens + wrote,
        )
        text, found = summary.read(task, situation, reply)
        if found.accepts:
            return replace(quoted, text=summary.standing_text(task, text, situation))
        verdicts.append(found)
        if stop.is_set():
            break
    return replace(quoted, remark=f"The model's summary was refused: {summary.described(verdicts)}")


async def _answer(
    chat: ChatModel, asked: ChatRequest, count: Count, stop: asyncio.Event
) -> tuple[summary.Reply, int, int]:
    """Return all that the model writes, and the tokens that it was sent and wrote.

    Raises:
        ModelError: it did not serve.
    """
    text, finish = "", None
    sent = wrote = None
    async with aclosing(until(chat.stream(asked), stop)) as deltas:
        async for delta in deltas:
            text += delta.text
            finish = delta.finish or finish
            sent, wrote = delta.input_tokens or sent, delta.output_tokens or wrote
            if len(text) > asked.max_output_tokens * _CHARS_A_TOKEN:
                break
    sent = sent or sum(count(message.text or "") for message in asked.messages)
    return summary.Reply(text, finish), sent, wrote or count(text)
