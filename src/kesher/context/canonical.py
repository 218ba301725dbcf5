"""One spelling for each JSON value; see `kesher.domain.canonical`."""

from kesher.domain.canonical import canonical, digest

__all__ = ["canonical", "digest"]
