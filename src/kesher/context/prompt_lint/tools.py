"""Rules on tool definitions: a model reads them as a manual."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from kesher.context.prompt_lint.findings import Finding, found
from kesher.domain.json_value import Json, JsonObject

THIN_CHARS = 60
ALIKE_RATIO = 0.9

_EXAMPLE_OR_BOUND = re.compile(
    r"example|e\.g\.|do not|don't|never|only|at most|must|unless|not for|cannot|no more"
    r"|דוגמה|למשל|אין ל|אסור|רק|לכל היותר|אל |לא |مثال|فقط|لا |пример|только|не ",
    re.IGNORECASE,
)
_OTHER_TOOL = re.compile(r"`[a-z][a-z0-9_-]+`")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TYPES = frozenset({"type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"})
_MEASURE = re.compile(
    r"(?:^|_)(?:timeout|delay|wait|duration|interval|ttl|age|distance|length|width|height|weight|"
    r"size|radius|speed|price|amount)(?:$|_)"
)
_UNIT = re.compile(
    r"second|minute|hour|day|week|month|year|\bm?s\b|millisecond|byte|\b[kmg]i?b\b|met(?:er|re)|"
    r"\b[ck]?m\b|mile|inch|gram|\bk?g\b|pixel|token|character|word|line|page|item|row|percent|%|"
    r"usd|eur|ils|dollar|euro|shekel|cent|₪|\$|€|שני[יו]|דק|שע|ימים|שבוע|חודש|שנ|מטר|ק\"מ|גרם|ק\"ג|"
    r"תו|מיל|שור|עמוד|אחוז|שקל|אגור|ثان|ثوان|دقيق|دقائق|ساع|يوم|أيام|متر|غرام|حرف|كلم|سطر|صفح|"
    r"секунд|минут|час|дн|недел|месяц|год|лет|метр|грамм|байт|символ|слов|строк|страниц|руб|процент",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?:\bone of|\beither|(?<!\w)אחד מ|(?<!\w)أحد|\bодин из)[^.\n]*?[,/]"
    r"|['\"`]\w+['\"`] or ['\"`]\w+",
    re.IGNORECASE,
)


def tool_faults(tools: Sequence[JsonObject]) -> Iterator[Finding]:
    """Yield the faults of tool definitions: Chat Completions' form, or its inner `function`."""
    names: list[str] = []
    manuals: list[str] = []
    for given in tools:
        inner = given.get("function")
        tool = inner if isinstance(inner, dict) else given
        name = str(tool.get("name", ""))
        yield from _described(tool, name)
        yield from _schema(tool, name)
        yield from _named(name, names)
        yield from _told_apart(tool, name, manuals)
        names.append(name)


def _described(tool: JsonObject, name: str) -> Iterator[Finding]:
    text = str(tool.get("description") or "").strip()
    if not text:
        yield found("tool_no_description", f"tools[{name}]", name, 0, 60)
    elif len(text) < THIN_CHARS or not _is_bounded(text):
        yield found("tool_thin_description", f"tools[{name}]", text, 0, 60)


def _is_bounded(text: str) -> bool:
    """Tell whether a description gives an example, a bound, or the tool for what it does not do."""
    return bool(_EXAMPLE_OR_BOUND.search(text) or _OTHER_TOOL.search(text))


def _told_apart(tool: JsonObject, name: str, earlier: list[str]) -> Iterator[Finding]:
    text = " ".join(str(tool.get("description") or "").split())
    if text and any(SequenceMatcher(None, text, other).ratio() >= ALIKE_RATIO for other in earlier):
        yield found("tools_alike", f"tools[{name}]", text, 0, 60)
    earlier.append(text)


def _schema(tool: JsonObject, name: str) -> Iterator[Finding]:
    schema = tool.get("parameters", tool.get("input_schema"))
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(properties, dict) or not properties:
        return
    part = f"tools[{name}]"
    required = schema.get("required")
    if not isinstance(required, list):
        yield found("required_unclear", part, ", ".join(properties), 0, 60)
    for each in required if isinstance(required, list) else []:
        if str(each) not in properties:
            yield found("required_unknown", part, str(each), 0, 60)
    for key, value in properties.items():
        yield from _parameter(key, value, part)


def _parameter(key: str, value: Json, part: str) -> Iterator[Finding]:
    described = str(value.get("description") or "") if isinstance(value, dict) else ""
    if not described:
        yield found("parameter_undescribed", part, key, 0, 60)
    if not isinstance(value, dict):
        return
    if not _TYPES & value.keys():
        yield found("parameter_untyped", part, key, 0, 60)
    if _leaves_out_enum(value, described):
        yield found("enum_missing", part, f"{key}: {described}", 0, 80)
    if _lacks_unit(key, value, described):
        yield found("unit_missing", part, f"{key}: {described}", 0, 80)


def _lacks_unit(key: str, value: JsonObject, described: str) -> bool:
    measured = value.get("type") in ("number", "integer") and _MEASURE.search(key.casefold())
    return bool(measured) and not _UNIT.search(f"{key.replace('_', ' ')} {described}")


def _leaves_out_enum(value: JsonObject, described: str) -> bool:
    bounded = {"enum", "const", "pattern"} & value.keys()
    return value.get("type") == "string" and not bounded and bool(_LISTED.search(described))


def _named(name: str, earlier: Sequence[str]) -> Iterator[Finding]:
    if not _NAME.fullmatch(name):
        yield found("tool_name_invalid", f"tools[{name}]", name, 0, 60)
    if name in earlier:
        yield found("tool_same_name", f"tools[{name}]", name, 0, 60)
        return
    plain = name.replace("_", "").casefold()
    for other in earlier:
        same = SequenceMatcher(None, plain, other.replace("_", "").casefold()).ratio()
        if same >= ALIKE_RATIO:
            yield found("tool_names_alike", f"tools[{name}]", f"{other}, {name}", 0, 60)
