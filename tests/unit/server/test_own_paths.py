"""Where a person may come out after signing in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import RedirectResponse

from kesher.server.own_paths import own_path


@pytest.mark.parametrize(
    "path", ["/", "/rooms/חדר", "/rooms/1?thread=2#סוף", "/apiary", "/a//b", "/?next=//c.example"]
)
def test_a_path_of_our_own_page_is_kept(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "elsewhere",
    [
        "",
        "rooms",
        "https://evil.example",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "/\u202e/evil.example",
        "javascript:alert(1)",
        "/api",
        "/api/oidc/begin",
        "/" + "a" * 1_000,
        "//[",
    ],
)
def test_whatever_leads_elsewhere_is_not(elsewhere: str) -> None:
    assert own_path(elsewhere) == "/"


@given(st.text(alphabet="/\\.:@?#[]% \t\nevilשׁ\u202e", max_size=12))
def test_no_text_leads_a_browser_to_another_host(text: str) -> None:
    location = RedirectResponse(own_path(text)).headers["location"]
    assert location.startswith("/")
    assert location[1:2] not in ("/", "\\")
    assert not set(location) & set("\t\r\n\\")
