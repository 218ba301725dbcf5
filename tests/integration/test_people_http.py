"""People over HTTP: signing in and out, sessions, links, and what a foreign page may not do."""

from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from typing import Any

import pytest

from api import Api
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from people import DANA, PASSWORD, browser, local_person, sign_in, signed_in

pytestmark = pytest.mark.anyio

OTHER_PASSWORD = "سرٌّ لا يعرفه أحد"  # noqa: S105 - of a server that lives for these tests


@pytest.fixture(scope="module")
async def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("people") / "data"
    return Settings.model_validate(
        {"data_folder": folder, "log_level": "error", "trusted_proxies": "127.0.0.1"}
    )


@pytest.fixture(scope="module")
async def url(settings: Settings) -> AsyncIterator[str]:
    """A server that was one person's, with a room, and has one administrator now: Dana."""
    async with temporary_server(settings) as url:
        async with browser(url) as api:
            assert (await api.call("GET", "/api/me"))["mode"] == "single_user"
            await api.call("POST", "/api/rooms", {"name": "לפני כולם"}, status=201)
            body = {"email": f" {DANA.upper()} ", "name": "דנה לוי", "password": PASSWORD}
            await api.problem("POST", "/api/people", body, status=409)
            made = {**body, "administrator": True}
            shown = await api.call("POST", "/api/people", made, status=201)
            assert (shown["person"]["email"], shown["link"]) == (DANA, None)
        yield url


@pytest.fixture(scope="module")
async def dana(url: str) -> AsyncIterator[Api]:
    async with signed_in(url, DANA) as api:
        yield api


async def newcomer(dana: Api, email: str, name: str) -> Any:
    """Make an account and set its password by the link that the administrator is shown."""
    made = await dana.call("POST", "/api/people", {"email": email, "name": name}, status=201)
    secret = made["link"]["path"].partition("#")[2]
    await dana.call("POST", "/api/password", {"secret": secret, "password": PASSWORD})
    return made["person"]


async def test_from_the_first_account_on_everybody_signs_in(url: str) -> None:
    async with browser(url) as api:
        me = await api.call("GET", "/api/me")
        assert (me["mode"], me["signed_in"], me["person"], me["csrf"]) == (
            "accounts",
            False,
            None,
            "",
        )
        problem = await api.problem("GET", "/api/rooms", status=401)
        assert problem["code"] == "access.not_signed_in"
        assert await api.call("GET", "/api/health") == {"status": "ok"}


async def test_the_first_administrator_owns_the_rooms_that_were_there(dana: Api) -> None:
    assert [room["name"] for room in await dana.call("GET", "/api/rooms")] == ["לפני כולם"]
    me = await dana.call("GET", "/api/me")
    assert (me["person"]["name"], me["administers"]) == ("דנה לוי", True)


async def test_the_commands_of_the_folders_owner_still_reach_everything(
    settings: Settings, url: str
) -> None:
    async with local_person(settings, url) as api:
        me = await api.call("GET", "/api/me")
        assert (me["mode"], me["person"], me["administers"]) == ("accounts", None, True)
        assert await api.call("GET", "/api/rooms")
        assert (await api.problem("GET", "/api/me/sessions", status=403))["code"] == (
            "access.forbidden"
        )


async def test_the_sessions_cookie_is_hidden_from_scripts_and_is_new_at_each_sign_in(
    url: str,
) -> None:
    async with browser(url, User_Agent="Browser/1") as api:
        body = {"email": DANA, "password": PASSWORD}
        api.session.cookie_jar.update_cookies({"kesher_session": "planted"})
        cookies = []
        for _ in range(2):
            async with api.session.post("/api/sign-in", json=body) as response:
                assert response.status == 200
                (cookie,) = SimpleCookie(response.headers["Set-Cookie"]).values()
                api.session.headers["X-Kesher-CSRF"] = (await response.json())["csrf"]
            cookies.append(cookie.value)
            assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "lax", "/")
            assert not cookie["secure"]
        assert len({"planted", *cookies}) == 3
        sessions = await api.call("GET", "/api/me/sessions")
        mine = [one for one in sessions if one["client"] == "Browser/1"]
        assert [one["present"] for one in mine] == [True]  # the first of the two has ended
        await api.call("POST", "/api/sign-out", status=204)


async def test_behind_a_proxy_with_https_the_cookie_is_secure_and_its_hosts_own(url: str) -> None:
    async with browser(url, X_Forwarded_Proto="https") as api:
        body = {"email": DANA, "password": PASSWORD}
        async with api.session.post("/api/sign-in", json=body) as response:
            (name, cookie) = next(iter(SimpleCookie(response.headers["Set-Cookie"]).items()))
            assert (name, cookie["secure"]) == ("__Host-kesher_session", True)
        plain = {"Cookie": f"kesher_session={cookie.value}"}  # what a plain page could plant
        async with api.session.get("/api/me", headers=plain) as response:
            assert (await response.json())["signed_in"] is False
        own = {"Cookie": f"__Host-kesher_session={cookie.value}"}
        async with api.session.get("/api/me", headers=own) as response:
            assert (await response.json())["signed_in"] is True


