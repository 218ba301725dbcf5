"""A record as a file: JSON for programs, Markdown to read. Pure."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from kesher.answer.record_words import WORDS, Words
from kesher.domain.record_view import RankedRow, RecordView, RetrievalView, SegmentView
from kesher.domain.replay import Mark
from kesher.text.harmless import harmless
from kesher.text.language import language
from kesher.text.storable import storable

# An underscore inside a word means nothing in Markdown; names of settings stay as they are.
_SPECIAL = re.compile(r"([\\`*\[\]<>|#]|(?<!\w)_|_(?!\w))")
_TICKS = re.compile("`+")
_SHOWN_NUMBERS = 8
_HITS_EXCERPT_CHARS = 120


def as_json(record: RecordView) -> str:
    """Return the whole record as one JSON object; its keys are the fields of `RecordView`."""
    return storable(json.dumps(asdict(record), ensure_ascii=False, indent=1, default=_instant))


def as_markdown(record: RecordView) -> str:
    """Return the record as Markdown, headed in Hebrew for a Hebrew question, else in English.

    What documents and models wrote is escaped, so that nothing in it becomes a heading or a tag.
    """
    words = WORDS["he" if language(record.question) == "he" else "en"]
    parts = [
        f"# {words.title}: {_line(record.question)}",
        _table((), _head(record, words)),
        f"## {words.answer}\n\n{_block(_marked(record))}",
        *_citations(record, words),
        *(_search(each, words) for each in record.retrievals),
        _prompt(record, words),
        *_calls(record, words),
        f"## {words.times}\n\n" + _times(record, words),
        f"## {words.versions}\n\n"
        + _table(words.named, ((e.name, e.value) for e in record.versions)),
        f"## {words.settings}\n\n"
        + _table(words.named, ((e.name, e.value) for e in record.settings)),
    ]
    return "\n\n".join(parts) + "\n"


def _instant(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"A record holds a {type(value).__name__}, which has no form in JSON.")


def _head(record: RecordView, words: Words) -> list[tuple[str, str]]:
    price = "–" if record.price_usd is None else f"${record.price_usd:.6f}"
    return [
        (words.id, record.answer_id),
        (words.given, record.created_at.isoformat(timespec="seconds")),
        (words.kind, record.kind.value),
        (words.held, "–" if record.held_fraction is None else f"{record.held_fraction:.2f}"),
        (words.model, record.model or "–"),
        (words.price, price),
    ]


def _marked(record: RecordView) -> str:
    """Put `[n]` where each citation stands."""
    parts, at = [], 0
    for cite in sorted(record.citations, key=lambda each: each.position):
        parts += [record.text[at : cite.position], f" [{cite.number}]"]
        at = cite.position
    return "".join([*parts, record.text[at:]])


def _citations(record: RecordView, words: Words) -> list[str]:
    cites = {each.number: each for each in record.citations}
    if not cites:
        return []
    lines = [
        f"{number}. {_line(each.document_name)}, {words.page} {_pages(each.page_numbers)}: "
        f"“{_line(each.quote)}”" + ("" if each.verified else f" ({words.unverified})")
        for number, each in sorted(cites.items())
    ]
    return ["\n".join(lines)]


def _search(search: RetrievalView, words: Words) -> str:
    figures = search.figures
    names = list(search.rankings)
    head = ("#", words.passage, words.document, *names, words.sent)
    parts = [
        f"## {words.search}: {_line(search.label)}",
        _block(search.search_text),
        f"{words.room}: {figures.documents:,} / {figures.pages:,} / {figures.chunks:,} / "
        f"{figures.tokens:,}. {words.vector} ({_line(search.embedder)}): {_vector(search.vector)}",
        _table(head, (_hit(row, names, words) for row in search.rows if row.rank is not None)),
    ]
    return "\n\n".join(parts)


def _hit(row: RankedRow, names: Sequence[str], words: Words) -> tuple[str, ...]:
    rank = f"{row.rank}" if row.neighbour_of is None else f"{row.rank}+"
    text = row.excerpt[:_HITS_EXCERPT_CHARS] or words.standing[row.standing]
    where = f"{row.document_name}, {words.page} {_pages(row.page_numbers)}"
    marks = [_mark(row.marks.get(name)) for name in names]
    return (rank, text, where, *marks, "✓" if row.sent else "")


def _mark(mark: Mark | None) -> str:
    return "–" if mark is None else f"{mark.rank} ({mark.score:.4g})"


def _prompt(record: RecordView, words: Words) -> str:
    prompt = record.prompt
    sent = words.was_sent if prompt.sent else words.not_sent
    said = f"{sent} {prompt.tokens:,} / {prompt.room_tokens:,} {words.tokens}."
    rows = (
        (number, each.kind.value, each.tokens, " ".join(each.refs), each.state)
        for number, each in enumerate(prompt.segments, start=1)
    )
    texts = [
        f"### {number}. {each.kind.value}\n\n{_fenced(each)}"
        for number, each in enumerate(prompt.segments, start=1)
        if each.text
    ]
    return "\n\n".join([f"## {words.prompt}", said, _table(words.segments, rows), *texts])


def _fenced(segment: SegmentView) -> str:
    text = harmless(segment.text)
    ticks = max((len(run) for run in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, ticks + 1)
    return f"{fence}json\n{text}\n{fence}"


def _calls(record: RecordView, words: Words) -> list[str]:
    if not record.calls:
        return []
    rows = (
        (
            each.label,
            each.model,
            each.input_tokens,
            each.cached_tokens,
            each.uncached_tokens,
            each.output_tokens,
            None if each.price_usd is None else f"${each.price_usd:.6f}",
            each.request_id,
        )
        for each in record.calls
    )
    return [f"## {words.calls}\n\n" + _table(words.call, rows)]


def _times(record: RecordView, words: Words) -> str:
    lanes = [*record.timeline, *(lane for each in record.retrievals for lane in each.stages)]
    rows = [(lane.name, f"{lane.began_ms:.1f}", f"{lane.ms:.1f}") for lane in lanes]
    return _table(words.stage, [*rows, (words.total, "0.0", f"{record.total_ms:.1f}")])


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; without heads its first column is bold."""
    lines = [[_line("–" if cell is None else str(cell)) for cell in row] for row in rows]
    if not lines:
        return "–"
    top = list(head) or [""] * len(lines[0])
    rule = ["---"] * len(top)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [top, rule, *lines])


def _line(text: str) -> str:
    """Return text for one line of prose or one cell."""
    return _escaped(" ".join(harmless(text).split()))


def _block(text: str) -> str:
    """Return text as a quotation, line by line."""
    lines = harmless(text).strip().split("\n")
    return "\n".join(f"> {_escaped(line)}".rstrip() for line in lines)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _pages(numbers: Sequence[int]) -> str:
    return "–".join(map(str, numbers)) or "?"


def _vector(vector: Sequence[float] | None) -> str:
    if vector is None:
        return "–"
    shown = ", ".join(f"{each:g}" for each in vector[:_SHOWN_NUMBERS])
    return f"({shown}, …) ∈ ℝ{len(vector)}"
