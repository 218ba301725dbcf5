"""Servers filled through their API for the pictures of every screen; a scripted model answers."""

import json
import re
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread
from typing import IO, Any, cast

from playwright.sync_api import APIRequestContext, APIResponse

from kesher.testing.model_script import ReceivedRequest

KESHER = Path(sys.executable).parent / "kesher"
READING_SECONDS = 120
PASSAGE = re.compile(r'<passage id="(\w+)"[^>]*>\n(.*?)\n</passage>', re.DOTALL)
LEAVE = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
QUESTIONS = (
    LEAVE,
    "מה נאמר על עבודה מהבית?",
    "What is the policy on travel expenses abroad?",
    "מה מהירות האור בריק?",
)
RULES = "נוהל חופשות\n\nעובד במשרה מלאה זכאי ל-{days} ימי חופשה בשנה.\nהבקשה מוגשת למנהל.\n"
PASSWORD = "ארבע מילים טובות לזכור"  # noqa: S105 - of nobody

# The step of a research is told by words of its system prompt, as the tests' librarian does.
STEPS = {
    "plan": ("מתכנן חיפוש", "plan a search"),
    "grade": ("אומר עד כמה", "say how far each"),
    "gap": ("בודק אם הקטעים", "check whether the passages"),
}


def model_answer(request: ReceivedRequest) -> str:
    """Say what a model would: a research's steps as JSON, else an answer that cites."""
    system = request.messages[0][1]
    prompt = request.messages[-1][1]
    step = next((name for name, said in STEPS.items() if any(w in system for w in said)), "")
    passages = PASSAGE.findall(prompt)
    if step == "plan":
        return json.dumps({"questions": [LEAVE, "מה שעות הפתיחה של הבריכה?"]}, ensure_ascii=False)
    if step == "grade":
        return json.dumps({"grades": {name: 3 * ("22 ימי" in text) for name, text in passages}})
    if step == "gap":
        aspects = [
            {"aspect": 1, "covered": True, "missing": "", "query": ""},
            {"aspect": 2, "covered": False, "missing": "אין בקטעים", "query": "בריכה ושחייה"},
        ]
        return json.dumps({"aspects": aspects}, ensure_ascii=False)
    return cited(passages) if passages else "אפשר לענות על זה רק מתוך המסמכים שבחדר."


def cited(passages: list[tuple[str, str]]) -> str:
    """Quote the passage that speaks of the leave, or the first one, and one falsely."""
    name, text = next((each for each in passages if "22 ימי" in each[1]), passages[0])
    quote = " ".join(max(text.split("\n"), key=len).split()[:9])
    return (
        f'על כך נאמר במסמכים: **{quote}**<cite id="{name}">{quote}</cite>.\n\n'
        f"- הדבר חל על מי שעובד במשרה מלאה, וגם על full-time employees.\n"
        f'- ובכל שנה נוסף שבוע<cite id="{name}">ועוד שבוע בכל שנה שעוברת</cite>.'
    )


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[tuple[str, str]]:
    """Run a server on a data folder; its address, and the first administrator's link or ''."""
    process = Popen(
        [KESHER, "serve", "--port", "0"],
        env={
            "KESHER_DATA_FOLDER": str(folder),
            "KESHER_LOG_LEVEL": "warning",
            "PATH": "/usr/bin:/bin",
            **settings,
        },
        stdout=DEVNULL,
        stderr=PIPE,
        text=True,
    )
    try:
        said = cast(IO[str], process.stderr)
        links = (line for line in said if "http://" in line)
        address = _link(next(links))
        first = _link(next(links)) if settings.get("KESHER_ACCOUNTS") else ""
        Thread(target=said.read, daemon=True).start()
        yield address, first
    finally:
        process.terminate()
        process.wait(timeout=30)


def _link(line: str) -> str:
    return "http://" + line.split("http://")[1].split(maxsplit=1)[0]


