"""Which request follows which, where very many conversations are under way."""

import json
import time

from kesher.context.profiles import profile
from kesher.context.trace.reading import read_trace
from kesher.context.trace.threads import ALL_COMPARED, predecessors

OPEN = 8 * ALL_COMPARED
TURNS = 4


def body(conversation: int, turn: int) -> str:
    messages = [{"role": "system", "content": "ענה בעברית"}]
    for earlier in range(turn + 1):
        said = f"שאלה {earlier} של {conversation} / вопрос / سؤال"
        messages.append({"role": "user", "content": said})
        if earlier < turn:
            messages.append({"role": "assistant", "content": f"תשובה {earlier} {conversation}"})
    return json.dumps({"messages": messages}, ensure_ascii=False)


def test_each_request_follows_its_own_conversation_among_hundreds_that_are_open() -> None:
    lines = [body(conversation, turn) for turn in range(TURNS) for conversation in range(OPEN)]
    started = time.process_time()
    requests = read_trace("\n".join(lines), profile=profile("openai"), count=len)
    found = predecessors(requests)
    assert found == tuple(place - OPEN if place >= OPEN else None for place in range(TURNS * OPEN))
    assert [request.line for request in requests] == list(range(1, TURNS * OPEN + 1))
    assert time.process_time() - started < 20
