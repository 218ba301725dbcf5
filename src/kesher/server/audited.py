"""What the audit says of each route that changes something, or why it says nothing.

Whoever adds such a route adds its line; a test compares this with `kesher.server.policy`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kesher.domain.audit import Action


@dataclass(frozen=True, slots=True)
class Audited:
    """An act, and where its parts are found.

    Attributes:
        made: Where in the answer, or in a stream's first event, the id of what was made stands
            (`person.id`); empty: it is the last in the address.
        told: Fields of the request that are kept: words, numbers and ids, never texts or secrets.
        room: Where in the answer the id of the room stands, where the address has none.
        by: Where in the answer it stands who came in; for acts of people who are not signed in.
        refused: What it is called where it was refused; None: the same.
    """

    action: Action
    made: str = ""
    told: tuple[str, ...] = ()
    room: str = ""
    by: str = ""
    refused: Action | None = None


@dataclass(frozen=True, slots=True)
class NotAudited:
    """A route whose use is no act.

    Attributes:
        reason: Why.
    """

    reason: str


_READS = NotAudited("It reads, and changes nothing.")
_ENDS = NotAudited("It ends early what was noted when it began.")
_SAYS = NotAudited("It is kept as it is said, in a log of its own that tells whose it is.")
_ROLE = Audited(Action.MEMBER_PUT, told=("role",))
_INDEX = Audited(Action.INDEX_CHANGE)
_EVALUATION = Audited(Action.EVALUATION_CHANGE)
_MEMORY = Audited(Action.MEMORY_CHANGE)
_LIMITS = (
    "tokens_day",
    "usd_month",
    "questions_minute",
    "questions_day",
    "documents",
    "bytes",
)

ACTS: Mapping[str, Audited | NotAudited] = MappingProxyType(
    {
        "POST /session": NotAudited("It puts the token that the browser sent into a cookie."),
        "POST /sample": Audited(Action.ROOM_CREATE, room="id"),
        "POST /rooms": Audited(Action.ROOM_CREATE, room="id"),
        "PATCH /rooms/{room_id}": Audited(Action.ROOM_CHANGE, told=("archived",)),
        "DELETE /rooms/{room_id}": Audited(Action.ROOM_DELETE),
        "PUT /rooms/{room_id}/members/{user_id}": _ROLE,
        "DELETE /rooms/{room_id}/members/{user_id}": Audited(Action.MEMBER_REMOVE),
        "POST /rooms/{room_id}/leave": Audited(Action.MEMBER_REMOVE),
        "POST /rooms/{room_id}/transfer": Audited(Action.ROOM_TRANSFER, told=("user_id",)),
        "PUT /administration/rooms/{room_id}/owner": Audited(
            Action.ROOM_TRANSFER, told=("user_id",)
        ),
        "POST /rooms/{room_id}/invitations": Audited(
            Action.INVITATION_CREATE, made="id", told=("role", "hours", "uses")
        ),
        "DELETE /rooms/{room_id}/invitations/{invitation_id}": Audited(Action.INVITATION_REVOKE),
        "POST /invitations/look": _READS,
        "POST /invitations/accept": Audited(Action.INVITATION_ACCEPT, room="room_id"),
        "POST /invitations/sign-up": Audited(
            Action.ACCOUNT_CREATE, made="person.id", by="person.id"
        ),
        "POST /rooms/{room_id}/documents": Audited(Action.DOCUMENT_ADD, made="document.id"),
        "DELETE /documents/{document_id}": Audited(Action.DOCUMENT_DELETE, told=("quotations",)),
        "POST /documents/{document_id}/cancel": Audited(Action.DOCUMENT_CHANGE),
        "POST /documents/{document_id}/retry": Audited(Action.DOCUMENT_CHANGE),
        "POST /documents/{document_id}/versions": Audited(
            Action.DOCUMENT_CHANGE, made="document.id"
        ),
        "POST /documents/{document_id}/restore": Audited(Action.DOCUMENT_CHANGE),
        "POST /documents/{document_id}/pages/{number}/ocr": Audited(
            Action.DOCUMENT_CHANGE, made="id"
        ),
        "PUT /rooms/{room_id}/retention": Audited(
            Action.RETENTION_CHANGE, told=("threads", "requests", "versions", "jobs")
        ),
        "POST /rooms/{room_id}/search": _READS,
        "POST /rooms/{room_id}/ask": Audited(Action.QUESTION_ASK, made="thread_id"),
        "POST /answers/{answer_id}/stop": _ENDS,
        "PATCH /threads/{thread_id}": Audited(Action.THREAD_CHANGE, told=("shared",)),
        "DELETE /threads/{thread_id}": Audited(Action.THREAD_DELETE),
        "POST /threads/{thread_id}/branches": Audited(Action.THREAD_CHANGE, made="id"),
        "PUT /answers/{answer_id}/feedback": _SAYS,
        "DELETE /answers/{answer_id}/feedback": _SAYS,
        "POST /rooms/{room_id}/research/estimate": _READS,
        "POST /rooms/{room_id}/research": Audited(Action.RESEARCH_RUN, told=("thread_id",)),
        "POST /research/{run_id}/resume": Audited(Action.RESEARCH_RUN),
        "POST /research/{run_id}/stop": _ENDS,
        "POST /answers/{answer_id}/record/replay": Audited(
            Action.RECORD_REPLAY, told=("with_settings", "write")
        ),
        "POST /answers/{answer_id}/record/shares": Audited(Action.RECORD_SHARE, made="id"),
        "DELETE /rooms/{room_id}/shared/{share_id}": Audited(Action.RECORD_UNSHARE),
        "POST /rooms/{room_id}/evaluation/questions/import": _EVALUATION,
        "POST /rooms/{room_id}/evaluation/questions/take": _EVALUATION,
        "DELETE /rooms/{room_id}/evaluation/questions/{question_id}": _EVALUATION,
        "POST /rooms/{room_id}/evaluation/runs": Audited(Action.EVALUATION_RUN),
        "POST /rooms/{room_id}/evaluation/runs/{run_id}/stop": _ENDS,
        "DELETE /rooms/{room_id}/evaluation/runs/{run_id}": _EVALUATION,
        "POST /rooms/{room_id}/vectors/stop": _INDEX,
        "POST /rooms/{room_id}/vectors/resume": _INDEX,
        "DELETE /trajectories/{trajectory_id}": Audited(Action.TRAJECTORY_DELETE),
        "POST /agents/run": Audited(Action.AGENT_RUN),
        "POST /agents/{trajectory_id}/resume": Audited(Action.AGENT_RUN),
        "POST /agents/{trajectory_id}/decisions/{interrupt_id}": Audited(
            Action.AGENT_DECIDE, told=("allowed",)
        ),
        "POST /agents/{trajectory_id}/stop": _ENDS,
        "POST /memory/messages": _SAYS,
        "POST /memory/recall": _READS,
        "POST /memory/reviews/verdict": _MEMORY,
        "POST /memory/reviews/{review_id}/amend": _MEMORY,
        "POST /memory/merges": _MEMORY,
        "POST /memory/merges/{merge_id}/undo": _MEMORY,
        "POST /memory/erasures": Audited(Action.MEMORY_ERASE),
        "POST /memory/erasures/preview": _READS,
        "POST /memory/sample": _SAYS,
        "POST /memory/backlog/retry": NotAudited("It tries again what is still to be read."),
        "PATCH /me": Audited(Action.ACCOUNT_CHANGE),
        "PUT /me/password": Audited(Action.PASSWORD_CHANGE, told=("revoke_keys",)),
        "DELETE /me/sessions/{session_id}": Audited(Action.SESSION_END),
        "POST /me/keys": Audited(Action.KEY_CREATE, made="key.id"),
        "DELETE /me/keys/{key_id}": Audited(Action.KEY_REVOKE),
        "POST /people/{user_id}/keys": Audited(Action.KEY_CREATE, made="key.id"),
        "DELETE /keys/{key_id}": Audited(Action.KEY_REVOKE),
        "POST /sign-in": Audited(
            Action.SESSION_OPEN, by="person.id", refused=Action.SESSION_REFUSED
        ),
        "POST /sign-out": Audited(Action.SESSION_END),
        "POST /sign-out/everywhere": Audited(Action.SESSION_END),
        "POST /people": Audited(Action.ACCOUNT_CREATE, made="person.id", told=("administrator",)),
        "PATCH /people/{user_id}": Audited(
            Action.ACCOUNT_CHANGE, told=("administrator", "disabled")
        ),
        "PUT /people/{user_id}/limits": Audited(Action.LIMITS_CHANGE, told=_LIMITS),
        "PUT /rooms/{room_id}/limits": Audited(Action.LIMITS_CHANGE, told=_LIMITS),
        "POST /people/{user_id}/password-link": Audited(Action.PASSWORD_LINK),
        "POST /first-administrator": Audited(
            Action.ACCOUNT_FIRST, made="person.id", by="person.id"
        ),
        "POST /password": Audited(Action.PASSWORD_CHANGE, told=("revoke_keys",)),
        "POST /password/mail": NotAudited("Anybody may ask for it, and nothing is changed by it."),
        "PUT /settings/models/{role}": Audited(Action.SETTINGS_CHANGED),
        "DELETE /settings/models/{role}": Audited(Action.SETTINGS_CHANGED),
        "POST /settings/models/{role}/test": _READS,
        "POST /settings/secret/rotate": Audited(Action.SETTINGS_CHANGED),
        "POST /backups": Audited(Action.BACKUP_MAKE),
        "POST /backups/stop": _ENDS,
        "DELETE /backups/{name}": Audited(Action.BACKUP_DELETE),
    }
)
"""By method and address under `/api`, as in `kesher.server.policy`."""
