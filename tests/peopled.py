"""A server with people of every role, and things of theirs that each carry a mark.

`home` is a room with an owner, a manager, a member, a viewer and a guest; `other` is a stranger's.
Whatever belongs to a room or a person says so in its text, as "סוד-<whose>", so that a leak shows.
"""

import io
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from fastapi import FastAPI

from contract.answer_records import record
from contract.recorded import head, request, segment
from contract.samples import EMBEDDER, NOW, answer, chunks, document, job, page, thread, vector
from contract.test_evaluations import question
from contract.test_evaluations import run as evaluation
from contract.test_research import run as research
from in_process import InProcess
from kesher.adapters.sql.store import SqlStore
from kesher.app.people.accounts import NewPerson
from kesher.app.people.signing_in import Origin
from kesher.domain.access import Invitation, RoomRole, User
from kesher.domain.accounts import AccountChange
from kesher.domain.answer_record import Share
from kesher.domain.document import DocumentState, Room
from kesher.domain.job import JobState
from kesher.domain.request import Segment
from kesher.domain.roles import By
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.stores import StateChange
from kesher.server.cookies import csrf_token
from kesher.server.state import ServerState
from kesher.wiring.services import Services

HOME = {"viewer": RoomRole.VIEWER, "member": RoomRole.MEMBER, "manager": RoomRole.MANAGER}
NAMES = {
    "administrator": "דנה המנהלת",
    "second": "Second Administrator",
    "owner": 'רב"ט לוי',
    "manager": "منى المديرة",
    "member": "Иван Петров",
    "viewer": "נועה כהן-Smith",
    "guest": "אורחת",
    "stranger": "זר",
    "disabled": "מי שעזב",
}
_DATABASE = "kesher.db"
_SNAPSHOT = "snapshot.db"
_SYSTEM = By(None, administers=True)


def mark(whose: str) -> str:
    """Return what stands in every text of a room's or a person's own."""
    return f"סוד-{whose}"


@dataclass(frozen=True, slots=True)
class Peopled:
    """The server, and how each of its people asks it."""

    app: FastAPI
    folder: Path
    users: Mapping[str, User]
    callers: Mapping[str, InProcess]

    @property
    def services(self) -> Services:
        """What the server stands on."""
        return _services(self.app)

    def keep(self) -> None:
        """Let `restore` put back what is there now."""
        _copy(self.folder / _DATABASE, self.folder / _SNAPSHOT)

    async def restore(self) -> None:
        """Put every row and file back as it was at first, whatever was changed or deleted."""
        for name in ("home", "other"):
            await _services(self.app).blobs.put(io.BytesIO(_content(name)), limit_bytes=1_000)
        _copy(self.folder / _SNAPSHOT, self.folder / _DATABASE)


async def peopled(app: FastAPI, folder: Path) -> Peopled:
    """Fill an application that runs on an empty folder."""
    services = _services(app)
    users = {key: await _account(services, key) for key in NAMES}
    await _fill(services, users)
    callers = {"nobody": InProcess(app)}
    for key, user in users.items():
        signed = await services.people.signing_in.open(Scope(), user, Origin("127.0.0.1", ""))
        cookie = f"kesher_session={signed.secret}"
        headers = {"cookie": cookie, "X-Kesher-CSRF": csrf_token(signed.secret)}
        callers[key] = InProcess(app, headers)
    gone = AccountChange(disabled=True)
    await services.people.accounts.change(Scope(), users["disabled"].id, gone)
    local = {"authorization": f"Bearer {services.people.local_secret}"}
    callers["local"] = InProcess(app, local)
    _copy(folder / _DATABASE, folder / _SNAPSHOT)
    return Peopled(app, folder, users, callers)


def _copy(source: Path, target: Path) -> None:
    """Make one database file like another, both of which may be open."""
    with closing(sqlite3.connect(source)) as given, closing(sqlite3.connect(target)) as taken:
        given.backup(taken)


def _services(app: FastAPI) -> Services:
    state = app.state.kesher
    assert isinstance(state, ServerState)
    return state.services


def _content(name: str) -> bytes:
    return f"{mark(name)}: 22 ימי חופשה. Leave is 22 days.".encode()


async def _account(services: Services, key: str) -> User:
    administers = key in ("administrator", "second")
    person = NewPerson(f"{key}@example.test", NAMES[key], administrator=administers)
    return await services.people.accounts.create(Scope(), person)


