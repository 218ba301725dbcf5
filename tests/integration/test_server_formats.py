"""Files of every kind over the HTTP API: uploaded, found under their section, cited on a page."""

from collections.abc import Callable

import anyio
import pytest

from api import Api, Shown, answered
from office_samples import (
    HEADING,
    OTHERS,
    PARKING,
    QUESTION,
    as_docx,
    as_html,
    as_mail,
    as_pptx,
    as_xlsx,
)

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("make", "name", "media_type"),
    [
        (as_docx, "נוהל.docx", "wordprocessingml"),
        (as_pptx, "נוהל.pptx", "presentationml"),
        (as_xlsx, "נוהל.xlsx", "spreadsheetml"),
        (as_html, "נוהל.html", "text/html"),
        (as_mail, "נוהל.eml", "message/rfc822"),
    ],
    ids=("docx", "pptx", "xlsx", "html", "eml"),
)
async def test_an_upload_is_found_under_its_section_and_cited_on_its_page(
    api: Api, room_id: str, make: Callable[[], bytes], name: str, media_type: str
) -> None:
    upload = await api.upload(room_id, name, make())
    with anyio.fail_after(120):
        document = await api.ready(room_id, upload["document"]["id"])
    assert (document["state"], document["failures"]) == ("ready", [])
    assert media_type in document["media_type"]

    found = await api.call("POST", f"/api/rooms/{room_id}/search", {"text": QUESTION})
    (hit,) = found["hits"]
    assert (hit["document_name"], hit["section"]) == (name, [HEADING])
    for line in (PARKING, *OTHERS):
        assert line in hit["text"]

    citation = (await answered(api, room_id, QUESTION))["citations"][0]
    assert PARKING in citation["quote"]
    assert (citation["verified"], citation["section"]) == (True, [HEADING])
    await is_marked(api, document["id"], *citation["pages"])


async def is_marked(api: Api, document_id: str, place: Shown) -> None:
    """Check that the page has the quoted words where the citation says, and can be looked at."""
    at = f"/api/documents/{document_id}/pages/{place['page_number']}"
    page = await api.call("GET", f"{at}/text")
    assert page["source"] == "structure"
    assert PARKING in page["text"][place["start"] : place["end"]]
    assert "heading" in {line["role"] for line in page["lines"]}
    assert place["boxes"]
    for box in place["boxes"]:
        assert 0 < box["left"] < box["left"] + box["width"] < 1
        assert 0 < box["top"] < box["top"] + box["height"] < 1
    async with api.session.get(at, params={"width": "200"}) as picture:
        assert (await picture.read()).startswith((b"RIFF", b"\x89PNG"))
