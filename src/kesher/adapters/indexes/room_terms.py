"""One room's BM25 index on disk: tantivy over our own terms, with the number of the last change."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import tantivy

from kesher.adapters.indexes.marks import Mark, fits, has_dead_rows, mark_of, read_mark, write_mark
from kesher.domain.retrieval import Ranked
from kesher.ports.indexes import IndexedChunk, RoomChange
from kesher.text.grams import asked_grams, grams
from kesher.text.language import passage_language
from kesher.text.search_terms import asked_terms, search_terms

# The least that tantivy accepts is 15 MB; more only delays the writing of segments.
_WRITER_BYTES = 32_000_000

# Tantivy says by text alone what went wrong.
_LOCKED = "LockBusy"
_FULL = ("StorageFull", "No space left")


class DamagedIndexError(Exception):
    """The files are not a whole index; they can be made anew from the store."""


class LockedIndexError(Exception):
    """Another process is writing the index."""


class RoomTerms:
    """An open index folder. Its methods block, and one caller at a time may `apply`.

    Beside the folder lies a mark: the sequence number of the last change that is in it, and the
    files' checksums. It is written after a change, so a folder that does not fit its mark was hit
    by a crash or a bad disk, and an empty index is begun, for the caller to fill from the store.
    A search may go on beside `apply`; it sees all changes, or as many as stood when it began.
    """

    def __init__(self, folder: Path) -> None:
        """Open the index in `folder`, or begin an empty one where there is no whole one."""
        self._folder = folder
        self._mark_file = folder.with_name(folder.name + ".mark")
        self._schema = _schema()
        self._mark = read_mark(self._mark_file)
        self._sequence = self._mark.sequence
        self._index = self._opened() or self._begun()

    @property
    def sequence(self) -> int:
        """Number of the last change that a search sees, 0 if there was none."""
        return self._sequence

    @property
    def has_erased(self) -> bool:
        """Whether words of removed documents may stand in the files."""
        return self._mark.erased

    def set_whole(self) -> None:
        """Say that the files, just filled from the store, hold no words of removed documents."""
        self._mark = replace(self._mark, erased=False)
        write_mark(self._mark, self._mark_file)

    def apply(self, changes: Sequence[RoomChange]) -> None:
        """Bring the index to the state after `changes`, oldest first.

        Raises:
            DamagedIndexError: the files are not whole.
            LockedIndexError: another process writes here.
            OSError: the disk is full or does not let us write.
        """
        try:
            with self._writer() as writer:
                self._write(writer, changes)
                self._sequence = changes[-1].sequence
                # Searches see the changes from here on; old segments become larger ones meanwhile.
                with suppress(FileNotFoundError):  # a merge was quicker: it is marked below
                    self._write_mark()
            self._index.reload()
            self._write_mark()
        except FileNotFoundError as error:
            raise DamagedIndexError(str(error)) from error
        except ValueError as error:
            raise _translated(error) from error

    def search(self, text: str, *, top: int) -> list[Ranked]:
        """Return up to `top` chunks that share a term with `text`, by BM25; equal ones by id.

        Raises:
            DamagedIndexError: the files are not whole.
        """
        searcher = self._index.searcher()
        weights = asked_terms(text, lambda term: searcher.doc_freq("terms", term) > 0)
        return self._ranked(searcher, "terms", weights, top)

    def search_grams(self, text: str, *, top: int) -> list[Ranked]:
        """Return the same by pieces of words.

        Raises:
            DamagedIndexError: the files are not whole.
        """
        searcher = self._index.searcher()
        asked = asked_grams(text, lambda gram: searcher.doc_freq("grams", gram))
        return self._ranked(searcher, "grams", dict.fromkeys(asked, 1.0), top)

    def restart(self) -> None:
        """Throw away what is held and begin an empty index."""
        self._index = self._begun()

    def _opened(self) -> tantivy.Index | None:
        # Tantivy checks little: a wrong byte in a segment would end in a panic, or go unseen.
        if not self._mark.sequence or not fits(self._mark, self._folder):
            return None
        try:
            index = tantivy.Index.open(str(self._folder))
            index.searcher()
        except ValueError:
            return None
        return index

    def _begun(self) -> tantivy.Index:
        # Indexes by older rules of terms lie in the same room's folder and are of no use any more.
        if self._folder.parent.exists():
            shutil.rmtree(self._folder.parent)
        self._folder.mkdir(parents=True)
        self._mark, self._sequence = Mark(), 0
        try:
            return tantivy.Index(self._schema, path=str(self._folder))
        except ValueError as error:
            raise _translated(error) from error

    @contextmanager
    def _writer(self) -> Iterator[tantivy.IndexWriter]:
        """Give a writer, and let go of it at the end, also where the work fails.

        A writer locks the folder as long as it lives, and the traceback of an error keeps it alive.
        """
        writer = self._index.writer(heap_size=_WRITER_BYTES, num_threads=1)
        try:
            yield writer
        except (ValueError, OSError):
            with suppress(ValueError):  # the error that it died of is on its way already
                writer.wait_merging_threads()
            raise
        writer.wait_merging_threads()

    def _write(self, writer: tantivy.IndexWriter, changes: Sequence[RoomChange]) -> None:
        searcher = self._index.searcher()
        kept = next((each.kept for each in reversed(changes) if each.kept is not None), None)
        if kept is not None:
            writer.delete_documents_by_query(self._all_but(kept))
        for document_id, chunks in {each.document_id: each.chunks for each in changes}.items():
            # A deletion looks into every segment; most documents are new.
            if searcher.doc_freq("document", document_id):
                writer.delete_documents_by_term("document", document_id)
            for chunk in chunks:
                writer.add_document(_row(chunk))
        writer.commit()
        self._index.reload()
        if kept is not None and has_dead_rows(self._folder):
            self._mark = replace(self._mark, erased=True)

    def _all_but(self, documents: frozenset[str]) -> tantivy.Query:
        these = tantivy.Query.term_set_query(self._schema, "document", sorted(documents))
        return tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Must, tantivy.Query.all_query()),
                (tantivy.Occur.MustNot, these),
            ]
        )

    def _write_mark(self) -> None:
        mark = mark_of(self._folder, self._sequence, before=self._mark)
        if mark != self._mark:
            write_mark(mark, self._mark_file)
            self._mark = mark

    def _ranked(
        self, searcher: tantivy.Searcher, field: str, weights: Mapping[str, float], top: int
    ) -> list[Ranked]:
        try:
            found = searcher.search(self._query(field, weights), limit=top, count=False).hits
            rows = [(score, searcher.doc(address)) for score, address in found]
        except ValueError as error:
            raise _translated(error) from error
        ranked = [
            Ranked(str(row.get_first("chunk")), float(score), str(row.get_first("language")))
            for score, row in rows
        ]
        return sorted(ranked, key=lambda each: (-each.score, each.chunk_id))

    def _query(self, field: str, weights: Mapping[str, float]) -> tantivy.Query:
        return tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, self._term(field, term, weight))
                for term, weight in weights.items()
            ]
        )

    def _term(self, field: str, term: str, weight: float) -> tantivy.Query:
        query = tantivy.Query.term_query(self._schema, field, term, index_option="freq")
        return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)


def _row(chunk: IndexedChunk) -> tantivy.Document:
    return tantivy.Document(
        chunk=chunk.id,
        document=chunk.document_id,
        language=passage_language(chunk.text),
        terms=" ".join(search_terms(chunk.text)),
        grams=" ".join(grams(chunk.text)),
    )


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("chunk", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("document", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("language", stored=True, tokenizer_name="raw", index_option="basic")
    # The terms are ours already; white space is all that is left to cut at.
    for field in ("terms", "grams"):
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def _translated(error: ValueError) -> Exception:
    if _LOCKED in str(error):
        return LockedIndexError(str(error))
    if any(sign in str(error) for sign in _FULL):
        return OSError(str(error))
    return DamagedIndexError(str(error))
