"""What is counted of answers and requests once they are stored."""

from kesher.domain.answer import Answer
from kesher.domain.request import SentRequest
from kesher.telemetry.instrument import count, took
from kesher.telemetry.measures import ANSWER_SECONDS, ANSWERS, PRICE_USD, TOKENS


def count_answer(answer: Answer) -> None:
    """Count an answer, and how long it took."""
    count(ANSWERS, kind=answer.kind, stop_reason=answer.stop_reason)
    if "total" in answer.seconds:
        took(ANSWER_SECONDS, answer.seconds["total"])


def count_usage(request: SentRequest) -> None:
    """Count what a provider said that a request took; nothing where it did not say."""
    if request.usage is None:
        return
    labels = {"model": request.model, "purpose": str(request.purpose)}
    used = request.usage
    for kind, tokens in (
        ("input", used.input_tokens),
        ("output", used.output_tokens),
        ("cached", used.cached_tokens),
        ("reasoning", used.reasoning_tokens),
    ):
        if tokens:
            count(TOKENS, tokens, kind=kind, **labels)
    if request.price_usd:
        count(PRICE_USD, request.price_usd, **labels)