@dataclass(frozen=True)
class Api:
    """One server's API, as a program or a signed-in browser calls it."""

    calls: APIRequestContext
    headers: Mapping[str, str]
    base: str

    def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """Return what is there.

        Raises:
            RuntimeError: The server refused; with its words.
        """
        return self._told(self.calls.get(f"{self.base}/api{path}", headers=dict(self.headers)))

    def post(self, path: str, **data: Any) -> Any:  # noqa: ANN401 - JSON
        """Send a JSON object; return the answer's JSON, or the text of an event stream.

        Raises:
            RuntimeError: The server refused; with its words.
        """
        where = f"{self.base}/api{path}"
        return self._told(self.calls.post(where, data=data, headers=dict(self.headers)))

    def upload(self, path: str, name: str, text: str) -> Any:  # noqa: ANN401 - JSON
        """Send a text as a file.

        Raises:
            RuntimeError: The server refused; with its words.
        """
        file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        where = f"{self.base}/api{path}"
        headers = dict(self.headers)
        return self._told(
            self.calls.post(where, multipart={"file": cast(Any, file)}, headers=headers)
        )

    def _told(self, answer: APIResponse) -> Any:  # noqa: ANN401 - JSON
        if not answer.ok:
            raise RuntimeError(f"{answer.url} answered {answer.status}: {answer.text()[:300]}")
        is_json = "json" in answer.headers.get("content-type", "")
        return answer.json() if is_json else answer.text()


def until_read(api: Api, room: str) -> list[dict[str, Any]]:
    """Wait until every document of a room is read, and return them.

    Raises:
        TimeoutError: They were not after READING_SECONDS.
    """
    give_up = time.monotonic() + READING_SECONDS
    while time.monotonic() < give_up:
        found: list[dict[str, Any]] = api.get(f"/rooms/{room}/documents")
        if all(each["state"] not in ("queued", "reading", "embedding") for each in found):
            return found
        time.sleep(0.2)
    raise TimeoutError(f"The documents of {room} were not read in {READING_SECONDS} s.")


@dataclass(frozen=True)
class Filled:
    """Ids of what was put into a server."""

    room: str
    thread: str
    answer: str
    document: str
    scan: str
    other_room: str
    versions: tuple[str, str]
    share: str
    request: str
    entity: str


def fill(api: Api) -> Filled:
    """Put a sample of everything into a single-user server."""
    room = api.post("/sample")["id"]
    other, versions = _other_room(api)
    documents = until_read(api, room)
    for question in QUESTIONS:
        api.post(f"/rooms/{room}/ask", text=question)
    api.post(f"/rooms/{room}/research", text="כמה ימי חופשה מגיעים, ומה שעות הבריכה?")
    api.post("/agents/run", text="מה יש בחדרים?")
    api.post("/memory/sample")
    api.post(f"/rooms/{room}/evaluation/questions/take")
    for _ in range(2):
        api.post(f"/rooms/{room}/evaluation/runs")
    threads = api.get(f"/rooms/{room}/threads")
    thread = next(each["id"] for each in threads if each["title"].startswith(LEAVE[:20]))
    answer = api.get(f"/threads/{thread}")["answers"][0]["id"]
    return Filled(
        room=room,
        thread=thread,
        answer=answer,
        document=next(each["id"] for each in documents if each["name"] == "מדריך העובד.pdf"),
        scan=next(each["id"] for each in documents if each["name"] == "הודעה סרוקה.pdf"),
        other_room=other,
        versions=versions,
        share=api.post(f"/answers/{answer}/record/shares")["id"],
        request=api.get("/requests")[0]["id"],
        entity=api.get("/memory/entities")[0]["id"],
    )


def _other_room(api: Api) -> tuple[str, tuple[str, str]]:
    """Make a room with a document in two versions; its id and theirs, the older first."""
    room = api.post("/rooms", name="נהלים וחוזים (HR policies) של המשרד הראשי")["id"]
    first = api.upload(f"/rooms/{room}/documents", "נוהל חופשות.txt", RULES.format(days=22))
    until_read(api, room)
    older = first["document"]["id"]
    second = api.upload(f"/documents/{older}/versions", "נוהל חופשות.txt", RULES.format(days=24))
    until_read(api, room)
    api.upload(f"/rooms/{room}/documents", "ריק.txt", " ")
    return room, (older, second["document"]["id"])
