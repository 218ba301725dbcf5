"""Roles in rooms and links by which people join, on both databases."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import timedelta

import pytest

from contract.samples import NOW, OTHER_TENANT, SCOPE
from kesher.adapters.sql.invitations import SqlInvitations
from kesher.adapters.sql.memberships import SqlMemberships
from kesher.adapters.sql.store import SqlStore
from kesher.domain.access import Invitation, RoomRole, User
from kesher.domain.accounts import AccountChange
from kesher.domain.roles import By
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError, ForbiddenError, KesherError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

DANA = User("usr_dana", "dana@example.org", "דנה לוי (Dana)", NOW, administrator=True)
PEOPLE = {
    "sami": User("usr_sami", "sami@example.org", "سامي حداد", NOW),
    "vera": User("usr_vera", "vera@example.org", "Вера Коган", NOW),
    "noa": User("usr_noa", "noa@example.org", 'נועה "נונו" כהן', NOW),
}
OWNER, SAMI, VERA, NOA = (By(f"usr_{name}") for name in ("dana", "sami", "vera", "noa"))
SYSTEM = By(None, administers=True)
SECRET = "hash of a link"  # noqa: S105 - no secret


@pytest.fixture
async def opened(store: Store) -> SqlStore:
    """A room of Dana's (the first account owns it), and three people without a role in it."""
    assert isinstance(store, SqlStore)
    for user in (DANA, *PEOPLE.values()):
        await store.parts.accounts.create_account(SCOPE, user)
    return store


@pytest.fixture
def roles(opened: SqlStore) -> SqlMemberships:
    return opened.parts.memberships


@pytest.fixture
def links(opened: SqlStore) -> SqlInvitations:
    return opened.parts.invitations


def offer(role: RoomRole = RoomRole.MEMBER, *, by: By = OWNER, uses: int | None = 1) -> Invitation:
    ends = NOW + timedelta(hours=1)
    return Invitation("inv_a", SCOPE.room_id, role, by.user_id or "", NOW, ends, uses)


async def refused(work: Awaitable[object]) -> type[KesherError] | None:
    try:
        await work
    except KesherError as error:
        return type(error)
    return None


async def test_people_are_listed_by_role_and_name(roles: SqlMemberships) -> None:
    await roles.put_member(SCOPE, "usr_vera", RoomRole.VIEWER, by=OWNER)
    await roles.put_member(SCOPE, "usr_noa", RoomRole.VIEWER, by=OWNER)
    await roles.put_member(SCOPE, "usr_sami", RoomRole.MANAGER, by=OWNER)
    assert [(one.name, one.role) for one in await roles.members(SCOPE)] == [
        (DANA.name, RoomRole.OWNER),
        (PEOPLE["sami"].name, RoomRole.MANAGER),
        (PEOPLE["vera"].name, RoomRole.VIEWER),
        (PEOPLE["noa"].name, RoomRole.VIEWER),
    ]
    assert await roles.members(RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)) == []


async def test_who_may_give_which_role(roles: SqlMemberships) -> None:
    await roles.put_member(SCOPE, "usr_sami", RoomRole.MANAGER, by=OWNER)
    await roles.put_member(SCOPE, "usr_vera", RoomRole.MEMBER, by=OWNER)
    for by, role, wanted in (
        (OWNER, RoomRole.MANAGER, None),
        (OWNER, RoomRole.OWNER, ConflictError),
        (SAMI, RoomRole.MEMBER, None),
        (SAMI, RoomRole.VIEWER, None),
        (SAMI, RoomRole.MANAGER, ForbiddenError),
        (SAMI, RoomRole.OWNER, ConflictError),
        (VERA, RoomRole.VIEWER, ForbiddenError),
        (NOA, RoomRole.VIEWER, ForbiddenError),
        (SYSTEM, RoomRole.MANAGER, None),
        (SYSTEM, RoomRole.OWNER, ConflictError),
    ):
        assert await refused(roles.put_member(SCOPE, "usr_noa", role, by=by)) is wanted
        assert await roles.role(SCOPE, "usr_noa") == (None if wanted else role)
        if wanted is None:
            await roles.remove_member(SCOPE, "usr_noa", by=OWNER)


