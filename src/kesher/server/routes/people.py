"""People: signing in and out, one's own account, everybody's accounts for administrators, links."""

from fastapi import APIRouter, Request, Response, status

from kesher.app.people.accounts import NewPerson, PasswordWish
from kesher.app.people.emails import sought_email
from kesher.app.people.links import ShownLink
from kesher.app.people.signing_in import Origin, Signed
from kesher.app.people.single_sign_on import SingleSignOn
from kesher.domain.access import Caller, User
from kesher.domain.accounts import AccountChange, KeysAfter, Session
from kesher.domain.scope import Scope
from kesher.errors import ForbiddenError
from kesher.server import cookies
from kesher.server import people_schemas as schemas
from kesher.server.deps import CallerIs, MaybeCaller, State
from kesher.server.state import ServerState
from kesher.wiring.people import People

router = APIRouter(tags=["people"])

_EVERYBODY = Scope()
"""All accounts of a server are one tenant's."""

_MAILS_FROM_ADDRESS = 20
_MAILS_TO_PERSON = 3


@router.get("/me")
async def me(state: State, request: Request, caller: MaybeCaller) -> schemas.Me:
    """Show who asks, and how people come in here."""
    secret = cookies.session_secret(request.headers, https=is_https(request))
    by_session = caller is not None and bool(caller.session_id)
    return await _me(_people(state), caller, secret if by_session else "")


@router.post("/sign-in")
async def sign_in(
    state: State, request: Request, response: Response, caller: MaybeCaller, body: schemas.SignIn
) -> schemas.Me:
    """Sign in by e-mail and password; the answer sets a cookie that scripts cannot read."""
    people = _people(state)
    signed = await people.signing_in.with_password(
        _EVERYBODY, body.email, body.password, origin_of(request)
    )
    if caller is not None and caller.user is not None and caller.session_id:
        await people.signing_in.end(_EVERYBODY, caller.user.id, caller.session_id)
    return await let_in(people, request, response, signed)


@router.post("/sign-out", status_code=status.HTTP_204_NO_CONTENT)
async def sign_out(state: State, request: Request, response: Response, caller: MaybeCaller) -> None:
    """End the session that asks. Nothing happens where there is none."""
    if caller is not None and caller.user is not None and caller.session_id:
        people = _people(state)
        await people.signing_in.end(_EVERYBODY, caller.user.id, caller.session_id)
    cookies.drop_session(response, https=is_https(request))


@router.post("/sign-out/everywhere", status_code=status.HTTP_204_NO_CONTENT)
async def sign_out_everywhere(
    state: State, request: Request, response: Response, caller: CallerIs
) -> None:
    """End all of one's sessions, the one that asks too."""
    await _people(state).signing_in.end_all(_EVERYBODY, _user(caller).id)
    cookies.drop_session(response, https=is_https(request))


@router.patch("/me")
async def rename_me(state: State, caller: CallerIs, body: schemas.OwnName) -> schemas.Person:
    """Change one's own name."""
    change = AccountChange(name=body.name)
    return _person(await _people(state).accounts.change(_EVERYBODY, _user(caller).id, change))


@router.put("/me/password")
async def change_my_password(
    state: State, caller: CallerIs, body: schemas.OwnPassword
) -> schemas.PasswordSet:
    """Change one's own password; all other sessions of one's own end, API keys where asked."""
    people, user = _people(state), _user(caller)
    await people.signing_in.limit(_EVERYBODY, f"present password {user.id}")
    wish = PasswordWish(body.present, body.new, caller.session_id, body.revoke_keys)
    return _password_set(await people.accounts.change_password(_EVERYBODY, user, wish))


@router.get("/me/sessions")
async def my_sessions(state: State, caller: CallerIs) -> list[schemas.OpenSession]:
    """List the browsers that one is signed in with, last used first."""
    found = await _people(state).signing_in.open_sessions(_EVERYBODY, _user(caller).id)
    return [_session(session, present=session.id == caller.session_id) for session in found]


@router.delete("/me/sessions/{session_id}", status_code=status.HTTP_204_NO_CONTENT)
async def end_my_session(state: State, caller: CallerIs, session_id: str) -> None:
    """End one of one's own sessions."""
    await _people(state).signing_in.end(_EVERYBODY, _user(caller).id, session_id)


@router.get("/people")
async def list_people(state: State) -> list[schemas.Person]:
    """List everybody who has an account, by name."""
    return [_person(user) for user in await _people(state).accounts.people(_EVERYBODY)]


@router.post("/people", status_code=status.HTTP_201_CREATED)
async def create_person(
    state: State, request: Request, caller: CallerIs, body: schemas.PersonCreate
) -> schemas.PersonCreated:
    """Make an account.

    The first one ends the single-user mode: it is an administrator's, and owns all that is there.
    """
    people = _people(state)
    user = await people.accounts.create(
        _EVERYBODY, NewPerson(body.email, body.name, body.password, body.administrator)
    )
    link = None
    if not body.password:
        shown = await people.links.for_password(_EVERYBODY, user.id, by=caller.user_id)
        link = _link(request, shown)
    return schemas.PersonCreated(person=_person(user), link=link)