async def _fill(services: Services, users: Mapping[str, User]) -> None:
    store = services.store
    assert isinstance(store, SqlStore)
    for name, owner in (("home", "owner"), ("other", "stranger")):
        whose = Scope(user_id=users[owner].id)
        await store.create_room(whose, Room(f"room_{name}", f"חדר {name}", NOW))
        await _documents(services, store, name)
        await _evaluations(store, name)
        await _invitation(store, name, users[owner])
    at = RoomScope(room_id="room_home")
    for key, role in (*HOME.items(), ("guest", RoomRole.VIEWER), ("disabled", RoomRole.MEMBER)):
        await store.parts.memberships.put_member(at, users[key].id, role)
    for key, room in (("owner", "home"), ("member", "home"), ("stranger", "other")):
        await _conversation(store, users[key], room, key, shared=False)
    await _conversation(store, users["member"], "home", "shared", shared=True)
    trajectory = replace(head("trj_administrator"), title=mark("administrator"))
    await store.create_trajectory(Scope(user_id=users["administrator"].id), trajectory)
    sent = request("req_trajectory", _said("administrator"), owner="trj_administrator")
    await store.save_request(Scope(), sent, room_id=None)


async def _documents(services: Services, store: SqlStore, name: str) -> None:
    at, identifier = RoomScope(room_id=f"room_{name}"), f"doc_{name}"
    text = _content(name).decode()
    sha256, size = await services.blobs.put(io.BytesIO(_content(name)), limit_bytes=1_000)
    new = replace(
        document(identifier),
        room_id=at.room_id,
        name=f"{mark(name)}.txt",
        media_type="text/plain",
        sha256=sha256,
        size_bytes=size,
    )
    done = replace(job(identifier), room_id=at.room_id, state=JobState.DONE)
    await store.add_document(at, new, done)
    await store.save_page(at, identifier, page(1, text))
    await store.set_state(at, identifier, StateChange(DocumentState.EMBEDDING, pages_total=1))
    await store.save_chunks(at, identifier, chunks(identifier, (text,)))
    vectors = {f"chk_{identifier}_0": vector(1)}
    await store.save_vectors(at, identifier, vectors, embedder=EMBEDDER)
    await store.publish(at, identifier, embedder=EMBEDDER)


async def _evaluations(store: SqlStore, name: str) -> None:
    at, evaluations = RoomScope(room_id=f"room_{name}"), store.parts.evaluations
    asked = question(f"qst_{name}", f"{mark(name)}?")
    await evaluations.save_questions(at, [asked], replace=False)
    ran = replace(evaluation(f"evl_{name}"), room_id=at.room_id, source=mark(name))
    await evaluations.save_run(at, ran, ())


async def _invitation(store: SqlStore, name: str, owner: User) -> None:
    at = RoomScope(room_id=f"room_{name}")
    ends = NOW.replace(year=NOW.year + 50)
    offer = Invitation(f"inv_{name}", at.room_id, RoomRole.MEMBER, owner.id, NOW, ends)
    await store.parts.invitations.add_invitation(at, offer, f"hash of {name}", by=_SYSTEM)


def _said(whose: str) -> Segment:
    return segment(json.dumps({"role": "user", "content": mark(whose)}, ensure_ascii=False))


async def _conversation(store: SqlStore, user: User, room: str, tag: str, *, shared: bool) -> None:
    """Store a thread with an answer, its record, a link to that, a request and a research."""
    at = RoomScope(room_id=f"room_{room}", user_id=user.id)
    begun = replace(
        thread(f"thr_{tag}"), room_id=at.room_id, title=mark(tag), shared=shared, user_id=user.id
    )
    await store.create_thread(at, begun)
    run = replace(
        research(f"res_{tag}"),
        room_id=at.room_id,
        thread_id=begun.id,
        answer_id=f"ans_{tag}",
        question=f"{mark(tag)}?",
    )
    await store.parts.research.create_run(at, run)
    given = replace(answer(f"ans_{tag}", thread_id=begun.id), question=f"{mark(tag)}?")
    kept = replace(record(given.id), room_id=at.room_id, thread_id=begun.id, calls=())
    await store.save_answer(at, given, kept)
    link = Share(f"shr_{tag}", at.room_id, given.id, NOW)
    await store.parts.answer_records.add_share(at, link)
    await store.save_request(
        at, request(f"req_{tag}", _said(tag), owner=begun.id), room_id=at.room_id
    )
