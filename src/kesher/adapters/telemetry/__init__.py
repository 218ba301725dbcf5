"""Where measures and spans go: Prometheus' text and OpenTelemetry's protocol."""
