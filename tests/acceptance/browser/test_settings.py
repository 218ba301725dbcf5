"""The server's settings on the screen: a model tried and set, usage, a backup, health, and keys."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from served import KESHER
from visits import MakeServer, Visit, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KEY = "sk-sentinel-0123456789abcdefWXYZ"
EMAIL = "dana@example.org"
WORDS = "סיסמה ארוכה וטובה 2026"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with scripted_model_server(Script(answer=lambda _: "בסדר")) as running:
        yield running


def section(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="חלקי ההגדרות").get_by_role("link", name=name).click()


def set_model(page: Page, model: ModelServer) -> Locator:
    """Try and set the model that writes answers, and return its part of the screen."""
    chat = page.get_by_role("region", name="המודל שכותב תשובות")
    chat.get_by_label("כתובת").fill(model.openai_url)
    chat.get_by_label("שם המודל").fill("scripted-model")
    chat.get_by_label("מפתח", exact=True).fill(KEY)
    chat.get_by_role("button", name="ניסיון").click()
    expect(chat.get_by_role("status")).to_contain_text("המודל ענה")
    expect(chat.get_by_role("status")).to_contain_text("בסדר")
    chat.get_by_role("button", name="מעכשיו להשתמש בו").click()
    return chat


def test_a_model_a_backup_and_the_servers_state_are_looked_after_on_the_screen(
    visit: Visitor, serve: MakeServer, handbook_copy: Path, model: ModelServer
) -> None:
    visited = visit(serve(handbook_copy))
    page = visited.page
    page.get_by_role("link", name="הגדרות", exact=True).click()
    visited.check("he-settings-languages")

    section(page, "מודלים")
    chat = set_model(page, model)
    expect(chat).to_contain_text("נקבע כאן.")
    expect(chat).to_contain_text("המפתח נקבע ונשמר מוצפן.")
    page.reload()
    expect(chat).to_contain_text("…WXYZ")
    assert KEY not in page.content()
    visited.check("he-settings-models")
    chat.get_by_role("button", name="בלי מודל").click()
    expect(chat).to_contain_text("אין מודל")

    section(page, "וקטורים")
    expect(page.get_by_role("link", name="משאבי אנוש")).to_be_visible()
    section(page, "שימוש ועלות")
    expect(page.get_by_role("link", name="ייצוא CSV")).to_be_visible()
    visited.check("he-settings-usage")
    section(page, "מגבלות")
    expect(page.get_by_role("row", name="KESHER_UPLOAD_LIMIT_BYTES")).to_contain_text("200")

    section(page, "גיבויים")
    page.get_by_role("button", name="גיבוי עכשיו").click()
    expect(page.get_by_role("link", name=re.compile("הורדת .kesher-"))).to_be_visible()
    expect(page.get_by_text('kesher restore "')).to_be_visible()
    visited.check("he-settings-backups")
    page.get_by_role("button", name=re.compile("מחיקת .kesher-")).click()
    page.get_by_role("dialog").get_by_role("button", name="מחיקה").click()
    expect(page.get_by_text("עדיין אין גיבויים")).to_be_visible()

    section(page, "תקינות")
    expect(page.get_by_role("listitem").filter(has_text="מסד הנתונים")).to_contain_text("תקין")
    visited.check("he-settings-health")
    assert visited.console_errors == []
    assert visited.foreign_requests == []


def signed_in(folder: Path, serve: MakeServer, visit: Visitor) -> Visit:
    """Make the first administrator as the owner of the machine does, and come in as her."""
    subprocess.run(
        [KESHER, "--data", folder, "admin", "create", EMAIL, "--name", "דנה", "--password-stdin"],
        input=WORDS,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    base = serve(folder)
    visited = visit(base, locale="en-US", width=390, scheme="dark")
    visited.page.get_by_label("E-mail").fill(EMAIL)
    visited.page.get_by_label("Password").fill(WORDS)
    visited.page.get_by_role("button", name="Sign in").click()
    expect(visited.page.get_by_label("E-mail")).to_have_count(0)
    return visited


def test_a_key_is_shown_once_and_opens_nothing_once_it_is_revoked(
    visit: Visitor, serve: MakeServer, handbook_copy: Path
) -> None:
    visited = signed_in(handbook_copy, serve, visit)
    page = visited.page
    page.goto(f"{visited.base}/settings/keys")
    page.get_by_role("button", name="New key").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("דוח שבועי")
    dialog.get_by_label("Read", exact=True).check()
    visited.check("en-390-settings-new-key")
    dialog.get_by_role("button", name="Make the key").click()

    secret = page.get_by_role("status").get_by_role("textbox").input_value()
    answer = page.request.get(
        f"{visited.base}/api/rooms", headers={"Authorization": f"Bearer {secret}", "Cookie": ""}
    )
    assert answer.status == 200
    page.reload()
    own = page.get_by_role("region", name="API keys", exact=True)
    expect(own.get_by_role("listitem").filter(has_text="דוח שבועי")).to_contain_text("Read")
    assert secret not in page.content()
    visited.check("en-390-settings-keys")

    own.get_by_role("button", name="Revoke").click()
    dialog.get_by_role("button", name="Revoke").click()
    expect(own).to_contain_text("Revoked on")
    answer = page.request.get(
        f"{visited.base}/api/rooms", headers={"Authorization": f"Bearer {secret}", "Cookie": ""}
    )
    assert answer.status == 401
    assert visited.console_errors == []
