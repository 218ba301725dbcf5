"""Questions of a thread to the text that is searched for the last of them."""

from collections.abc import Sequence

from kesher.text.leaning import leans

_QUESTIONS_JOINED = 3
"""A question is searched with at most so many before it: what is older is another subject."""


def joined(question: str, earlier: Sequence[str]) -> str:
    """Return a question, after those before it that it leans on, one a line.

    A question that stands alone is returned as it is, so that a change of subject is not held
    back. One that leans brings the question before it, and where that leans too, the one before.

    Args:
        earlier: The thread's last questions, oldest first.
    """
    texts = [question]
    for before in reversed(earlier[-_QUESTIONS_JOINED:]):
        if not leans(texts[0]):
            break
        texts.insert(0, before)
    return "\n".join(texts)
