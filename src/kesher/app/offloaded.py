"""Large tool results in files: how they get there, and the tool that reads them again."""

from collections.abc import Callable, Sequence
from io import BytesIO

from anyio import to_thread

from kesher.context.compaction.situation import plain_text
from kesher.context.view import entries
from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import JsonObject
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Edit, Edited, EditKind, Entry, Event, Origin
from kesher.errors import CompactionError, ToolError
from kesher.ports.blobs import BlobStore
from kesher.ports.tools import ToolOutput

MOST_CHARS = 8_000
"""What one reading gives back at most; more would be offloaded again."""

_SPEC = ToolSpec(
    name="read_result",
    description=(
        "Reads a part of a large tool result that stands in the context only as a preview. "
        f"`sha256` is in the preview's first line; `from_char` counts from 0. Gives up to "
        f'{MOST_CHARS:,} characters. Example: {{"sha256": "9f86…", "from_char": 8000}}.'
    ),
    parameters=canonical(
        {
            "type": "object",
            "properties": {
                "sha256": {
                    "type": "string",
                    "description": "The result's name, from the preview's first line.",
                },
                "from_char": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "Where the part begins, in characters. Default: 0.",
                },
            },
            "required": ["sha256"],
        }
    ),
    idempotent=True,
)


async def keep(edit: Edit, entry: Entry, blobs: BlobStore) -> None:
    """Write the text that an OFFLOAD edit takes out of the context into its file.

    Raises:
        StorageFullError: the disk has no room; the edit must not be applied.
        CompactionError: what was written is not what the edit names.
    """
    written = plain_text(entry).encode("utf-8", "backslashreplace")
    sha256, _ = await blobs.put(BytesIO(written), limit_bytes=len(written))
    if sha256 != edit.original:
        raise CompactionError(
            f"The file of the edit `{edit.id}` would be `{sha256}`, and the edit names "
            f"`{edit.original}`. Plan the edit anew from the trajectory as it is."
        )


class ReadResult:
    """The tool `read_result`. It gives nothing but what this trajectory has offloaded."""

    def __init__(self, events: Callable[[], Sequence[Event]], blobs: BlobStore) -> None:
        self._events = events
        self._blobs = blobs

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return _SPEC

    async def call(self, arguments: JsonObject) -> ToolOutput:
        """Return a part of the text, as external content where it was that.

        Raises:
            ToolError: nothing of that name was offloaded here, or the part is beyond the end.
        """
        sha256, start = str(arguments.get("sha256")), arguments.get("from_char", 0)
        entry = self._entry(sha256)
        if not isinstance(start, int) or start < 0:
            raise ToolError(f"`from_char` is {start!r}; a number from 0 is expected.")
        text = await self._text(sha256, entry)
        if start >= len(text):
            raise ToolError(f"The result has {len(text):,} characters; {start:,} is beyond them.")
        part = text[start : start + MOST_CHARS]
        is_external = entry.origin is Origin.EXTERNAL
        return ToolOutput(part, external=is_external, source=entry.source, refs=entry.refs)

    def _entry(self, sha256: str) -> Entry:
        events = self._events()
        offloaded = {
            edit.targets[0]
            for event in events
            if isinstance(event.payload, Edited)
            and (edit := event.payload.edit).kind is EditKind.OFFLOAD
            and edit.original == sha256
        }
        said = entries([event for event in events if not isinstance(event.payload, Edited)])
        for entry in said:
            if entry.sequence in offloaded:
                return entry
        raise ToolError(
            f"No result `{sha256}` was offloaded here. Copy the name from a preview's first line."
        )

    async def _text(self, sha256: str, entry: Entry) -> str:
        """Return the file's text; where it is gone, the log still has it."""
        if self._blobs.holds(sha256):
            data = await to_thread.run_sync(self._blobs.path(sha256).read_bytes)
            text = data.decode("utf-8", "replace")
            if digest(text) == sha256:
                return text
        return plain_text(entry)
