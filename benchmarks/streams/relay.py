"""The least that a server can do between a browser and a model: passes the bytes on as they come.

Usage: relay.py MODEL_URL. Prints its address and serves until it is ended.
"""

import asyncio
import sys
from collections.abc import AsyncIterator

import aiohttp
from aiohttp import web


def application(model_url: str) -> web.Application:
    app = web.Application()
    app.cleanup_ctx.append(_session)
    app["url"] = f"{model_url}/chat/completions"
    app.router.add_post("/ask", _relay)
    return app


async def _session(app: web.Application) -> AsyncIterator[None]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        app["session"] = session
        yield


async def _relay(request: web.Request) -> web.StreamResponse:
    asked = (await request.json())["text"]
    body = {"model": "scripted", "stream": True, "messages": [{"role": "user", "content": asked}]}
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    async with request.app["session"].post(request.app["url"], json=body) as upstream:
        async for piece in upstream.content.iter_any():
            await response.write(piece)
    return response


async def main(model_url: str) -> None:
    runner = web.AppRunner(application(model_url), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
