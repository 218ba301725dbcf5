"""A message as its speaker said it: what our own tags hold counts as put there by a program."""

from dataclasses import replace

from kesher.domain.log import LogMessage
from kesher.text.tagged import tagged_spans


def own_words(message: LogMessage) -> LogMessage:
    """Return the message with the spans of our own tags among its injected ones.

    Remembered lines that come back in a message, copied or sent by a client, are so never
    extracted a second time.
    """
    tagged = tagged_spans(message.text)
    return replace(message, injected=(*message.injected, *tagged)) if tagged else message
