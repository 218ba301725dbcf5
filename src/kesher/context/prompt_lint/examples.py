"""Rules on a few-shot set: how many, how different, whole, of one form, and of one mind."""

import json
import re
from collections.abc import Iterator, Sequence

from kesher.context.prompt_lint.findings import Finding, found
from kesher.domain.json_value import Json
from kesher.text.terms import index_terms

EXAMPLES_MOST = 8
ALIKE_FRACTION = 0.8

_TAGGED = re.compile(r"<input>(.*?)</input>\s*<output>(.*?)</output>", re.DOTALL)

_Pair = tuple[str, str] | None


def example_faults(texts: Sequence[str]) -> Iterator[Finding]:
    """Yield what is wrong with a set of examples.

    Near is a Jaccard similarity of the index terms of at least `ALIKE_FRACTION`. Inputs and
    outputs are told apart in JSON objects with both, and between `<input>` and `<output>`.
    """
    if len(texts) > EXAMPLES_MOST:
        yield _at("examples_many", texts, EXAMPLES_MOST)
    terms = [set(index_terms(text)) for text in texts]
    for place in range(len(texts)):
        if any(_alike(terms[place], earlier) for earlier in terms[:place]):
            yield _at("examples_alike", texts, place)
    pairs = [_pair(text) for text in texts]
    yield from _answers(pairs, texts)
    yield from _forms(pairs, texts)


def _answers(pairs: Sequence[_Pair], texts: Sequence[str]) -> Iterator[Finding]:
    known: dict[str, str] = {}
    for place, pair in enumerate(pairs):
        if pair is None:
            continue
        given, wanted = (" ".join(each.split()) for each in pair)
        if not given or not wanted:
            yield _at("example_incomplete", texts, place)
        elif known.setdefault(given.casefold(), wanted) != wanted:
            yield _at("examples_disagree", texts, place)


def _forms(pairs: Sequence[_Pair], texts: Sequence[str]) -> Iterator[Finding]:
    whole = [place for place, pair in enumerate(pairs) if pair and pair[1].strip()]
    as_json = [place for place in whole if _is_json(texts[place], pairs[place])]
    plain = [place for place in whole if place not in as_json]
    if as_json and plain:
        yield _at("examples_forms", texts, min(as_json, plain, key=len)[0])


def _is_json(text: str, pair: _Pair) -> bool:
    output = pair[1] if pair else text
    try:
        return isinstance(json.loads(output), dict | list)
    except ValueError:
        return False


def _pair(text: str) -> _Pair:
    tagged = _TAGGED.search(text)
    if tagged:
        return tagged.group(1), tagged.group(2)
    try:
        value: Json = json.loads(text)
    except ValueError:
        return None
    if isinstance(value, dict) and {"input", "output"} & value.keys():
        return _told(value.get("input")), _told(value.get("output"))
    return None


def _told(value: Json) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _alike(one: set[str], other: set[str]) -> bool:
    return bool(one) and len(one & other) >= ALIKE_FRACTION * len(one | other)


def _at(code: str, texts: Sequence[str], place: int) -> Finding:
    return found(code, f"examples[{place}]", texts[place], 0, 60)
