"""What the claims of another service come to."""

from typing import Any

import pytest

from kesher.app.people.vouching import Held, Terms, held, identity_of, is_administrator
from kesher.domain.accounts import Identity
from kesher.errors import InputError, NoAccountError

ISSUER = "https://ids.example.org"
CLAIMS: dict[str, Any] = {
    "sub": "s-1",
    "email": "Dana@Example.org",
    "email_verified": True,
    "name": "דנה לוי",
}


def test_whom_the_claims_are_about_is_told() -> None:
    known = Identity(ISSUER, "s-1", "dana@example.org", "דנה לוי")
    assert identity_of(ISSUER, CLAIMS, Terms()) == known


@pytest.mark.parametrize(
    ("said", "trusted", "taken"),
    [
        (True, False, True),
        ("true", False, True),
        (False, True, False),  # it says that it did not check
        ("false", True, False),
        (None, False, False),
        ("absent", False, False),
        ("absent", True, True),
        (1, False, False),
    ],
)
def test_an_email_counts_only_where_it_was_checked(said: Any, trusted: bool, taken: bool) -> None:
    claims = {**CLAIMS, "email_verified": said}
    if said == "absent":
        del claims["email_verified"]
    found = identity_of(ISSUER, claims, Terms(trusts_email=trusted))
    assert bool(found.email) is taken


@pytest.mark.parametrize("email", [None, 7, "", "no address", "a@b@c", ["a@example.org"]])
def test_what_is_no_email_is_none(email: Any) -> None:
    assert identity_of(ISSUER, {**CLAIMS, "email": email}, Terms()).email == ""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  سامي \u202e حداد\n", "سامي حداد"),
        ("\u200f\u202e", ""),
        ("ש" * 500, "ש" * 120),
        (["Dana"], ""),
    ],
)
def test_a_name_is_made_one_that_can_be_seen(name: Any, shown: str) -> None:
    assert identity_of(ISSUER, {**CLAIMS, "name": name}, Terms()).name == shown


@pytest.mark.parametrize(
    "email", ["dana@example.com", "dana@sub.example.org", "dana@example.org.evil.example", None]
)
def test_only_the_named_domains_come_in(email: str | None) -> None:
    terms = Terms(domains=frozenset({"example.org"}))
    assert identity_of(ISSUER, CLAIMS, terms).email == "dana@example.org"
    with pytest.raises(NoAccountError, match="organisation"):
        identity_of(ISSUER, {**CLAIMS, "email": email}, terms)


def test_whoever_lacks_what_is_required_stays_out() -> None:
    terms = Terms(requires=Held("hd", "example.org"))
    assert identity_of(ISSUER, {**CLAIMS, "hd": "example.org"}, terms)
    with pytest.raises(NoAccountError, match="`hd`"):
        identity_of(ISSUER, CLAIMS, terms)


@pytest.mark.parametrize(
    ("text", "claims", "holds"),
    [
        ("groups=מנהלים", {"groups": ["עובדים", "מנהלים"]}, True),
        ("groups=admins", {"groups": "admins"}, True),
        ("groups=admins", {"groups": "no-admins"}, False),
        ("groups=admins", {"groups": {"admins": True}}, False),
        ("groups=admins", {}, False),
        ("realm_access.roles=admin", {"realm_access": {"roles": ["admin"]}}, True),
        ("realm_access.roles=admin", {"realm_access": ["admin"]}, False),
        ("https://k.example/roles=admin", {"https://k.example/roles": ["admin"]}, True),
        ("staff=true", {"staff": True}, True),
        ("staff=true", {"staff": 1}, False),
        ("level=3", {"level": 3}, True),
        ("none=None", {"none": None}, False),
    ],
)
def test_a_claim_is_held_as_a_value_or_among_values(
    text: str, claims: dict[str, Any], holds: bool
) -> None:
    wanted = held(text)
    assert wanted is not None
    assert wanted.by(claims) is holds
    assert is_administrator(claims, Terms(administrators=wanted)) is holds


def test_without_such_a_claim_the_service_says_nothing_of_administrators() -> None:
    assert held("  ") is None
    assert is_administrator({"groups": ["admins"]}, Terms()) is None


@pytest.mark.parametrize("text", ["groups", "groups=", "=admins"])
def test_half_a_claim_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="groups=name"):
        held(text)
