"""Signing in through a real OpenID Connect provider, as browsers and strangers do."""

import time
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx2
import pytest
from fastapi import FastAPI

from kesher.adapters.oidc.provider import Client, OidcProvider
from kesher.adapters.system import utc_now
from kesher.domain.accounts import AccountChange
from kesher.domain.scope import Scope
from kesher.errors import IdentityInvalidError, IdentityUnreachableError
from kesher.ports.oidc import Asked, Returned
from kesher.wiring.people import People
from oidc_provider import OURS, Provider, browsing
from people import DANA, PASSWORD

pytestmark = pytest.mark.anyio

ASKED = Asked("state", "nonce", "v" * 43, f"{OURS}/api/oidc/callback")


@pytest.fixture
def people(app: FastAPI) -> People:
    found: People = app.state.kesher.services.people
    return found


async def test_the_page_is_told_of_the_other_service_before_anybody_signs_in(app: FastAPI) -> None:
    async with browsing(app) as browser:
        me = await browser.me()
        assert (me["mode"], me["signed_in"]) == ("accounts", False)
        assert me["other_service"] == {
            "label_he": "כניסה דרך הארגון",
            "label_en": "Sign in with your organisation",
            "begin": "/api/oidc/begin",
            "sign_out": "/api/oidc/sign-out",
        }


async def test_whoever_is_new_gets_an_account_and_comes_out_where_they_wanted(
    app: FastAPI, people: People
) -> None:
    async with browsing(app) as browser:
        goal = "/rooms/חדר?thread=1#סוף"
        answer = await browser.sign_in("vera", goal)
        assert (answer.status_code, unquote(answer.headers["location"])) == (303, goal)
        me = await browser.me()
        assert (me["person"]["email"], me["person"]["name"]) == ("vera@example.org", "Вера Коган")
        assert (me["person"]["administrator"], bool(me["csrf"])) == (False, True)
        assert (await browser.sign_in("vera")).headers["location"] == "/"
        sessions = await people.signing_in.open_sessions(Scope(), me["person"]["id"])
        assert len(sessions) == 1  # the one before has ended


async def test_what_the_browser_keeps_is_hidden_from_scripts_and_dropped_afterwards(
    app: FastAPI,
) -> None:
    async with browsing(app) as browser:
        begun = await browser.get("/api/oidc/begin")
        (kept,) = begun.headers.get_list("set-cookie")
        assert kept.startswith("kesher_sign_in_")
        assert "HttpOnly" in kept
        assert "SameSite=lax" in kept
        assert "Max-Age=600" in kept
        asked = _query(begun.headers["location"])
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        assert asked["state"] not in kept
        assert asked["nonce"] not in kept
        await browser.get(await browser.sign_in_there(begun.headers["location"], "vera"))
        assert not [name for name in browser.client.cookies if name.startswith("kesher_sign_in")]


async def test_a_known_person_comes_in_by_a_checked_email_and_it_is_noted(
    app: FastAPI, people: People
) -> None:
    async with browsing(app) as browser:
        known = await people.accounts.find(Scope(), DANA)
        await browser.sign_in("dana")
        me = await browser.me()
        # The name that was given here stays, and so does what she may: she is of `admins`.
        assert me["person"] | {"id": known.id, "name": "דנה"} == me["person"]
        assert me["administers"] is True
        acts = (await browser.get("/api/audit", page=False)).json()
        assert {"session.open", "account.change"} <= {
            each["action"] for each in acts["events"] if each["actor"] == known.id
        }


async def test_the_account_is_the_other_services_from_then_on(app: FastAPI) -> None:
    async with browsing(app) as browser:
        await browser.sign_in("dana")
        csrf = {"X-Kesher-CSRF": (await browser.me())["csrf"]}
        body = {"email": DANA, "password": PASSWORD}
        answer = await browser.client.post(f"{OURS}/api/sign-in", json=body, headers=csrf)
        assert answer.status_code == 401


@pytest.mark.parametrize(
    ("login", "code"),
    [
        ("eve", "access.no_account"),  # says that she is Dana, and nobody has checked it
        ("far", "access.no_account"),  # of another organisation
        ("nobody", "access.no_account"),  # without any e-mail
    ],
)
async def test_whoever_is_not_meant_is_led_back_with_a_reason(
    app: FastAPI, login: str, code: str
) -> None:
    async with browsing(app) as browser:
        answer = await browser.sign_in(login)
        assert answer.headers["location"] == f"/sign-in?problem={code}"
        assert (await browser.me())["signed_in"] is False


async def test_a_disabled_person_stays_out(app: FastAPI, people: People) -> None:
    async with browsing(app) as browser, browsing(app) as second:
        await browser.sign_in("sami")
        person = (await browser.me())["person"]
        await people.accounts.change(Scope(), person["id"], AccountChange(disabled=True))
        assert (await browser.me())["signed_in"] is False
        answer = await second.sign_in("sami")
        assert answer.headers["location"] == "/sign-in?problem=access.account_disabled"


async def test_two_tabs_each_end_their_own_sign_in(app: FastAPI) -> None:
    async with browsing(app) as browser:
        first, second = await browser.begin("/rooms/1"), await browser.begin("/rooms/2")
        back = [await browser.sign_in_there(url, "vera") for url in (first, second)]
        landed = [(await browser.get(url)).headers["location"] for url in reversed(back)]
        assert landed == ["/rooms/2", "/rooms/1"]


