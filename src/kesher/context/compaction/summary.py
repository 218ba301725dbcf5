"""A summary by a model: what it is asked, and whether its answer may stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from kesher.context.compaction.checking import Verdict
from kesher.context.compaction.labels import LABELS
from kesher.context.compaction.situation import PROGRESS_SOURCE, Situation, plain_text
from kesher.context.compaction.tasks import Task, needed, verdict
from kesher.context.guard.tags import nonce_for, wrap
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import EditKind, Entry, Origin
from kesher.ports.models import ChatRequest, FinishReason
from kesher.prompts.catalog import compaction_prompt

_LIMIT_MARGIN = 2
"""A model's tokens are not ours: it may write twice what it is asked for before it is cut off."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote, whole.

    Attributes:
        finish: Why it stopped; None: it never said.
    """

    text: str
    finish: FinishReason | None = FinishReason.STOP


def request(
    task: Task, situation: Situation, *, refused: Verdict | None = None, earlier: str = ""
) -> ChatRequest:
    """Return what a model is sent for a task.

    Args:
        refused: What was wrong with the answer before; it is named, to be put right.
        earlier: That answer.
    """
    limit = max(task.limit_tokens, situation.count("\n".join(needed(task))))
    prompt = compaction_prompt(situation.spoken, limit_tokens=limit)
    asked = [Message(Role.SYSTEM, prompt.text), Message(Role.USER, _material(task, situation))]
    if refused is not None:
        asked += [Message(Role.ASSISTANT, earlier or "—"), Message(Role.USER, _again(refused))]
    return ChatRequest(tuple(asked), max_output_tokens=limit * _LIMIT_MARGIN)


def read(task: Task, situation: Situation, reply: Reply) -> tuple[str, Verdict]:
    """Return the model's text, ready to stand, and what is wrong with it.

    An answer that was cut off, is empty, refuses, reports an error, is in another language, or
    lost or invented something is never accepted.
    """
    text = reply.text.strip()
    if reply.finish is not FinishReason.STOP:
        return text, Verdict(f"The model did not come to an end of itself ({reply.finish}).")
    found = verdict(task, text, situation)
    longer = situation.count(text) >= sum(map(situation.tokens_of, task.entries))
    if found.accepts and longer:
        return text, Verdict("The text is no shorter than what it replaces.")
    return text, found


def _again(refused: Verdict) -> str:
    return "\n".join(
        [
            "Write the whole account again and put this right:",
            *(f"- {r}" for r in refused.reasons()),
        ]
    )


def _material(task: Task, situation: Situation) -> str:
    """Return request, plan and material; nothing in the material can close its tag."""
    labels = LABELS[situation.spoken]
    parts = [f"<request>\n{task.wanted.strip()}\n</request>"] if task.wanted.strip() else []
    parts += [_line(entry, at, situation) for at, entry in enumerate(task.entries)]
    kept = needed(task)
    if kept:
        parts.append("\n".join([f'<keep title="{labels.decided}">', *kept, "</keep>"]))
    return "\n\n".join(part for part in parts if part)


def _line(entry: Entry, at: int, situation: Situation) -> str:
    if entry.source == PROGRESS_SOURCE:
        return ""
    calls = [f"{call.name} {call.arguments}" for call in entry.message.tool_calls]
    text = "\n".join([*calls, plain_text(entry)]).strip()
    source = f"{entry.origin} {entry.source}".strip()
    return wrap(text, source=source, nonce=nonce_for(situation.last_hash, f"{at}")) if text else ""


def standing_text(task: Task, text: str, situation: Situation) -> str:
    """Return a model's account as it stands in the context.

    An account of whole rounds is said by us in the user's role: where it rests on content by
    others, it stands in the guard's tag, so that no order in that content becomes ours.
    """
    external = [entry for entry in task.entries if entry.origin is Origin.EXTERNAL]
    if task.kind is not EditKind.SUMMARISE or not external:
        return text
    source = ", ".join(dict.fromkeys(entry.source for entry in external if entry.source))
    return wrap(text, source=source, nonce=nonce_for(situation.last_hash, str(task.targets[0])))


def described(verdicts: Sequence[Verdict]) -> str:
    """Return why the answers of a model were refused, in one line, for the log."""
    return " ".join(reason for each in verdicts for reason in each.reasons())
