"""What `kesher doctor` looks at, as findings for a person."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Attributes:
        optional: All else works without it.
    """

    name: str
    well: bool
    detail: str
    optional: bool = False
