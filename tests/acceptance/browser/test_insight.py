"""How an answer came about, for whoever wants to know: each step, and each request as it was sent.

A scripted server stands in for the hosted model.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from visits import MakeServer, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה?"


def test_a_question_is_run_step_by_step_and_its_request_is_seen_piece_by_piece(
    serve: MakeServer, visit: Visitor, handbook_copy: Path
) -> None:
    with scripted_model_server(Script(answer=lambda _: "22 ימים בשנה.")) as model:
        address = serve(
            handbook_copy,
            KESHER_CHAT="openai",
            KESHER_CHAT_URL=model.openai_url,
            KESHER_CHAT_MODEL="scripted-model",
        )
        visited = visit(address)
        page = visited.page
        page.get_by_role("link", name="איך זה עובד").click()
        expect(page.get_by_role("heading", name="קריאת הטקסט, נכון גם בעברית")).to_be_visible()
        expect(page.get_by_text("כפי שקראנו", exact=True)).to_be_visible()
        page.get_by_role("textbox", name="שאלה").fill(QUESTION)
        page.get_by_role("button", name="הרצה").click()
        expect(page.get_by_text("22 ימים בשנה.", exact=True)).to_be_visible()
        expect(page.get_by_text(re.compile("^כל המאגר נסרק ב-"))).to_be_visible()
        expect(page.get_by_text(re.compile(r"^נשלחו [\d,]+ טוקנים, מתוך"))).to_be_visible()
        visited.check("he-how")

        page.get_by_role("link", name="בקשות").click()
        request = page.get_by_role("link", name=QUESTION)
        expect(request).to_contain_text("ראשונה")
        visited.check("he-requests")
        request.click()
        expect(page.get_by_role("heading", name="המטמון")).to_be_visible()
        page.get_by_text("הוראות", exact=True).click()
        expect(page.locator("details[open]")).to_contain_text("ענה רק מתוך הקטעים")
        visited.check("he-request")
        assert visited.console_errors == []
        assert visited.foreign_requests == []
