"""Calls of tools as spans, by OpenTelemetry's GenAI conventions."""

from collections.abc import Awaitable

from kesher.app.agent.session import Waiting
from kesher.domain.message import ToolCall
from kesher.ports.tools import ToolOutput
from kesher.telemetry import gen_ai
from kesher.telemetry.instrument import count, records_content, span
from kesher.telemetry.measures import TOOL_CALLS


async def traced(
    call: ToolCall, name: str, running: Awaitable[ToolOutput | Waiting]
) -> ToolOutput | Waiting:
    """Await a call, and tell of it.

    Args:
        name: The tool's own: a model may call what there is not.
    """
    known = {
        gen_ai.OPERATION: gen_ai.EXECUTE_TOOL,
        gen_ai.TOOL_NAME: name,
        gen_ai.TOOL_CALL_ID: call.id,
    }
    if records_content():
        known[gen_ai.TOOL_ARGUMENTS] = call.arguments
    outcome = "failed"
    with span(f"{gen_ai.EXECUTE_TOOL} {name}", known) as made:
        try:
            output = await running
            outcome = "ok" if isinstance(output, ToolOutput) else "waiting"
        finally:
            count(TOOL_CALLS, outcome=outcome)
        if records_content() and isinstance(output, ToolOutput):
            made.set({gen_ai.TOOL_RESULT: output.text})
    return output
