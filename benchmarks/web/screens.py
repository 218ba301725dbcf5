"""Photograph every screen of the page, in every language and width, and list what is wrong with it.

Run: python -m benchmarks.web.screens [--only WORD] [--languages he,en] [--out FOLDER]
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Literal

from benchmarks.web.screens_data import PASSWORD, RULES, Api, Filled, fill, model_answer, serving
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server

REPOSITORY = Path(__file__).parents[2]
AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = REPOSITORY / "web" / "test-results" / "screens"
LOCALES = {"he": "he-IL", "en": "en-US", "ar": "ar-EG", "ru": "ru-RU"}
Scheme = Literal["light", "dark"]
LOOKS: dict[str, tuple[tuple[int, Scheme], ...]] = {
    "he": ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")),
    "en": ((1280, "light"), (390, "dark")),
    "ar": ((1280, "light"),),
    "ru": ((1280, "light"),),
}
"""The widths and schemes of each language: all of the first, whose page the others mirror."""

LOOKED_INTO = ((1280, "dark"), (390, "light"))
"""Where axe looks in a language of four looks: either width and either scheme once."""

SETTLE_MS = 8_000

# Done: nothing is loading, and the page has said the same for three frames of 60 ms.
SETTLED = """() => {
  const busy = document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root');
  const said = document.body.innerText.length + ':' + document.querySelectorAll('*').length;
  const before = window.keptForPictures ?? {};
  window.keptForPictures = { said, times: before.said === said ? (before.times ?? 0) + 1 : 0 };
  return !busy && window.keptForPictures.times >= 3;
}"""

FAULTS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) =>
      html.slice(0, 160)).join(' | '));
  if (document.documentElement.scrollWidth > window.innerWidth) found.push('wider than the screen');
  return found;
}"""

Prepare = Callable[[Page], None]


@dataclass(frozen=True)
class Screen:
    """One screen: where it is, and what is done on it before its picture is taken."""

    name: str
    path: str
    prepare: Prepare | None = None


@dataclass
class Album:
    """The pictures that were taken, and what was found on them."""

    folder: Path
    only: str
    taken: int = 0
    findings: list[str] = field(default_factory=list)

    def take(self, page: Page, language: str, screen: Screen, base: str) -> None:
        """Open a screen once and photograph each of its language's looks."""
        if self.only not in screen.name:
            return
        try:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            page.goto(base + screen.path)
            settle(page)
            if screen.prepare is not None:
                screen.prepare(page)
            for width, scheme in LOOKS[language]:
                self._look(page, language, screen.name, width, scheme)
        except Error as error:
            self.findings.append(f"{language} {screen.name}: {error.message[:300]}")

    def _look(self, page: Page, language: str, name: str, width: int, scheme: Scheme) -> None:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        settle(page)
        called = f"{language}-{width}-{scheme}-{name}"
        page.screenshot(path=self.folder / f"{called}.png", full_page=True)
        self.taken += 1
        if len(LOOKS[language]) < len(LOOKS["he"]) or (width, scheme) in LOOKED_INTO:
            self.findings += [f"{called}: {said}" for said in page.evaluate(FAULTS)]


def settle(page: Page) -> None:
    """Wait until the page has loaded what it shows; at most SETTLE_MS."""
    page.wait_for_function(SETTLED, polling=60, timeout=SETTLE_MS)


def press(keys: str) -> Prepare:
    """Press keys, and wait for what they open."""

    def prepare(page: Page) -> None:
        page.keyboard.press(keys)
        page.get_by_role("dialog").first.wait_for()

    return prepare


def click(selector: str) -> Prepare:
    """Click the first of what is selected."""
    return lambda page: page.locator(selector).first.click(timeout=SETTLE_MS)


def offline(page: Page) -> None:
    """Take the network away, as on a train, until the notice says so."""
    page.context.set_offline(True)
    page.get_by_role("status").first.wait_for()


