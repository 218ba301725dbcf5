"""A research in a process of its own, to be killed."""

import asyncio
import sys
from pathlib import Path

from kesher.config.settings import Settings
from kesher.domain.scope import RoomScope, Scope
from kesher.wiring.services import Services, build
from researched import QUESTION


async def opened(folder: Path, url: str) -> tuple[Services, RoomScope]:
    """Open the data folder with the scripted model, as either process does."""
    settings = Settings.model_validate(
        {
            "data_folder": folder,
            "chat": "openai",
            "chat_url": url,
            "chat_model": "scripted-model",
            "chat_retries": 0,
            "log_level": "error",
        }
    )
    services = await build(settings)
    (room,) = await services.store.rooms(Scope())
    return services, RoomScope(Scope().tenant_id, room.id)


async def _main(folder: Path, url: str) -> None:
    services, room = await opened(folder, url)
    run = await services.research.begin(room, QUESTION)
    stop, cut = asyncio.Event(), asyncio.Event()
    await services.research.go_on(room, run.id, emit=lambda _: None, stop=stop, cut=cut)
    await services.close()


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2]))