async def test_a_manager_touches_no_other_manager(roles: SqlMemberships) -> None:
    for name in ("usr_sami", "usr_vera"):
        await roles.put_member(SCOPE, name, RoomRole.MANAGER, by=OWNER)
    for work in (
        roles.put_member(SCOPE, "usr_vera", RoomRole.VIEWER, by=SAMI),
        roles.remove_member(SCOPE, "usr_vera", by=SAMI),
    ):
        with pytest.raises(ForbiddenError, match="owner"):
            await work
    with pytest.raises(ConflictError, match="Transfer"):
        await roles.remove_member(SCOPE, "usr_dana", by=SAMI)


async def test_everybody_may_leave_but_the_owner(roles: SqlMemberships) -> None:
    await roles.put_member(SCOPE, "usr_vera", RoomRole.VIEWER, by=OWNER)
    await roles.remove_member(SCOPE, "usr_vera", by=VERA)
    assert await roles.role(SCOPE, "usr_vera") is None
    with pytest.raises(ConflictError, match="Transfer"):
        await roles.remove_member(SCOPE, "usr_dana", by=OWNER)
    with pytest.raises(NotFoundError):
        await roles.remove_member(SCOPE, "usr_vera", by=OWNER)


async def test_a_room_goes_to_a_member_and_its_owner_becomes_a_manager(
    roles: SqlMemberships,
) -> None:
    with pytest.raises(NotFoundError, match="person in the room"):
        await roles.transfer(SCOPE, "usr_sami", by=OWNER)
    await roles.put_member(SCOPE, "usr_sami", RoomRole.VIEWER, by=OWNER)
    with pytest.raises(ForbiddenError):
        await roles.transfer(SCOPE, "usr_sami", by=SAMI)
    await roles.transfer(SCOPE, "usr_sami", by=OWNER)
    assert await roles.role(SCOPE, "usr_sami") is RoomRole.OWNER
    assert await roles.role(SCOPE, "usr_dana") is RoomRole.MANAGER


async def test_an_administrator_gives_a_room_to_anybody_who_can_come_in(
    opened: SqlStore, roles: SqlMemberships
) -> None:
    await opened.parts.accounts.update_account(SCOPE, "usr_vera", AccountChange(disabled=True))
    with pytest.raises(ConflictError, match="disabled"):
        await roles.transfer(SCOPE, "usr_vera", by=SYSTEM)
    await roles.transfer(SCOPE, "usr_noa", by=SYSTEM)
    await roles.transfer(SCOPE, "usr_noa", by=SYSTEM)
    assert {one.user_id: one.role for one in await roles.members(SCOPE)} == {
        "usr_noa": RoomRole.OWNER,
        "usr_dana": RoomRole.MANAGER,
    }


async def test_an_invitation_is_for_a_role_that_its_maker_may_give(
    roles: SqlMemberships, links: SqlInvitations
) -> None:
    await roles.put_member(SCOPE, "usr_sami", RoomRole.MANAGER, by=OWNER)
    await roles.put_member(SCOPE, "usr_vera", RoomRole.MEMBER, by=OWNER)
    for by, role in ((SAMI, RoomRole.MANAGER), (VERA, RoomRole.VIEWER)):
        with pytest.raises(ForbiddenError):
            await links.add_invitation(SCOPE, offer(role, by=by), SECRET, by=by)
    with pytest.raises(ConflictError):
        await links.add_invitation(SCOPE, offer(RoomRole.OWNER), SECRET, by=OWNER)
    assert await links.invitations(SCOPE) == []


async def test_who_joins_by_a_link_gets_its_role_and_loses_none(
    roles: SqlMemberships, links: SqlInvitations
) -> None:
    await links.add_invitation(SCOPE, offer(uses=2), SECRET, by=OWNER)
    assert (await links.invited(SCOPE, SECRET)).room_name.startswith("משאבי אנוש")
    joined = await links.accept(SCOPE, SECRET, "usr_vera")
    assert (joined.user_id, joined.role) == ("usr_vera", RoomRole.MEMBER)
    await links.accept(SCOPE, SECRET, "usr_vera")
    assert (await links.accept(SCOPE, SECRET, "usr_dana")).role is RoomRole.OWNER
    (left,) = await links.invitations(SCOPE)
    assert left.uses_left == 1
    with pytest.raises(NotFoundError):
        await links.accept(OTHER_TENANT, SECRET, "usr_noa")


