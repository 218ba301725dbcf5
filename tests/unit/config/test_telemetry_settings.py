import pytest

from kesher.config.load import load
from kesher.errors import ConfigurationError

COLLECTOR = "http://127.0.0.1:4318"


def test_traces_go_where_the_environment_says_for_all_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert load().otlp_endpoint == ""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", COLLECTOR)
    assert load().otlp_endpoint == COLLECTOR
    assert load(otlp_endpoint="http://127.0.0.1:9").otlp_endpoint == "http://127.0.0.1:9"


def test_a_worker_shows_its_measures_to_other_machines_only_by_a_token() -> None:
    load(metrics_port=9_000)
    load(metrics_port=9_000, metrics_host="0.0.0.0", metrics_token="סוד ארוך")  # noqa: S104, S106
    with pytest.raises(ConfigurationError, match="metrics_token"):
        load(metrics_port=9_000, metrics_host="0.0.0.0")  # noqa: S104 - refused
