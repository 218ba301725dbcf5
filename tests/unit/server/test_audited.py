from kesher.domain.audit import Action
from kesher.server.audited import ACTS, Audited, NotAudited
from kesher.server.policy import RULES

_SAFE = ("GET ", "HEAD ")


def test_every_route_that_changes_something_is_audited_or_says_why_not() -> None:
    unsafe = {address for address in RULES if not address.startswith(_SAFE)}
    assert unsafe == set(ACTS)


def test_whatever_is_not_audited_has_a_reason() -> None:
    assert all(act.reason for act in ACTS.values() if isinstance(act, NotAudited))


def test_nothing_is_kept_of_a_request_that_could_be_a_text_or_a_secret() -> None:
    kept = {name for act in ACTS.values() if isinstance(act, Audited) for name in act.told}
    assert kept.isdisjoint({"text", "name", "title", "email", "password", "secret", "token", "key"})


def test_every_action_is_of_a_thing_and_what_became_of_it() -> None:
    assert all(action.count(".") == 1 for action in Action)
