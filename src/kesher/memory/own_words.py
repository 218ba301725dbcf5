"""A message as its speaker said it: what our own tags hold counts as put there by a program."""

import re
from dataclasses import replace
from typing import Final

from kesher.domain.log import LogMessage
from kesher.text.tagged import tagged_spans

READ_CHARS: Final = 3_000
"""Rules read no more of a message, so that no message keeps the others waiting. Whoever writes
more pastes a document; search finds all of it, and a model reads more."""

_TAIL_CHARS = 500
_SENTENCE_END = re.compile(r"[.!?\u061f\u2026](?=\s)|\n")
_GAP = re.compile(r"\s")


def beginning(message: LogMessage) -> LogMessage:
    """Return the message as far as rules read it, up to the end of a sentence, or of a word.

    What our tags hold is marked before the rest is cut off: a closing tag may stand there.
    """
    if len(message.text) <= READ_CHARS:
        return message
    message = own_words(message)
    end = _end(message.text)
    spans = tuple((start, min(stop, end)) for start, stop in message.injected if start < end)
    return replace(message, text=message.text[:end], injected=spans)


def _end(text: str) -> int:
    for border in (_SENTENCE_END, _GAP):
        found = [each.end() for each in border.finditer(text, READ_CHARS - _TAIL_CHARS, READ_CHARS)]
        if found:
            return found[-1]
    return READ_CHARS


def own_words(message: LogMessage) -> LogMessage:
    """Return the message with the spans of our own tags among its injected ones.

    Remembered lines that come back in a message, copied or sent by a client, are so never
    extracted a second time.
    """
    tagged = tagged_spans(message.text)
    return replace(message, injected=(*message.injected, *tagged)) if tagged else message
