"""npm's `oidc-provider` as a process, and browsers that go between it and an application."""

import asyncio
import json
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx2
import pytest
from fastapi import FastAPI

REPOSITORY = Path(__file__).parents[1]
SCRIPT = REPOSITORY / "tests" / "integration" / "oidc" / "provider" / "provider.mjs"
INSTALLED = REPOSITORY / ".make" / "oidc-provider"
OURS = "http://localhost"
SECRET = "a+secret/with %41 & signs"  # noqa: S105 - of a provider that lives for these tests

_SECONDS = 20.0
_FORM = re.compile(r'<form[^>]* action="([^"]+)"')
_PROMPT = re.compile(r'name="prompt" value="(\w+)"')


@dataclass(frozen=True)
class Provider:
    """The running provider."""

    issuer: str

    async def rotate_keys(self) -> None:
        """Sign with a new key from now on; whoever signed in there is forgotten."""
        await self._tell("/test/rotate")

    @asynccontextmanager
    async def spoiled(self, **claims: object) -> AsyncIterator[None]:
        """Have its tokens say something else meanwhile."""
        await self._tell("/test/spoil", claims=json.dumps(claims))
        try:
            yield
        finally:
            await self._tell("/test/spoil", claims="{}")

    @asynccontextmanager
    async def down(self) -> AsyncIterator[None]:
        """Have it hang up on everybody meanwhile."""
        await self._tell("/test/down", **{"is": "true"})
        try:
            yield
        finally:
            await self._tell("/test/down", **{"is": "false"})

    async def _tell(self, path: str, **query: str) -> None:
        async with httpx2.AsyncClient(trust_env=False, timeout=_SECONDS) as client:
            answer = await client.get(self.issuer + path, params=query)
            assert answer.text == "done"


@asynccontextmanager
async def provider_process() -> AsyncIterator[Provider]:
    """Start a provider, or skip the test where there is none to start."""
    node = shutil.which(
        "node", path=f"{REPOSITORY / '.make' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    )
    if node is None or not (INSTALLED / "node_modules" / "oidc-provider").is_dir():
        pytest.skip(
            "The provider is not installed: `make .make/oidc-provider/node_modules/"
            ".package-lock.json`."
        )
    process = await asyncio.create_subprocess_exec(
        node,
        str(SCRIPT),
        str(INSTALLED),
        f"{OURS}/api/oidc/callback",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_SECONDS):
            line = await process.stdout.readline()
        yield Provider(line.decode().strip())
    finally:
        process.stdin.close()
        async with asyncio.timeout(_SECONDS):
            await process.wait()


@dataclass(frozen=True)
class Browser:
    """Cookies, and a person who reads pages: ours are in this process, all else is asked for."""

    client: httpx2.AsyncClient

    async def get(self, url: str, *, page: bool = True) -> httpx2.Response:
        """Ask for one address, and follow nothing."""
        headers = {"Accept": "text/html" if page else "application/json"}
        return await self.client.get(urljoin(OURS, url), headers=headers)

    async def begin(self, goal: str = "/") -> str:
        """Begin a sign-in and return where it leads."""
        answer = await self.client.get(f"{OURS}/api/oidc/begin", params={"goal": goal})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def sign_in_there(self, url: str, login: str) -> str:
        """Do what the provider's pages ask, and return where it sends the person at last."""
        for _ in range(12):
            if url.startswith(OURS):
                return url
            answer = await self.client.get(url)
            if answer.is_redirect:
                url = urljoin(url, answer.headers["location"])
            else:
                url = await self._fill_in(answer, login)
        raise AssertionError(f"The provider leads nowhere: {url}")

    async def sign_in(self, login: str, goal: str = "/") -> httpx2.Response:
        """Go all the way, and return our answer to the person who comes back."""
        return await self.get(await self.sign_in_there(await self.begin(goal), login))

    async def me(self) -> Any:
        """Return what our page reads of whoever asks."""
        return (await self.get("/api/me", page=False)).json()

    async def _fill_in(self, answer: httpx2.Response, login: str) -> str:
        form, prompt = _FORM.search(answer.text), _PROMPT.search(answer.text)
        assert form is not None, answer.text
        assert prompt is not None, answer.text
        filled = {"prompt": prompt[1], "login": login, "password": "any"}
        sent = await self.client.post(urljoin(str(answer.url), form[1]), data=filled)
        assert sent.is_redirect, sent.text
        return urljoin(str(answer.url), sent.headers["location"])


@asynccontextmanager
async def browsing(app: FastAPI) -> AsyncIterator[Browser]:
    """A browser with cookies of its own."""
    ours = {OURS: httpx2.ASGITransport(app=app)}
    async with httpx2.AsyncClient(mounts=ours, trust_env=False, timeout=_SECONDS) as client:
        yield Browser(client)
