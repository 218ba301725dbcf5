"""The page's client is generated from `web/openapi.json`: it must be what the server says."""

import json
from pathlib import Path

from kesher.config.settings import Settings
from kesher.server.app import create_app

KEPT = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_kept_openapi_document_is_the_servers() -> None:
    said = create_app(Settings.model_validate({})).openapi()
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert json.loads(json.dumps(said)) == kept, "Run `make openapi`."
