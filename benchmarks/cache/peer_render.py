"""Runs in the peers' own environment: JSON histories on stdin → what each peer would send.

Every peer is used as its documentation shows, with the token counter that it brings along.
"""

import asyncio
import json
import sys
from typing import Any

from agent_framework import Content, Message  # their own venv
from agent_framework._compaction import (  # as above
    CharacterEstimatorTokenizer,
    CompactionStrategy,
    SlidingWindowStrategy,
    ToolResultCompactionStrategy,
    TruncationStrategy,
    apply_compaction,
)
from langchain_core.messages import (  # as above
    convert_to_messages,
    convert_to_openai_messages,
    trim_messages,
)

from agents import (  # type: ignore[attr-defined]  # not the module of our tests
    SQLiteSession,
)

LIMIT_ITEMS = 40


def langchain_default(history: list[dict[str, Any]], budget: int) -> list[dict[str, Any]]:
    kept = trim_messages(
        convert_to_messages(history),
        max_tokens=budget,
        token_counter="approximate",  # noqa: S106 - tokens of text
    )
    return list(convert_to_openai_messages(kept))


def langchain_recommended(history: list[dict[str, Any]], budget: int) -> list[dict[str, Any]]:
    kept = trim_messages(
        convert_to_messages(history),
        max_tokens=budget,
        token_counter="approximate",  # noqa: S106 - tokens of text
        include_system=True,
        start_on="human",
        end_on=("human", "tool"),
    )
    return list(convert_to_openai_messages(kept))


def openai_agents_limit(history: list[dict[str, Any]], budget: int) -> list[dict[str, Any]]:
    del budget  # a session is limited by items
    return asyncio.run(_session(history))


async def _session(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    session = SQLiteSession("s", ":memory:")
    system, rest = history[:1], history[1:]
    await session.add_items(rest)
    kept = await session.get_items(limit=LIMIT_ITEMS)
    return [*system, *kept]


def framework(
    strategy: CompactionStrategy, histories: list[list[dict[str, Any]]]
) -> list[list[dict[str, Any]]]:
    """Compact one growing list, as a session keeps it: what was left out stays left out."""
    messages: list[Message] = []
    taken = 0
    sent = []
    for history in histories:
        messages += [_to_framework(one) for one in history[taken:]]
        taken = len(history)
        kept = asyncio.run(
            apply_compaction(messages, strategy=strategy, tokenizer=CharacterEstimatorTokenizer())
        )
        sent.append([_from_framework(one) for one in kept])
    return sent


def strategies(budget: int) -> dict[str, CompactionStrategy]:
    return {
        "agent-framework truncation": TruncationStrategy(
            max_n=budget, compact_to=budget // 2, tokenizer=CharacterEstimatorTokenizer()
        ),
        "agent-framework sliding window": SlidingWindowStrategy(keep_last_groups=LIMIT_ITEMS // 2),
        "agent-framework tool results": ToolResultCompactionStrategy(keep_last_tool_call_groups=4),
    }


def _to_framework(one: dict[str, Any]) -> Message:
    if one["role"] == "tool":
        result = Content.from_function_result(one["tool_call_id"], result=one["content"])
        return Message(role="tool", contents=[result])
    contents = [Content.from_text(one["content"])] if one.get("content") else []
    for call in one.get("tool_calls", []):
        function = call["function"]
        contents.append(
            Content.from_function_call(
                call["id"], function["name"], arguments=function["arguments"]
            )
        )
    return Message(role=one["role"], contents=contents)


def _from_framework(message: Message) -> dict[str, Any]:
    found: dict[str, Any] = {"role": str(message.role), "content": message.text or None}
    for content in message.contents:
        if content.type == "function_result":
            found |= {"tool_call_id": content.call_id, "content": str(content.result)}
        if content.type == "function_call":
            function = {"name": content.name, "arguments": content.arguments}
            call = {"id": content.call_id, "type": "function", "function": function}
            found.setdefault("tool_calls", []).append(call)
    return found


PEERS = {
    "langchain-core trim_messages, defaults": langchain_default,
    "langchain-core trim_messages, as recommended": langchain_recommended,
    "openai-agents session limit": openai_agents_limit,
}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        sent = {
            name: [render(history, asked["budget"]) for history in asked["histories"]]
            for name, render in PEERS.items()
        }
        for name, strategy in strategies(asked["budget"]).items():
            sent[name] = framework(strategy, asked["histories"])
        sys.stdout.write(json.dumps(sent, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
