"""Takes the pictures of docs/images/: a real server, a real browser, the sample room.

python scripts/screenshots.py
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "images"
KESHER = Path(sys.executable).with_name("kesher")
SIZE = ViewportSize(width=1440, height=900)
WORDS = {
    "he": ("he-IL", "טעינת מדריך לדוגמה", "כמה ימי חופשה מגיעים לעובד במשרה מלאה?"),
    "en": ("en-US", "Load the sample handbook", "How many vacation days do I get?"),
}  # fmt: skip


@contextmanager
def server(data: str) -> Iterator[str]:
    process = subprocess.Popen(
        [KESHER, "--data", data, "serve", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KESHER_LOG_LEVEL": "warning"},
    )
    try:
        for line in process.stderr or ():
            if found := re.search(r"http://[\d.]+:\d+", line):
                yield found[0]
                break
    finally:
        process.terminate()
        process.wait()


def tour(browser: Browser, url: str, language: str) -> None:
    """Walk from the empty page to an answer with its page open, taking pictures."""
    locale, load_sample, question = WORDS[language]
    page = browser.new_page(viewport=SIZE, locale=locale, device_scale_factor=1)
    page.goto(url)
    page.get_by_text(load_sample).first.wait_for()
    shoot(page, f"empty.{language}")
    page.get_by_text(load_sample).first.click()
    page.wait_for_url("**/rooms/**")
    page.get_by_text("docx").first.wait_for()
    shoot(page, f"ingestion.{language}")
    page.get_by_text(re.compile(r"\d+ (קטעים|chunks)|קטע אחד|1 chunk")).nth(2).wait_for(
        timeout=120_000
    )
    box = page.get_by_role("textbox").last
    box.fill(question)
    box.press("Enter")
    chip = page.locator("[data-citation], button", has_text=re.compile("^1$")).first
    chip.click(timeout=60_000)
    page.locator("img").first.wait_for()
    page.wait_for_timeout(2_000)  # the picture of the page comes in
    shoot(page, f"answer.{language}")
    page.close()


def shoot(page: Page, name: str) -> None:
    """Write one picture."""
    page.screenshot(path=FOLDER / f"{name}.png")


def main() -> None:
    """Take all pictures, each language on a data folder of its own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for language in WORDS:
            with TemporaryDirectory() as data, server(data) as url:
                tour(browser, url, language)
        browser.close()


if __name__ == "__main__":
    main()
