"""The guard at execution: may this call be made, must a person be asked, or was it refused?

It trusts no wording and no model. It asks where the values of a call come from, and whether the
person asked for what the tool does. Before content by others has entered there is nothing to
guard against, and every call is allowed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kesher.context.guard.asked import Action, action_of, is_asked
from kesher.context.guard.commands import is_command_by_others
from kesher.context.guard.content import content_concern
from kesher.context.guard.delegation import (
    is_beside_the_total,
    is_contested,
    is_delegated,
    is_invited,
    is_labelled_by_others,
    without_lent,
)
from kesher.context.guard.detectors import detect
from kesher.context.guard.finding import Severity
from kesher.context.guard.material import (
    Material,
    arguments_of,
    leaves,
    sorted_material,
)
from kesher.context.guard.orders import Order, is_chosen_by_an_order, is_spelled_out, orders_for
from kesher.context.guard.pointing import handed_over
from kesher.context.guard.provenance import Place, Provenance, Trace, trace
from kesher.context.guard.roles import ArgumentRole, may_carry_out, role_of
from kesher.context.guard.shapes import Shape, host, shape_of
from kesher.context.guard.standing import hosts_in, is_in
from kesher.context.guard.tags import unwrap
from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json
from kesher.domain.message import ToolCall
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Entry, Origin

# An earlier request is spent; "yes, do it" still leans on the one before.
_REQUESTS_HEARD = 3
_EXCERPT_CHARS = 80
_VISIT = Action(frozenset({"visit"}), frozenset())
_ME = re.compile(r"\bme\b", re.IGNORECASE)


class Ruling(StrEnum):
    """What becomes of a call."""

    ALLOW = "allow"
    CONFIRM = "confirm"
    """A person is asked; the answer holds for this tool with these arguments only."""
    REFUSE = "refuse"
    """A person has refused this very call."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a person is asked.

    Attributes:
        argument: Its name; empty where the call as a whole is in question.
        value: Up to 80 characters.
        source: The content by others that it stands in; empty where it stands in none.
    """

    argument: str
    value: str
    provenance: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a call, and why, in a sentence for a person."""

    ruling: Ruling
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class _Concern:
    reason: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class _Case:
    """A call with what is needed to judge it."""

    call: ToolCall
    tool: Action
    risk: Risk
    values: tuple[tuple[str, Json, Trace], ...]
    material: Material
    asked: bool
    orders: tuple[Order, ...]
    repeated: bool


def binding(call: ToolCall) -> str:
    """Return the SHA-256 over tool name and canonical arguments that a decision is bound to."""
    return digest(canonical({"tool": call.name, "arguments": arguments_of(call)}))


def judge(
    call: ToolCall,
    spec: ToolSpec,
    entries: Sequence[Entry],
    decided: Mapping[str, bool],
    *,
    prefix: str = "",
    with_detectors: bool = True,
) -> Verdict:
    """Decide on one call before it is made.

    A call that only reads is allowed unless a value that leads outside stands in content by
    others alone. One that writes or acts is allowed where the person asked for it and each value
    that decides who, what and how much is the person's, our own side's, or one that the person
    pointed at (see `delegation`). All else asks the person.

    Args:
        entries: The messages so far, best without edits: what was summarised away cannot vouch.
        decided: A person's earlier word by `binding`: allowed or not.
        prefix: Text of the system message, whose values are trusted.
        with_detectors: Content that a detector flags lends no voice through its running text.
    """
    word = decided.get(binding(call))
    if word is not None:
        return _by_word(allowed=word)
    alarmed = _alarmed(entries) if with_detectors else frozenset()
    material = sorted_material(entries, prefix=prefix, alarmed=alarmed)
    if not material.sources:
        return Verdict(Ruling.ALLOW, "No content by others has been read.")
    concerns = tuple(_concerns(_case(call, spec, material, entries)))
    if not concerns:
        return Verdict(Ruling.ALLOW, "What decides comes from the person or was pointed at.")
    reasons = dict.fromkeys(concern.reason for concern in concerns)
    return Verdict(Ruling.CONFIRM, " ".join(reasons), tuple(each.evidence for each in concerns))


def _by_word(*, allowed: bool) -> Verdict:
    if allowed:
        return Verdict(Ruling.ALLOW, "A person has allowed this call with these arguments.")
    return Verdict(Ruling.REFUSE, "A person has refused this call with these arguments.")


def _alarmed(entries: Sequence[Entry]) -> frozenset[int]:
    return frozenset(
        entry.sequence
        for entry in entries
        if entry.origin is Origin.EXTERNAL and _has_alarm(entry.message.text or "")
    )


def _has_alarm(text: str) -> bool:
    wrapped = unwrap(text)
    found = detect(wrapped.text if wrapped else text)
    return any(each.severity is Severity.HIGH for each in found)


def _case(call: ToolCall, spec: ToolSpec, material: Material, entries: Sequence[Entry]) -> _Case:
    values = tuple(
        (name, value, trace(value, material)) for name, value in leaves(arguments_of(call))
    )
    tool = action_of(spec)
    connected = any(
        traced.provenance is Provenance.USER and isinstance(value, str) and len(value) > 2
        for _, value, traced in values
    )
    # In instructions that were handed over, "me" is whoever wrote them.
    orders = (_ME.sub("them", text) for text in handed_over(material))
    heard = (*material.asked[-_REQUESTS_HEARD:], *orders)
    return _Case(
        call,
        tool,
        spec.risk,
        values,
        material,
        asked=is_asked(tool, heard, connected=connected),
        orders=orders_for(material, tool, call.name),
        repeated=_is_repeated(call, entries),
    )


