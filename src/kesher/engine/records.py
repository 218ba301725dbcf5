"""The record behind one answer in Python."""

from typing import Literal

from kesher.answer import record_export
from kesher.domain.answer_record import Share
from kesher.domain.record_view import RecordView
from kesher.domain.replay import Replay, SettingsOf
from kesher.domain.scope import Scope
from kesher.engine.loop import Loop
from kesher.wiring.services import Services


class RecordHandle:
    """How one answer came about. Each call reads anew what is stored, or asks anew."""

    def __init__(self, services: Services, loop: Loop, scope: Scope, answer_id: str) -> None:
        self._services = services
        self._loop = loop
        self._scope = scope
        self.answer_id = answer_id

    def view(self) -> RecordView:
        """Return searches, prompt, calls, times, versions and settings.

        Raises:
            NotFoundError: no such answer, or one from before records were kept.
        """
        return self._loop.run(self._services.records.show(self._scope, self.answer_id))

    def replay(
        self, *, settings: Literal["then", "today"] = "today", answer: bool | None = None
    ) -> Replay:
        """Ask the question again on the room as it is, and tell what differs. Stores no answer.

        Args:
            settings: `then` puts those back with which the answer was given.
            answer: Whether it is written again (a model is paid for it); None: only without one.

        Raises:
            NotFoundError: as `view`.
            ModelError: the question could not be embedded.
        """
        asking = self._services.replaying.replay(
            self._scope,
            self.answer_id,
            with_settings=SettingsOf(settings),
            write=answer,
        )
        return self._loop.run(asking)

    def export(self, form: Literal["json", "markdown"] = "json") -> str:
        """Return the record as the text of one file. Raises NotFoundError."""
        found = self.view()
        if form == "json":
            return record_export.as_json(found)
        return record_export.as_markdown(found)

    def share(self, *, hours: float | None = None) -> Share:
        """Return a new link to the record, for people who may see its room.

        Args:
            hours: How long it opens the record; None: until it is revoked.

        Raises:
            NotFoundError: as `view`.
            InputError: `hours` is not above 0, or more than a year.
        """
        making = self._services.records.share(self._scope, self.answer_id, hours=hours)
        return self._loop.run(making)

    def shares(self) -> list[Share]:
        """Return the links to it, oldest first, those that have ended included."""
        return list(self._loop.run(self._services.records.shares(self._scope, self.answer_id)))
