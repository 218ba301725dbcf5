"""Importing `kesher` loads nothing heavy: checked by module name in a process of its own."""

import subprocess
import sys

HEAVY = (
    "numpy", "fastapi", "uvicorn", "sqlalchemy", "psycopg", "tantivy", "pypdfium2", "ctranslate2",
    "openai", "anthropic", "aiohttp", "tesserocr", "PIL", "structlog", "pydantic",
)  # fmt: skip


def test_import_kesher_loads_no_heavy_module() -> None:
    code = "import sys, kesher; kesher.__version__; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint(HEAVY)


def loaded_by(imports: str) -> set[str]:
    code = f"import sys, {imports}; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_a_command_that_goes_through_a_server_loads_none_itself() -> None:
    heavy = {"fastapi", "uvicorn", "sqlalchemy", "psycopg", "tantivy", "pypdfium2", "ctranslate2"}
    assert loaded_by("kesher.cli.main").isdisjoint(heavy)


def test_a_server_on_sqlite_loads_no_other_driver_and_no_ranking_measures() -> None:
    loaded = loaded_by("kesher.server.run, kesher.wiring.services, kesher.adapters.sql.store")
    assert loaded.isdisjoint({"psycopg", "ir_measures"})


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