async def test_a_change_by_cookie_needs_what_only_our_own_page_can_read(url: str) -> None:
    async with signed_in(url, DANA) as first, signed_in(url, DANA) as second:
        for token in ("", "0" * 64, second.session.headers["X-Kesher-CSRF"]):
            first.session.headers["X-Kesher-CSRF"] = token
            problem = await first.problem("POST", "/api/rooms", {"name": "זר"}, status=403)
            assert problem["code"] == "access.csrf"
        await first.call("GET", "/api/rooms")
        for api in (first, second):
            api.session.headers["X-Kesher-CSRF"] = (await api.call("GET", "/api/me"))["csrf"]
            await api.call("POST", "/api/sign-out", status=204)
            assert (await api.call("GET", "/api/me"))["signed_in"] is False


async def test_who_has_no_account_and_who_errs_are_told_the_same(url: str) -> None:
    async with browser(url) as api:
        refused = [
            await api.problem("POST", "/api/sign-in", {"email": e, "password": p}, status=401)
            for e, p in ((DANA, "סיסמה שגויה לגמרי"), ("nobody@example.org", PASSWORD), ("@", ""))
        ]
        ids = {problem.pop("request_id") for problem in refused}  # each request's own
        assert len(ids) == 3
        assert refused[0] == refused[1] == refused[2]


async def test_a_person_keeps_their_own_name_password_and_sessions(url: str, dana: Api) -> None:
    await sign_in(dana, DANA)
    await newcomer(dana, "вера@example.org", "Вера Коган")
    async with (
        signed_in(url, "ВЕРА@example.org") as vera,
        signed_in(url, "вера@example.org") as other,
    ):
        renamed = await vera.call("PATCH", "/api/me", {"name": "  Вера \u202e К. "})
        assert renamed["name"] == "Вера К."
        wrong = {"present": "не тот пароль", "new": OTHER_PASSWORD}
        await vera.problem("PUT", "/api/me/password", wrong, status=422)
        short = {"present": PASSWORD, "new": "короткий"}
        await vera.problem("PUT", "/api/me/password", short, status=422)
        right = {"present": PASSWORD, "new": OTHER_PASSWORD}
        after = await vera.call("PUT", "/api/me/password", right)
        assert after == {"keys_valid": 0, "keys_revoked": 0}
        assert len(await vera.call("GET", "/api/me/sessions")) == 1
        await other.problem("GET", "/api/me/sessions", status=401)
        await sign_in(other, "вера@example.org", OTHER_PASSWORD)
        (stale,) = [s for s in await vera.call("GET", "/api/me/sessions") if not s["present"]]
        await vera.call("DELETE", f"/api/me/sessions/{stale['id']}", status=204)
        await vera.problem("DELETE", f"/api/me/sessions/{stale['id']}", status=404)
        await other.problem("GET", "/api/rooms", status=401)
        await vera.problem("GET", "/api/people", status=403)


async def test_a_disabled_person_is_out_at_once_and_comes_back_when_enabled(
    url: str, dana: Api
) -> None:
    await sign_in(dana, DANA)
    person = await newcomer(dana, "sami@example.org", "سامي حداد")
    path = f"/api/people/{person['id']}"
    async with signed_in(url, "sami@example.org") as sami:
        assert (await dana.call("PATCH", path, {"disabled": True}))["disabled"] is True
        await sami.problem("GET", "/api/rooms", status=401)
        body = {"email": "sami@example.org", "password": PASSWORD}
        await sami.problem("POST", "/api/sign-in", body, status=401)
        await dana.problem("POST", f"{path}/password-link", status=409)
        await dana.call("PATCH", path, {"disabled": False, "name": "سامي"})
        assert (await sign_in(sami, "sami@example.org"))["person"]["name"] == "سامي"


async def test_the_last_administrator_cannot_leave(dana: Api) -> None:
    me = await sign_in(dana, DANA)
    path = f"/api/people/{me['person']['id']}"
    for change in ({"administrator": False}, {"disabled": True}):
        await dana.problem("PATCH", path, change, status=409)


async def test_a_link_sets_a_password_once_and_only_a_good_one(url: str, dana: Api) -> None:
    await sign_in(dana, DANA)
    made = await dana.call("POST", "/api/people", {"email": "link@example.org"}, status=201)
    path = f"/api/people/{made['person']['id']}/password-link"
    newer = await dana.call("POST", path, status=201)
    assert newer["url"] == url + newer["path"]
    older, secret = (one["path"].partition("#")[2] for one in (made["link"], newer))
    async with browser(url) as api:
        void = {"secret": older, "password": PASSWORD}
        await api.problem("POST", "/api/password", void, status=404)
        guessed = {"secret": secret, "password": "link@example.org"}
        await api.problem("POST", "/api/password", guessed, status=422)
        good = {"secret": secret, "password": PASSWORD}
        await api.call("POST", "/api/password", good)
        await api.problem("POST", "/api/password", good, status=404)
        assert (await sign_in(api, "link@example.org"))["person"]["name"] == "link"
        await api.call("POST", "/api/me/keys", {"name": "תסריט", "rights": ["read"]}, status=201)
        for revokes, after in ((False, (1, 0)), (True, (0, 1))):
            again = await dana.call("POST", path, status=201)
            good = {**good, "secret": again["path"].partition("#")[2], "revoke_keys": revokes}
            told = await api.call("POST", "/api/password", good)
            assert (told["keys_valid"], told["keys_revoked"]) == after
            await api.problem("GET", "/api/me/sessions", status=401)


async def test_where_no_mail_is_sent_a_forgotten_password_is_the_administrators(url: str) -> None:
    async with browser(url) as api:
        problem = await api.problem("POST", "/api/password/mail", {"email": DANA}, status=409)
        assert "administrator" in problem["detail"]
