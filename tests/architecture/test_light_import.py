"""Importing `kesher` loads nothing heavy: checked by module name in a process of its own."""

import subprocess
import sys

from kesher.cli.loading import MODULES

HEAVY = (
    "numpy", "fastapi", "uvicorn", "sqlalchemy", "psycopg", "tantivy", "pypdfium2", "ctranslate2",
    "openai", "anthropic", "aiohttp", "tesserocr", "PIL", "structlog", "pydantic",
)  # fmt: skip
READERS = ("pypdfium2", "PIL", "cv2", "fpdf", "fontTools", "lxml", "pptx", "docx", "markdown_it")


def test_import_kesher_loads_no_heavy_module() -> None:
    code = "import sys, kesher; kesher.__version__; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint(HEAVY)


def modules_of(imports: str) -> set[str]:
    code = f"import sys, {imports}; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def packages(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_the_command_loads_no_module_of_a_command_before_it_is_asked_for() -> None:
    loaded = modules_of("kesher.cli.main")
    assert not loaded & {f"kesher.cli.{module}" for module in MODULES}
    assert packages(loaded).isdisjoint({"aiohttp", "numpy"})


def test_a_command_that_goes_through_a_server_loads_none_itself() -> None:
    heavy = {"fastapi", "uvicorn", "sqlalchemy", "psycopg", "tantivy", "pypdfium2", "ctranslate2"}
    assert packages(modules_of("kesher.cli.main, kesher.cli.documents")).isdisjoint(heavy)


def test_a_server_on_sqlite_loads_only_what_it_begins_with() -> None:
    """No other driver, no measures, nothing that reads documents, migrates, or runs an agent."""
    loaded = modules_of("kesher.server.run, kesher.wiring.services, kesher.adapters.sql.store")
    assert packages(loaded).isdisjoint({"psycopg", "ir_measures", "alembic", *READERS})
    assert not loaded & {"kesher.app.agent.agent", "kesher.context.guard.asked"}


def test_a_server_that_traces_nowhere_loads_no_sdk_for_traces() -> None:
    code = (
        "import sys; from kesher.config.settings import Settings; import kesher.server.app; "
        "from kesher.wiring.telemetry import make_telemetry; make_telemetry(Settings()); "
        "print('\\n'.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "prometheus_client" in loaded
    # Its small API comes with other libraries.
    assert not [name for name in loaded if name.startswith(("opentelemetry.sdk", "requests"))]
