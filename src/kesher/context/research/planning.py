"""A question to the request that splits it into aspects, and the aspects of the reply."""

from collections.abc import Sequence

from kesher.context.assembly import Evidence
from kesher.context.question import guarded
from kesher.context.research.asking import Fault, Fit, assembled, closing, json_in
from kesher.domain.request import Context
from kesher.errors import ContextTooLongError
from kesher.text.language import Language, language
from kesher.text.storable import storable

MOST_ASPECTS = 4
OUTPUT_TOKENS = 400
_ASPECT_CHARS = 400

_EARLIER: dict[bool, str] = {True: "שאלות קודמות:", False: "Earlier questions:"}
_QUESTION: dict[bool, str] = {True: "השאלה", False: "Question"}


def request(
    question: str, earlier: Sequence[str], fit: Fit, *, fault: Fault | None = None
) -> Context:
    """Return the request for the aspects of a question.

    Args:
        earlier: The last questions of the thread, oldest first; of those that are too long
            together the oldest are left out.
        fault: What was wrong with the reply to the last request.
    """
    spoken: Language = language(question)
    hebrew = spoken == "he"
    lines = [_EARLIER[hebrew], *(f"- {guarded(text)}" for text in earlier), ""] if earlier else []
    lines.append(f"{_QUESTION[hebrew]}: {question.strip()}")
    try:
        return assembled("plan", spoken, Evidence(closing=closing(lines, spoken, fault)), fit)
    except ContextTooLongError:
        if not earlier:
            raise
        return request(question, earlier[1:], fit, fault=fault)


def read(reply: str) -> tuple[str, ...] | Fault:
    """Return the aspects of a reply: 1 to 4, each once.

    More than four are cut off: a model that cannot keep to the number still plans well.
    """
    found = json_in(reply)
    listed = found.get("questions") if isinstance(found, dict) else found
    if not isinstance(listed, list):
        return Fault('it holds no JSON object with a list "questions"')
    texts = [" ".join(storable(each).split()) for each in listed if isinstance(each, str)]
    kept = list(dict.fromkeys(text[:_ASPECT_CHARS] for text in texts if text))
    if not kept:
        return Fault('its "questions" are empty')
    return tuple(kept[:MOST_ASPECTS])