def _is_repeated(call: ToolCall, entries: Sequence[Entry]) -> bool:
    """Say whether a call leads where one of the same tool led since the person last spoke."""
    wanted = _led_to(call)
    for entry in reversed(entries):
        if entry.origin is Origin.USER:
            return False
        if any(each.name == call.name and _led_to(each) == wanted for each in _made(entry, call)):
            return bool(wanted)
    return False


def _made(entry: Entry, call: ToolCall) -> Iterator[ToolCall]:
    return (each for each in entry.message.tool_calls if each.id != call.id)


def _led_to(call: ToolCall) -> frozenset[str]:
    return frozenset(
        str(value).strip().lower()
        for name, value in leaves(arguments_of(call))
        if role_of(name, value) is ArgumentRole.DESTINATION
    )


def _concerns(case: _Case) -> Iterator[_Concern]:
    if case.risk is Risk.READ:
        yield from _reading_concerns(case)
        return
    if not case.asked and (case.risk is Risk.ACT or _leans_on_others(case)):
        yield _Concern(
            f"Nobody asked for `{case.call.name}`, and content by others has been read.",
            Evidence("", case.call.name, "not asked for"),
        )
    if case.risk is Risk.ACT and case.repeated and case.orders:
        yield _Concern(
            "It was done once already, and content by others orders it.",
            Evidence("", case.call.name, "repeated", case.orders[0].source.name),
        )
    for name, value, traced in case.values:
        concern = _value_concern(name, value, traced, case)
        if concern is not None:
            yield concern


def _leans_on_others(case: _Case) -> bool:
    return any(traced.provenance is Provenance.EXTERNAL for _, _, traced in case.values)


def _value_concern(name: str, value: Json, traced: Trace, case: _Case) -> _Concern | None:
    if "run" in case.tool.verbs and is_command_by_others(name, value, traced, case.material):
        return _concern("A command by others would be run.", name, value, traced)
    role = role_of(name, value)
    if role is ArgumentRole.CONTENT:
        why = content_concern(value, traced, case.material, case.tool, tool_name=case.call.name)
        return None if why is None else _concern(why, name, value, traced)
    if traced.provenance in (Provenance.CONSTANT, Provenance.USER, Provenance.TRUSTED):
        return None
    if role is ArgumentRole.SECRET:
        return _concern("A secret must be the person's own word.", name, value, traced)
    leads = role is ArgumentRole.DESTINATION
    places = traced.places if leads else without_lent(value, traced, case.material, case.tool)
    unlent = without_lent(value, traced, case.material, case.tool)
    if (
        is_contested(value, places, case.tool, tool_name=case.call.name)
        or is_labelled_by_others(name, unlent)
        or is_spelled_out(traced, (each for each, _, _ in case.values))
    ):
        return _concern("Content by others orders this.", name, value, traced)
    return (_destination_concern if leads else _target_concern)(name, value, traced, case)


def _destination_concern(name: str, value: Json, traced: Trace, case: _Case) -> _Concern | None:
    if traced.provenance is Provenance.COMPOSED:
        return _concern("Where it goes was said by nobody.", name, value, traced)
    if case.tool.verbs == {"update"} and not _is_role_named(name, case.material):
        return _concern(
            "Where something goes is changed, and the person did not say so.", name, value, traced
        )
    if _is_lent(name, value, traced, case):
        return None
    return _concern("Where it goes stands only in content by others.", name, value, traced)


def _target_concern(name: str, value: Json, traced: Trace, case: _Case) -> _Concern | None:
    if "pay" in case.tool.verbs and any(is_beside_the_total(value, each) for each in traced.places):
        return _concern("The bill says that the total is another.", name, value, traced)
    if traced.provenance is Provenance.COMPOSED or isinstance(value, int | float):
        return None
    if _is_lent(name, value, traced, case):
        return None
    return _concern("What it is done to stands only in content by others.", name, value, traced)


def _is_lent(name: str, value: Json, traced: Trace, case: _Case) -> bool:
    return (
        case.asked
        and is_delegated(value, traced, case.material, reads=False, fills=(name, case.tool))
        and not is_chosen_by_an_order(value, traced, case.orders, case.material)
    )


def _is_role_named(name: str, material: Material) -> bool:
    return any(is_in(name.replace("_", " "), text) for text in material.asked)


def _reading_concerns(case: _Case) -> Iterator[_Concern]:
    for name, value, traced in case.values:
        if not may_carry_out(name, value):
            continue
        if traced.provenance is Provenance.COMPOSED and _carries_more(value, case.material):
            yield _concern(
                "An address by others is called with more than they wrote.", name, value, traced
            )
        elif traced.provenance is Provenance.EXTERNAL and (
            is_contested(value, _uninvited(value, traced, case), _VISIT, tool_name=case.call.name)
            or not is_delegated(value, traced, case.material, reads=True)
        ):
            yield _concern("An address stands only in content by others.", name, value, traced)


def _uninvited(value: Json, traced: Trace, case: _Case) -> Iterator[Place]:
    return (each for each in traced.places if not is_invited(value, each, case.material))


def _carries_more(value: Json, material: Material) -> bool:
    """Say whether an address that stands nowhere is of a host that only others wrote."""
    shape = shape_of(str(value))
    if shape is None or shape.shape is not Shape.URL:
        return True
    ours = (*material.asked, *material.trusted)
    return not any(host(shape.value) in hosts_in(text) for text in ours)


def _concern(reason: str, name: str, value: Json, traced: Trace) -> _Concern:
    source = next((place.source.name for place in traced.places), "")
    return _Concern(
        reason, Evidence(name, str(value)[:_EXCERPT_CHARS], traced.provenance.value, source)
    )
