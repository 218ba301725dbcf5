"""The scripted model in a process of its own: prints its address and serves until it is ended."""

import sys
import threading

from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server

WORD = "מילה word "


def main(pieces: int, delay_ms: int) -> None:
    script = Script(
        answer=lambda _request: WORD * pieces,
        chunk_chars=len(WORD),
        delay_seconds=delay_ms / 1_000,
    )
    with scripted_model_server(script) as server:
        print(server.openai_url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
