"""Pages, chunks and hits made from plain text, for tests of what is done with them."""

from collections.abc import Sequence
from itertools import count

from kesher.domain.document import Box, CharBoxes, Chunk, Line, Page, PageSource, PageSpan
from kesher.domain.retrieval import Hit

HEBREW = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה.\n"
    "בקשה לחופשה תוגש במערכת 14 יום מראש; מנהל ישיב בתוך 3 ימי עבודה.\n"
    'החזר נסיעות: עד 350 ש"ח בחודש, לפי סעיף 4.2 (Travel Policy).'
)
ENGLISH = "Full-time staff get 22 days of leave. Requests go in 14 days ahead, e.g. by mail."
RUSSIAN = "Работнику положено 22 дня отпуска. Заявление подаётся за 14 дней."
ARABIC = "يحق للموظف 22 يوم إجازة في السنة. يقدَّم الطلب قبل 14 يومًا."
MIXED = f"{HEBREW}\n\n{ENGLISH}\n{RUSSIAN}\n{ARABIC}"


def page(number: int, text: str) -> Page:
    """A page whose code points stand 5 points apart on lines 10 points high."""
    lines, boxes, at = [], [], 0
    for row, written in enumerate(text.split("\n")):
        top = 20.0 * row
        boxes += [
            None if char.isspace() else Box(5.0 * i, top, 5.0 * i + 4, top + 10)
            for i, char in enumerate(written)
        ]
        boxes.append(None)  # the line break
        lines.append(Line(at, at + len(written), None))
        at += len(written) + 1
    return Page(
        number=number,
        text=text,
        lines=tuple(lines),
        char_boxes=CharBoxes.of(boxes[:-1]),
        width_points=500.0,
        height_points=800.0,
        source=PageSource.TEXT_LAYER,
    )


def chunk(text: str, *, name: str = "chk_a", document: str = "doc_a", number: int = 1) -> Chunk:
    """A chunk that is the whole text of one page."""
    return Chunk(name, document, 0, text, (PageSpan(number, 0, len(text)),), len(text))


def hit(source: Chunk, *, rank: int = 1, document_name: str = "נוהל.pdf") -> Hit:
    return Hit(source, document_name, rank)


def hits(texts: Sequence[str]) -> tuple[Hit, ...]:
    """A hit for each text, each from a page of its own, best first."""
    return tuple(
        hit(chunk(text, name=f"chk_{rank}", number=rank), rank=rank)
        for rank, text in enumerate(texts, start=1)
    )


class Counted:
    """Identifiers in order: `chk_1`, `chk_2`, ..."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers)}"