def filled_screens(ids: Filled) -> Iterator[Screen]:
    """Every screen that a single user meets on a server with something in it."""
    room, thread = f"/rooms/{ids.room}", f"/rooms/{ids.room}?thread={ids.thread}"
    yield Screen("rooms", "/")
    yield Screen("rooms-new", "/", click("main button"))
    yield Screen("room-new-conversation", room)
    yield Screen("room-answer", thread)
    yield Screen("room-answer-viewer", thread, click("[data-standing]"))
    yield Screen("room-versions", f"/rooms/{ids.other_room}")
    yield Screen("document", f"{room}/documents/{ids.document}")
    yield Screen("document-scan", f"{room}/documents/{ids.scan}")
    older, newer = ids.versions
    yield Screen("document-compared", f"/rooms/{ids.other_room}/documents/{newer}?compare={older}")
    for part in ("general", "usage", "retention"):
        yield Screen(f"room-settings-{part}", f"{room}/settings/{part}")
    yield Screen("evaluation", f"{room}/evaluation")
    yield Screen("record", f"/answers/{ids.answer}")
    yield Screen("record-shared", f"{room}/shared/{ids.share}")
    yield Screen("requests", "/requests")
    yield Screen("request", f"/requests/{ids.request}")
    for part in ("facts", "graph", "reviews", "knew", "talks", "erase", "care"):
        yield Screen(f"memory-{part}", f"/memory/{part}")
    yield Screen("memory-entity", f"/memory/facts?entity={ids.entity}")
    yield Screen("how", f"/how?room={ids.room}&answer={ids.answer}")
    for part in ("languages", "models", "embeddings", "usage", "limits", "audit", "backups"):
        yield Screen(f"settings-{part}", f"/settings/{part}")
    yield Screen("settings-health", "/settings/health")
    yield Screen("palette", "/", press("Control+k"))
    yield Screen("keys", room, press("Control+/"))
    yield Screen("not-found", "/nowhere")
    yield Screen("room-not-found", "/rooms/room_nowhere")


def empty_screens() -> Iterator[Screen]:
    """What somebody sees who has only just begun."""
    yield Screen("empty-rooms", "/")
    yield Screen("empty-requests", "/requests")
    yield Screen("empty-how", "/how")
    for part in ("facts", "graph", "reviews", "talks", "erase"):
        yield Screen(f"empty-memory-{part}", f"/memory/{part}")
    for part in ("models", "usage", "audit"):
        yield Screen(f"empty-settings-{part}", f"/settings/{part}")
    yield Screen("offline", "/", offline)


def shared_screens(room: str) -> Iterator[Screen]:
    """What there is besides where people sign in."""
    yield Screen("people-rooms", "/")
    yield Screen("people-room", f"/rooms/{room}")
    for part in ("people", "audit", "usage"):
        yield Screen(f"people-room-settings-{part}", f"/rooms/{room}/settings/{part}")
    for part in ("me", "people", "keys", "limits", "audit"):
        yield Screen(f"people-settings-{part}", f"/settings/{part}")


@contextmanager
def visiting(browser: Browser, language: str, album: Album) -> Iterator[Page]:
    """A page in one language, whose errors and foreign requests are noted."""
    context = browser.new_context(
        locale=LOCALES[language], reduced_motion="reduce", bypass_csp=True
    )
    context.add_init_script(path=AXE)
    page = context.new_page()
    _watch(page, language, album)
    yield page
    context.close()


def _watch(page: Page, language: str, album: Album) -> None:
    def note(what: str) -> None:
        album.findings.append(f"{language} {page.url}: {what[:300]}")

    # The browser itself tells of every 404, 401 and lost connection; some screens are about them.
    page.on(
        "console",
        lambda said: (
            note(said.text)
            if said.type == "error" and "Failed to load resource" not in said.text
            else None
        ),
    )
    page.on("pageerror", lambda error: note(str(error)))
    page.on(
        "request",
        lambda sent: (
            None
            if sent.url.startswith(("http://127.0.0.1:", "data:", "blob:"))
            else note(f"asked {sent.url}")
        ),
    )


