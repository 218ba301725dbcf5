"""The Python API: what a Python user holds.

    from kesher import Kesher

    with Kesher("./data") as kesher:
        room = kesher.room("hr")
        room.add("נוהל.pdf")
        print(room.ask("כמה ימי חופשה יש לי?").text)

Calls are synchronous. One event loop runs in a thread of its own, so that they also work inside a
running loop, in a notebook for instance.
"""

from kesher.engine.agents import AgentHandle
from kesher.engine.kesher import Kesher
from kesher.engine.memory import MemoryHandle, ThreadHandle
from kesher.engine.reading import read_document, read_pages
from kesher.engine.records import RecordHandle
from kesher.engine.rooms import RoomHandle

__all__ = [
    "AgentHandle",
    "Kesher",
    "MemoryHandle",
    "RecordHandle",
    "RoomHandle",
    "ThreadHandle",
    "read_document",
    "read_pages",
]
