"""The settings of what a process tells of itself: logs, measures, traces, readiness."""

from ipaddress import ip_address
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings


class TelemetrySettings(BaseSettings):
    """A part of `Settings`, apart for its length."""

    log_format: Literal["auto", "json", "text"] = Field(
        "auto",
        description="How log lines are written: `json` for programs, `text` for people, `auto`: "
        "text on a terminal, else JSON.",
    )
    metrics_token: SecretStr = Field(
        SecretStr(""),
        description="Secret that lets Prometheus read `/api/metrics` (`Authorization: Bearer`), "
        "and nothing else. Administrators may in any case.",
    )
    metrics_port: int = Field(
        0,
        ge=0,
        le=65535,
        description="Port at which `kesher worker` answers `/metrics` and `/health`. 0: none.",
    )
    metrics_host: str = Field(
        "127.0.0.1",
        description="Address of that port. Any but loopback needs `metrics_token`.",
    )
    otlp_endpoint: str = Field(
        "",
        description="Where OpenTelemetry traces go, by OTLP over HTTP (`http://127.0.0.1:4318`). "
        "Empty: `OTEL_EXPORTER_OTLP_ENDPOINT`, and without that nothing is traced.",
    )
    otlp_service: str = Field("kesher", description="The name that traces come under.")
    trace_content: bool = Field(
        False,
        description="Whether traces carry what models were sent and wrote: people's questions and "
        "words of their documents. Only for a collector that may see them.",
    )
    ready_free_bytes: int = Field(
        100 * 1024 * 1024,
        ge=0,
        description="With less free disk than this a server says that it is not ready.",
    )

    @model_validator(mode="after")
    def _measures_are_not_for_all(self) -> Self:
        open_to_all = self.metrics_port and not self.metrics_token.get_secret_value()
        if open_to_all and not _is_loopback(self.metrics_host):
            raise ValueError("`metrics_host` is no loopback address: set `metrics_token`, too")
        return self


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
