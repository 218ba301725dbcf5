"""Trajectories as the request bodies that a client would have recorded."""

import json
from collections.abc import Sequence
from random import Random

from kesher.context.assembly import Block, Evidence
from kesher.context.trajectory import Trajectory
from kesher.context.wire import to_dict
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.profile import Profile
from kesher.domain.request import Context
from sent_requests import per_word, rendered
from trajectories import request_points, sentences


def bodies(trajectory: Trajectory, rules: Profile, rng: Random | None = None) -> list[JsonObject]:
    """Return the Chat Completions bodies of a trajectory, one before each answer.

    Args:
        rng: Gives each request a status of its own, and some of them evidence; None: neither.
    """
    found = []
    for number, point in enumerate(request_points(trajectory)):
        tail: dict[str, object] = {}
        if rng is not None:
            tail["status"] = f"<agent_status>\nCurrent time: 08:{number:02}\n</agent_status>"
        if rng is not None and rng.random() < 0.3:
            block = Block(f"b{number}", f"<passage>{sentences(rng, 'he')}</passage>")
            tail["evidence"] = Evidence("<evidence>", (block,), "</evidence>")
        found.append(body(rendered(trajectory.until(point), rules, **tail), rules))
    return found


def body(context: Context, rules: Profile) -> JsonObject:
    """Return one request as a Chat Completions body."""
    messages: list[Json] = [
        to_dict(message, reasoning_field=rules.reasoning_field) for message in context.messages
    ]
    tools: list[Json] = [json.loads(schema) for schema in context.tools]
    return {"model": "m", "messages": messages, "tools": tools, "stream": True}


def anthropic(chat: JsonObject) -> JsonObject:
    """Return a Chat Completions body as Anthropic's client sends it, its last block marked."""
    messages: list[Json] = []
    system = ""
    for message in listed(chat, "messages"):
        role, text = message["role"], message.get("content") or ""
        if role == "system":
            system = str(text)
        elif role == "tool":
            result: JsonObject = {
                "type": "tool_result",
                "tool_use_id": message["tool_call_id"],
                "content": text,
            }
            _join(messages, "user", [result])
        else:
            blocks: list[Json] = [{"type": "text", "text": text}] if text else []
            for call in listed(message, "tool_calls"):
                function = call["function"]
                assert isinstance(function, dict)
                arguments = json.loads(str(function["arguments"]))
                blocks.append(
                    {
                        "type": "tool_use",
                        "id": call["id"],
                        "name": function["name"],
                        "input": arguments,
                    }
                )
            _join(messages, str(role), blocks)
    _mark(messages)
    tools: list[Json] = [_anthropic_tool(tool) for tool in listed(chat, "tools")]
    return {"model": "c", "max_tokens": 100, "system": system, "messages": messages, "tools": tools}


def listed(holder: JsonObject, name: str) -> list[JsonObject]:
    """Return a list of objects in a body; empty where there is none."""
    value = holder.get(name) or []
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]


def _join(messages: list[Json], role: str, blocks: list[Json]) -> None:
    last = messages[-1] if messages else None
    if isinstance(last, dict) and last["role"] == role and role == "user":
        content = last["content"]
        assert isinstance(content, list)
        content += blocks
    else:
        messages.append({"role": role, "content": blocks})


def _mark(messages: Sequence[Json]) -> None:
    last = messages[-1]
    assert isinstance(last, dict)
    content = last["content"]
    assert isinstance(content, list)
    block = content[-1]
    assert isinstance(block, dict)
    block["cache_control"] = {"type": "ephemeral"}


def _anthropic_tool(tool: JsonObject) -> JsonObject:
    function = tool["function"]
    assert isinstance(function, dict)
    return {
        "name": function["name"],
        "description": function["description"],
        "input_schema": function["parameters"],
    }


def jsonl(requests: Sequence[JsonObject], *, ascii_only: bool = False) -> str:
    """Return bodies one a line."""
    return "\n".join(json.dumps(one, ensure_ascii=ascii_only) for one in requests) + "\n"


__all__ = ["anthropic", "bodies", "body", "jsonl", "listed", "per_word"]
