"""What is usual in a document's body: the size of its letters."""

from collections import Counter
from collections.abc import Iterable

from kesher.domain.document import Page, Role

_STEP_POINTS = 0.5


def body_size(pages: Iterable[Page]) -> float:
    """Return the size that most letters of the body have, in points; 0 where none is known."""
    chars: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            if line.role in (Role.BODY, Role.ROW) and line.size_points:
                size = round(line.size_points / _STEP_POINTS) * _STEP_POINTS
                chars[size] += line.end - line.start
    return chars.most_common(1)[0][0] if chars else 0.0