async def test_a_sign_in_ends_once_and_only_in_the_browser_that_began_it(app: FastAPI) -> None:
    async with browsing(app) as browser, browsing(app) as thief:
        back = await browser.sign_in_there(await browser.begin(), "vera")
        kept = list(browser.client.cookies.jar)
        stolen = await thief.get(back)
        assert stolen.headers["location"] == "/sign-in?problem=sign_in.lost"
        assert (await browser.get(back)).headers["location"] == "/"
        for cookie in kept:  # as a browser that forgets nothing
            browser.client.cookies.jar.set_cookie(cookie)
        again = await browser.get(back, page=False)
        assert (again.status_code, again.json()["code"]) == (403, "sign_in.lost")
        assert (await thief.me())["signed_in"] is False


async def test_a_code_of_another_sign_in_is_worth_nothing(app: FastAPI) -> None:
    async with browsing(app) as browser, browsing(app) as other:
        victim = _query(await browser.sign_in_there(await browser.begin(), "vera"))
        own = _query(await other.sign_in_there(await other.begin(), "far"))
        crossed = {"state": own["state"], "code": victim["code"], "iss": victim["iss"]}
        assert (await other.get(_callback(crossed))).headers[
            "location"
        ] == "/sign-in?problem=sign_in.lost"


@pytest.mark.parametrize("issuer", ["", "https://another.example"])
async def test_an_answer_that_another_service_sent_is_refused(app: FastAPI, issuer: str) -> None:
    async with browsing(app) as browser:
        query = _query(await browser.sign_in_there(await browser.begin(), "vera"))
        answer = await browser.get(_callback(query | {"iss": issuer}), page=False)
        assert (answer.status_code, answer.json()["code"]) == (502, "identity_provider.invalid")


async def test_whoever_says_no_is_led_back(app: FastAPI) -> None:
    async with browsing(app) as browser:
        state = _query(await browser.begin())["state"]
        answer = await browser.get(_callback({"state": state, "error": "access_denied"}))
        assert answer.headers["location"] == "/sign-in?problem=sign_in.refused"


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another-client"},
        {"aud": ["kesher", "another-client"]},  # for whom of the two it does not say
        {"iss": "https://another.example"},
        {"exp": int(time.time()) - 120},
        {"nonce": "another"},
        {"sub": "dana"},  # and the rest of what is said is said of another
    ],
)
async def test_a_token_that_says_the_wrong_thing_lets_nobody_in(
    app: FastAPI, provider: Provider, claims: dict[str, object]
) -> None:
    async with browsing(app) as browser, provider.spoiled(**claims):
        answer = await browser.sign_in("vera")
        assert answer.headers["location"] == "/sign-in?problem=identity_provider.invalid"
        assert (await browser.me())["signed_in"] is False


async def test_new_keys_are_taken_up_when_a_token_is_signed_with_one(
    app: FastAPI, provider: Provider
) -> None:
    async with browsing(app) as browser:
        await browser.sign_in("vera")
        await provider.rotate_keys()
        assert (await browser.sign_in("vera")).headers["location"] == "/"


async def test_a_service_that_hangs_up_is_told_as_such_and_may_be_tried_again(
    app: FastAPI, provider: Provider
) -> None:
    async with browsing(app) as browser:
        back = await browser.sign_in_there(await browser.begin(), "vera")
        async with provider.down():
            answer = await browser.get(back, page=False)
            assert (answer.status_code, answer.json()["retryable"]) == (502, True)
            assert answer.json()["code"] == "identity_provider.unreachable"
        assert (await browser.sign_in("vera")).headers["location"] == "/"


async def test_signing_out_there_too_is_offered(app: FastAPI, provider: Provider) -> None:
    async with browsing(app) as browser:
        await browser.sign_in("vera")
        csrf = {"X-Kesher-CSRF": (await browser.me())["csrf"]}
        assert (await browser.client.post(f"{OURS}/api/sign-out", headers=csrf)).status_code == 204
        leaving = await browser.get("/api/oidc/sign-out")
        url = leaving.headers["location"]
        assert url.startswith(f"{provider.issuer}/session/end?")
        assert _query(url)["post_logout_redirect_uri"] == f"{OURS}/"
        assert (await browser.client.get(url)).status_code == 200
        assert (await browser.me())["signed_in"] is False


async def test_a_service_that_is_not_there_or_is_another_one_is_told(provider: Provider) -> None:
    away = _provider("http://127.0.0.1:9")
    with pytest.raises(IdentityUnreachableError, match=r"127\.0\.0\.1:9"):
        await away.address(ASKED)
    elsewhere = _provider(provider.issuer.replace("127.0.0.1", "localhost"))
    with pytest.raises(IdentityInvalidError, match="calls itself"):
        await elsewhere.address(ASKED)
    none = _provider(f"{provider.issuer}/not-a-provider")
    with pytest.raises(IdentityInvalidError, match="answers 404"):
        await none.address(ASKED)


async def test_a_secret_that_the_service_does_not_know_is_told(provider: Provider) -> None:
    returned = Returned(code="any", issuer=provider.issuer)
    with pytest.raises(IdentityInvalidError, match=r"invalid_client.*oidc_client_secret"):
        await _provider(provider.issuer).claims(returned, ASKED)


def _provider(issuer: str) -> OidcProvider:
    return OidcProvider(Client(issuer, "kesher", "secret", "openid"), clock=utc_now)


def _query(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query))


def _callback(query: dict[str, str]) -> str:
    return str(httpx2.URL("/api/oidc/callback", params=query))