def photograph(
    browser: Browser, album: Album, languages: Sequence[str], base: str, screens: list[Screen]
) -> None:
    """Take the screens of one server in every language."""
    for language in languages:
        with visiting(browser, language, album) as page:
            for screen in screens:
                album.take(page, language, screen, base)


def photograph_people(
    browser: Browser, album: Album, languages: Sequence[str], base: str, first: str
) -> None:
    """Take the screens of a server with accounts, from the first link on."""
    path = first.removeprefix(base)
    for language in languages:
        with visiting(browser, language, album) as page:
            album.take(page, language, Screen("welcome", path), base)
    with visiting(browser, languages[0], album) as page:
        room, join, password, cookies = begin_accounts(page.context, base, path.split("#")[1])
    entry = [Screen("sign-in", "/sign-in"), Screen("join", join), Screen("password", password)]
    photograph(browser, album, languages, base, entry)
    for language in languages:
        with visiting(browser, language, album) as page:
            page.context.add_cookies(cookies)
            for screen in shared_screens(room):
                album.take(page, language, screen, base)


def begin_accounts(
    context: BrowserContext, base: str, secret: str
) -> tuple[str, str, str, list[Any]]:
    """Make an administrator, a room, a link and a second person; what leads to each of them."""
    nobody = Api(context.request, {}, base)
    me = nobody.post(
        "/first-administrator",
        secret=secret,
        email="dana@example.org",
        name="דנה לוי (Dana)",
        password=PASSWORD,
    )
    api = Api(context.request, {"X-Kesher-CSRF": me["csrf"]}, base)
    room = api.post("/rooms", name="נהלים")["id"]
    api.upload(f"/rooms/{room}/documents", "חופשות.txt", RULES.format(days=22))
    invitation = api.post(f"/rooms/{room}/invitations", role="member", uses=3)
    api.post("/people", email="omar@example.org", name="عمر حدّاد", password=PASSWORD)
    person = api.post("/people", email="ivan@example.org", name="Иван Петров")["person"]["id"]
    link = api.post(f"/people/{person}/password-link")
    api.post("/me/keys", name="סקריפט לילה")
    return room, invitation["path"], link["path"], list(context.cookies())


def run(album: Album, languages: Sequence[str]) -> None:
    """Fill three servers, one after another, and photograph each."""
    with ExitStack() as open_:
        place = Path(open_.enter_context(TemporaryDirectory()))
        playwright = open_.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        with serving(place / "empty") as (base, _):
            photograph(browser, album, languages, base, list(empty_screens()))
        with serving(place / "people", KESHER_ACCOUNTS="true") as (base, first):
            photograph_people(browser, album, languages, base, first)
        model = open_.enter_context(scripted_model_server(Script(answer=model_answer)))
        asking = {
            "KESHER_CHAT": "openai",
            "KESHER_CHAT_URL": model.openai_url,
            "KESHER_CHAT_MODEL": "scripted-model",
            "KESHER_CHAT_PROFILE": "openai",
        }
        with serving(place / "filled", **asking) as (base, _):
            ids = fill(Api(playwright.request.new_context(timeout=120_000), {}, base))
            photograph(browser, album, languages, base, list(filled_screens(ids)))
        browser.close()


def main() -> None:
    """Take the pictures, say what was found, and end with 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="screens whose name has this word")
    parser.add_argument("--languages", default=",".join(LOCALES))
    parser.add_argument("--out", type=Path, default=PICTURES)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    album, begun = Album(given.out, given.only), perf_counter()
    run(album, given.languages.split(","))
    print(json.dumps(album.findings, ensure_ascii=False, indent=1))
    print(f"{album.taken} pictures in {perf_counter() - begun:.0f} s, under {given.out}")
    print(f"{len(album.findings)} findings")
    sys.exit(1 if album.findings else 0)


if __name__ == "__main__":
    main()