async def test_a_link_that_is_over_used_up_or_revoked_is_as_if_it_had_never_been(
    links: SqlInvitations,
) -> None:
    over = replace(offer(), id="inv_over", expires_at=NOW)
    used = replace(offer(), id="inv_used", uses_left=0)
    for one in (over, used, replace(offer(), id="inv_revoked")):
        await links.add_invitation(SCOPE, one, one.id, by=OWNER)
    await links.revoke_invitation(SCOPE, "inv_revoked")
    await links.revoke_invitation(SCOPE, "inv_revoked")
    words = set()
    for secret in ("inv_over", "inv_used", "inv_revoked", "never"):
        with pytest.raises(NotFoundError) as refusal:
            await links.accept(SCOPE, secret, "usr_vera")
        words.add(str(refusal.value))
    assert len(words) == 1


@pytest.mark.parametrize("how", ["removed", "lowered"])
async def test_links_end_with_their_makers_right_to_make_them(
    roles: SqlMemberships, links: SqlInvitations, how: str
) -> None:
    await roles.put_member(SCOPE, "usr_sami", RoomRole.MANAGER, by=OWNER)
    await links.add_invitation(SCOPE, offer(by=SAMI), SECRET, by=SAMI)
    if how == "removed":
        await roles.remove_member(SCOPE, "usr_sami", by=OWNER)
    else:
        await roles.put_member(SCOPE, "usr_sami", RoomRole.MEMBER, by=OWNER)
    with pytest.raises(NotFoundError):
        await links.accept(SCOPE, SECRET, "usr_vera")


async def test_somebody_new_joins_with_an_account_or_neither_is_made(
    opened: SqlStore, roles: SqlMemberships, links: SqlInvitations
) -> None:
    await links.add_invitation(SCOPE, offer(), SECRET, by=OWNER)
    taken = User("usr_new", "vera@example.org", "Вера", NOW)
    with pytest.raises(ConflictError, match=r"vera@example\.org"):
        await links.accept_as_new(SCOPE, SECRET, taken, "argon2")
    new = replace(taken, email="new@example.org", name="חדש")
    await links.accept_as_new(SCOPE, SECRET, new, "argon2")
    assert await roles.role(SCOPE, "usr_new") is RoomRole.MEMBER
    late = replace(new, id="usr_late", email="late@example.org")
    with pytest.raises(NotFoundError):
        await links.accept_as_new(SCOPE, SECRET, late, "argon2")
    with pytest.raises(NotFoundError):
        await opened.parts.accounts.account(SCOPE, "usr_late")


async def test_of_several_who_take_a_links_last_use_at_once_one_joins(
    roles: SqlMemberships, links: SqlInvitations
) -> None:
    await links.add_invitation(SCOPE, offer(), SECRET, by=OWNER)
    new = User("usr_new", "new@example.org", "חדש", NOW)
    told = await asyncio.gather(
        *(refused(links.accept(SCOPE, SECRET, each.id)) for each in PEOPLE.values()),
        refused(links.accept_as_new(SCOPE, SECRET, new, "argon2")),
    )
    assert sorted(told, key=str) == [NotFoundError] * 3 + [None]
    assert len(await roles.members(SCOPE)) == 2


async def test_a_room_that_is_transferred_to_somebody_who_is_just_removed_keeps_one_owner(
    roles: SqlMemberships,
) -> None:
    for attempt in range(4):
        await roles.put_member(SCOPE, "usr_sami", RoomRole.MANAGER, by=SYSTEM)
        works = [
            refused(roles.transfer(SCOPE, "usr_sami", by=OWNER)),
            refused(roles.remove_member(SCOPE, "usr_sami", by=OWNER)),
        ]
        told = await asyncio.gather(*(works if attempt % 2 else works[::-1]))
        assert len([each for each in told if each is None]) == 1
        owners = [one.user_id for one in await roles.members(SCOPE) if one.role is RoomRole.OWNER]
        assert owners == (["usr_dana"] if NotFoundError in told else ["usr_sami"])
        await roles.transfer(SCOPE, "usr_dana", by=SYSTEM)


async def test_who_is_removed_at_the_same_moment_gives_no_role_any_more(
    roles: SqlMemberships,
) -> None:
    await roles.put_member(SCOPE, "usr_sami", RoomRole.MANAGER, by=OWNER)
    removed, given = await asyncio.gather(
        refused(roles.remove_member(SCOPE, "usr_sami", by=OWNER)),
        refused(roles.put_member(SCOPE, "usr_noa", RoomRole.MEMBER, by=SAMI)),
    )
    assert removed is None
    assert given in (None, ForbiddenError)
    assert (await roles.role(SCOPE, "usr_noa") is None) == (given is ForbiddenError)
    with pytest.raises(ForbiddenError):
        await roles.put_member(SCOPE, "usr_vera", RoomRole.MEMBER, by=SAMI)
