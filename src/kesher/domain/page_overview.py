"""What is known of a page without its words: for a list of all pages of a document."""

from dataclasses import dataclass

from kesher.domain.document import PageFailure, PageSource

DOUBTFUL_FRACTION = 0.75
"""Trust below which a page says that it should be compared with its picture."""


@dataclass(frozen=True, slots=True)
class PageOverview:
    """One page of a document, read or failed.

    Attributes:
        number: 1-based place in the document.
        label: The page's own number where it has one; None without.
        source: Where its text came from; None: it was not read.
        trust_fraction: 0–1, as `Page.trust_fraction`.
        note: Why OCR was chosen or what was left out, for people.
        chars: Code points of its text.
        tables: How many were found on it.
        hidden_chars: Code points that are in the file, but that no reader of the page sees.
        failure: Why it was not read; None where it was.
    """

    number: int
    label: str | None = None
    source: PageSource | None = None
    trust_fraction: float = 0.0
    note: str | None = None
    chars: int = 0
    tables: int = 0
    hidden_chars: int = 0
    failure: PageFailure | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether it has words that should be compared with its picture."""
        return self.chars > 0 and self.trust_fraction < DOUBTFUL_FRACTION
