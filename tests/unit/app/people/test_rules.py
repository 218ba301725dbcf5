import pytest

from kesher.app.people.emails import checked_email, checked_name, sought_email
from kesher.app.people.password_rules import checked_password
from kesher.errors import InputError


@pytest.mark.parametrize(
    "password",
    ["ארבע מילים", "четыре слова", "أربع كلمات", "correct horse", "pass with 1!", "a" * 8 + "bc"],
)
def test_a_long_password_of_any_language_is_taken_as_it_is(password: str) -> None:
    assert checked_password(password) == password


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("", "at least 10"),
        ("קצר מדי 9", "at least 10"),
        ("a" * 1_001, "longer than 1,000"),
        ("1234567890", "first that anybody"),
        ("PassWord123", "first that anybody"),
        ("אבגדהוזחטי", "first that anybody"),
        ("ЙЦУКЕНГШЩЗ", "first that anybody"),
        ("aaaaaaaaaab", "first that anybody"),
        ("Dana@Example.org", "first that anybody"),
    ],
)
def test_a_short_or_easily_guessed_password_is_refused(password: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        checked_password(password, email="dana@example.org")


def test_a_password_has_one_form() -> None:
    assert checked_password("Cafe\u0301 ושקט גמור") == "Caf\u00e9 ושקט גמור"


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (" Dana@Example.ORG\n", "dana@example.org"),
        ("דנה@דוגמה.ישראל", "דנה@דוגמה.ישראל"),
        ("root@localhost", "root@localhost"),
        ("a.b+c@x-y.co.il", "a.b+c@x-y.co.il"),
    ],
)
def test_an_email_is_stored_in_lower_case(given: str, stored: str) -> None:
    assert checked_email(given) == sought_email(given) == stored


@pytest.mark.parametrize(
    "given",
    [
        "",
        "dana",
        "@example.org",
        "dana@",
        "a@b@c",
        "a b@example.org",
        "dana@example..org",
        "Dana <dana@example.org>",
        "dana@example.org\nBcc: all@example.org",
        "d\u202eana@example.org",
        "x" * 300 + "@example.org",
    ],
)
def test_what_is_no_email_is_refused(given: str) -> None:
    with pytest.raises(InputError, match="no e-mail"):
        checked_email(given)


def test_a_name_loses_what_cannot_be_seen() -> None:
    assert checked_name("  סامي\n\u202e לוי ") == "סامي לוי"


@pytest.mark.parametrize("name", ["", " \u200f\n", "א" * 121])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        checked_name(name)
