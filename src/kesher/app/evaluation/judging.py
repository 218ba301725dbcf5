"""What a search found, judged by the right pages, and the figures of many questions."""

from collections.abc import Iterable, Mapping, Sequence

from kesher.domain.document import Chunk, Document, DocumentState
from kesher.domain.evaluation import Figures, FoundPage, Outcome, Refusals, RightPages
from kesher.domain.retrieval import Hit

ALL = "all"
"""The name of the figures over all languages."""


def found_pages(hits: Iterable[Hit], copies: Mapping[str, Chunk]) -> list[FoundPage]:
    """Return the pages that hits stand on, each once, in the order of the hits.

    Pages, not chunks, are ranked, so that rooms cut otherwise can be compared. Of a chunk on two
    pages, that with more of its text comes first.

    Args:
        copies: The chunks that `Hit.copies` names, by id; they stand where their hit does.
    """
    found: dict[FoundPage, None] = {}
    for hit in hits:
        twins = (copies[id_] for id_ in hit.copies if id_ in copies)
        for chunk in (hit.chunk, *twins):
            found.update((page, None) for page in _pages_of(chunk))
    return list(found)


def _pages_of(chunk: Chunk) -> list[FoundPage]:
    """Return the pages that a chunk stands on, that with most of its text first."""
    chars: dict[int, int] = {}
    for span in chunk.spans:
        chars[span.page_number] = chars.get(span.page_number, 0) + span.end - span.start
    numbers = sorted(chars, key=lambda number: -chars[number])
    return [FoundPage(chunk.document_id, number) for number in numbers]


def right_pages(
    right: Iterable[RightPages], documents: Sequence[Document]
) -> tuple[frozenset[FoundPage], tuple[str, ...]]:
    """Return the right pages in the room as it is, and the names of documents it lacks.

    A document is known by its id, else by its name: a file that was taken in again has a new id.
    One that is not ready counts as missing.
    """
    ready = [each for each in documents if each.state is DocumentState.READY]
    ids = {each.id for each in ready}
    pages: set[FoundPage] = set()
    missing: dict[str, None] = {}
    for each in right:
        these = {each.document_id} & ids or {
            one.id for one in ready if one.name == each.document_name
        }
        if not these:
            missing[each.document_name] = None
        pages.update(FoundPage(id_, number) for id_ in these for number in each.pages)
    return frozenset(pages), tuple(missing)


def first_right(pages: Sequence[FoundPage], right: frozenset[FoundPage]) -> int | None:
    """Return the 1-based place of the first right page; None: there is none."""
    return next((rank for rank, page in enumerate(pages, start=1) if page in right), None)


def figures_of(outcomes: Sequence[Outcome]) -> dict[str, Figures]:
    """Return the figures of `all` outcomes, then by language in alphabetical order."""
    languages = sorted({each.language for each in outcomes})
    groups = {name: [each for each in outcomes if each.language == name] for name in languages}
    return {name: _figures(group) for name, group in {ALL: outcomes, **groups}.items()}


def _figures(outcomes: Sequence[Outcome]) -> Figures:
    judged = [each.values for each in outcomes if each.values]
    names = judged[0] if judged else {}
    return Figures(
        judged=len(judged),
        means={name: sum(each[name] for each in judged) / len(judged) for name in names},
        rightly=_refusals(each for each in outcomes if not each.is_answerable),
        wrongly=_refusals(each for each in outcomes if each.is_answerable and not each.missing),
        not_judged=sum(bool(each.missing) for each in outcomes),
    )


def _refusals(outcomes: Iterable[Outcome]) -> Refusals:
    looked_at = [each.refused for each in outcomes if each.refused is not None]
    return Refusals(sum(looked_at), len(looked_at))
