"""An answer before it is stored: what was written, and how that ended."""

from dataclasses import dataclass

from kesher.domain.answer import AnswerKind, Citation, StopReason
from kesher.text.language import Language

_NOT_FOUND: dict[Language, str] = {
    "he": "במסמכים של החדר לא נמצאה תשובה לשאלה.",
    "en": "The documents of this room do not hold an answer to the question.",
    "ar": "لم يُعثر في مستندات هذه الغرفة على إجابة عن السؤال.",
    "ru": "В документах этой комнаты нет ответа на этот вопрос.",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What was written.

    Attributes:
        text: Without citation marks.
        citations: By position.
        error_code, error: What went wrong, or what the reader must know of the answer.
        model: The name of the model that wrote it; None where no model did.
        request_id: The recorded request; None where no model was asked.
        held_fraction: Without a model: how likely the passages hold an answer, 0–1.
    """

    kind: AnswerKind
    text: str
    citations: tuple[Citation, ...] = ()
    stop_reason: StopReason = StopReason.COMPLETE
    error_code: str | None = None
    error: str | None = None
    model: str | None = None
    request_id: str | None = None
    held_fraction: float | None = None


def not_found(spoken: Language, *, held_fraction: float | None = None) -> Draft:
    """Return the answer that says, in the question's language, that there is none."""
    return Draft(AnswerKind.NOT_FOUND, _NOT_FOUND[spoken], held_fraction=held_fraction)
