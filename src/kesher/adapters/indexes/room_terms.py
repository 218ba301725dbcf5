"""One room's BM25 index on disk: tantivy over our own terms, with the number of the last change."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import tantivy

from kesher.adapters.indexes.marks import Mark, fits, mark_of, read_mark, write_mark
from kesher.domain.retrieval import Ranked
from kesher.ports.indexes import RoomChange
from kesher.text.terms import index_terms

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
    """

    def __init__(self, folder: Path) -> None:
        """Open the index in `folder`, or begin an empty one where there is no whole one."""
        self._folder = folder
        self._mark_file = folder.with_name(folder.name + ".mark")
        self._schema = _schema()
        self._mark = read_mark(self._mark_file)
        self._index = self._opened() or self._begun()

    @property
    def sequence(self) -> int:
        """Number of the last change that is in the index, 0 if there was none."""
        return self._mark.sequence

    def apply(self, changes: Sequence[RoomChange]) -> None:
        """Bring the index to the state after `changes`, oldest first.

        Raises:
            DamagedIndexError: the files are not whole.
            LockedIndexError: another process writes here.
            OSError: the disk is full or does not let us write.
        """
        try:
            self._write(changes)
        except ValueError as error:
            raise _translated(error) from error
        self._mark = mark_of(self._folder, changes[-1].sequence, before=self._mark)
        write_mark(self._mark, self._mark_file)

    def search(self, terms: Sequence[str], *, top: int) -> list[Ranked]:
        """Return up to `top` chunks that hold one of `terms`, by BM25; equal ones by id.

        Raises:
            DamagedIndexError: the files are not whole.
        """
        try:
            searcher = self._index.searcher()
            found = searcher.search(self._query(terms), limit=top, count=False).hits
            ids = [str(searcher.doc(address).get_first("chunk")) for _, address in found]
        except ValueError as error:
            raise _translated(error) from error
        ranked = [Ranked(id_, float(score)) for id_, (score, _) in zip(ids, found, strict=True)]
        return sorted(ranked, key=lambda each: (-each.score, each.chunk_id))

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
        self._mark = Mark()
        try:
            return tantivy.Index(self._schema, path=str(self._folder))
        except ValueError as error:
            raise _translated(error) from error

    def _write(self, changes: Sequence[RoomChange]) -> None:
        writer = self._index.writer(heap_size=_WRITER_BYTES, num_threads=1)
        for document_id, chunks in {each.document_id: each.chunks for each in changes}.items():
            writer.delete_documents_by_term("document", document_id)
            for chunk in chunks:
                terms = " ".join(index_terms(chunk.text))
                writer.add_document(
                    tantivy.Document(chunk=chunk.id, document=document_id, terms=terms)
                )
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def _query(self, terms: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.boolean_query(
            [
                (
                    tantivy.Occur.Should,
                    tantivy.Query.term_query(self._schema, "terms", term, index_option="freq"),
                )
                for term in terms
            ]
        )


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("chunk", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("document", tokenizer_name="raw", index_option="basic")
    # The terms are ours already; white space is all that is left to cut at.
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def _translated(error: ValueError) -> Exception:
    if _LOCKED in str(error):
        return LockedIndexError(str(error))
    if any(sign in str(error) for sign in _FULL):
        return OSError(str(error))
    return DamagedIndexError(str(error))