@router.patch("/people/{user_id}")
async def update_person(state: State, user_id: str, body: schemas.PersonUpdate) -> schemas.Person:
    """Rename, disable (which ends all sessions), enable, or make or unmake an administrator."""
    change = AccountChange(body.name, body.administrator, body.disabled)
    return _person(await _people(state).accounts.change(_EVERYBODY, user_id, change))


@router.post("/people/{user_id}/password-link", status_code=status.HTTP_201_CREATED)
async def make_password_link(
    state: State, request: Request, caller: CallerIs, user_id: str
) -> schemas.PasswordLink:
    """Make a link by which a person sets a password, to hand on; an earlier one is void."""
    links = _people(state).links
    return _link(request, await links.for_password(_EVERYBODY, user_id, by=caller.user_id))


@router.post("/first-administrator", status_code=status.HTTP_201_CREATED)
async def make_first_administrator(
    state: State, request: Request, response: Response, body: schemas.FirstAdministrator
) -> schemas.Me:
    """Make the first account by the link that the server printed, and sign in."""
    people = _people(state)
    person = NewPerson(body.email, body.name, body.password)
    user = await people.links.make_first(_EVERYBODY, body.secret, person)
    signed = await people.signing_in.open(_EVERYBODY, user, origin_of(request))
    return await let_in(people, request, response, signed)


@router.post("/password")
async def set_password_by_link(state: State, body: schemas.PasswordByLink) -> schemas.PasswordSet:
    """Set a password by a link; all sessions of the person end, API keys where asked."""
    after = await _people(state).links.set_password(
        _EVERYBODY, body.secret, body.password, revoke_keys=body.revoke_keys
    )
    return _password_set(after)


@router.post("/password/mail", status_code=status.HTTP_202_ACCEPTED)
async def mail_password_link(state: State, request: Request, body: schemas.PasswordMail) -> None:
    """Send a link to set a password. Whether anybody has the e-mail, the answer does not tell."""
    people = _people(state)
    people.links.check_post()
    limit, origin = people.signing_in.limit, origin_of(request)
    await limit(_EVERYBODY, f"mail from {origin.address}", most=_MAILS_FROM_ADDRESS)
    await limit(_EVERYBODY, f"mail to {sought_email(body.email)}", most=_MAILS_TO_PERSON)
    # Behind the answer, so that its time does not tell either.
    state.start(people.links.mail_password_link(_EVERYBODY, body.email, body.language))


def origin_of(request: Request) -> Origin:
    """Return where a request comes from."""
    address = request.client.host if request.client else ""
    return Origin(address, request.headers.get("user-agent", ""))


async def let_in(
    people: People, request: Request, response: Response, signed: Signed
) -> schemas.Me:
    """Give the browser the session that was just opened, and return what `/me` would show."""
    seconds = int(people.signing_in.limits.lasting.total_seconds())
    cookies.put_session(response, signed.secret, https=is_https(request), seconds=seconds)
    caller = Caller(signed.user, session_id=signed.session.id)
    return await _me(people, caller, signed.secret)


async def _me(people: People, caller: Caller | None, secret: str) -> schemas.Me:
    required = await people.accounts.required(_EVERYBODY)
    empty = required and await people.accounts.is_empty(_EVERYBODY)
    return schemas.Me(
        mode="accounts" if required else "single_user",
        person=_person(caller.user) if caller and caller.user else None,
        signed_in=caller is not None,
        administers=caller is not None and caller.administers,
        csrf=cookies.csrf_token(secret) if secret else "",
        needs_first_administrator=empty,
        sends_mail=people.links.post is not None,
        other_service=_other_service(people.single_sign_on),
    )


def _other_service(single: SingleSignOn | None) -> schemas.OtherService | None:
    if single is None:
        return None
    return schemas.OtherService(
        label_he=single.labels.he,
        label_en=single.labels.en,
        begin="/api/oidc/begin",
        sign_out="/api/oidc/sign-out",
    )


def _people(state: ServerState) -> People:
    return state.services.people


def is_https(request: Request) -> bool:
    """Tell whether the browser speaks https, perhaps to a proxy before us."""
    return request.url.scheme == "https"


def _user(caller: Caller) -> User:
    if caller.user is None:
        raise ForbiddenError(
            "The local person has no account of their own. Sign in with an account for this."
        )
    return caller.user


def _person(user: User) -> schemas.Person:
    return schemas.Person(
        id=user.id,
        email=user.email,
        name=user.name,
        administrator=user.administrator,
        disabled=user.disabled_at is not None,
        created_at=user.created_at,
    )


def _password_set(after: KeysAfter) -> schemas.PasswordSet:
    return schemas.PasswordSet(keys_valid=after.valid, keys_revoked=after.revoked)


def _session(session: Session, *, present: bool) -> schemas.OpenSession:
    return schemas.OpenSession(
        id=session.id,
        client=session.client,
        created_at=session.created_at,
        seen_at=session.seen_at,
        expires_at=session.expires_at,
        present=present,
    )


def _link(request: Request, link: ShownLink) -> schemas.PasswordLink:
    return schemas.PasswordLink(
        path=link.path,
        url=str(request.base_url).rstrip("/") + link.path,
        expires_at=link.expires_at,
    )
