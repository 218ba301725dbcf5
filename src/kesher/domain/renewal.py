"""How a room's vectors go from one embedding model to another."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoomVectors:
    """By whose vectors a room is searched, and how far those of another model have grown.

    Attributes:
        embedder: The model whose vectors are searched; None: nothing in the room is ready yet.
        growing: The model whose vectors grow beside; None: there is no other.
        chunks: Chunks of ready documents.
        chunks_done: Of these, with a vector of `growing`; all of them where nothing grows.
        stopped: Nobody goes on with it until it is resumed.
    """

    embedder: str | None
    growing: str | None
    chunks: int
    chunks_done: int
    stopped: bool
