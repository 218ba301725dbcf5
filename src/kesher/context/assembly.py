"""Trajectory, evidence and status → the exact request. Pure: equal material, equal bytes."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from kesher.context.given import expected
from kesher.context.profiles import chosen
from kesher.context.trajectory import Trajectory
from kesher.context.view import STATUS_SOURCE
from kesher.context.wire import REASONING_BLOCKS, to_dict
from kesher.domain.canonical import canonical, digest
from kesher.domain.message import Message, Role
from kesher.domain.profile import Profile, ReasoningRule, StatusPlace
from kesher.domain.request import Context, Segment, SegmentKind
from kesher.domain.trajectory import Entry, Origin
from kesher.errors import ContextTooLongError, InputError

Count = Callable[[str], int]
"""Tokens of a text by the profile's tokenizer."""

MEMORY_SOURCE = "memory"

_AT_THE_END = {MEMORY_SOURCE: SegmentKind.MEMORY, STATUS_SOURCE: SegmentKind.STATUS}
"""What may stand at the end of a tool's result, by the id of its block."""

_BESIDE_BLOCK_TOKENS = 3
"""An escaped line break, and what a cut may split that was one token."""


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of evidence: a passage, a fact. It is sent whole or left out."""

    id: str
    text: str
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recollection:
    """What memory gives a request. It never enters the trajectory, so an erasure takes it away.

    Attributes:
        opening: Right behind the prefix: the same bytes in each request of a conversation.
        now: At the end, before evidence and status.
    """

    opening: Block | None = None
    now: Block | None = None


NOTHING = Recollection()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a request may rest on, best first, between an opening and a closing text.

    Attributes:
        memory: Facts, as messages of their own, always sent.
    """

    opening: str = ""
    blocks: tuple[Block, ...] = ()
    closing: str = ""
    memory: Recollection = NOTHING


def assemble(
    trajectory: Trajectory,
    *,
    evidence: Evidence | None,
    status: str | None,
    profile: Profile | str,
    budget_tokens: int,
    count: Count,
) -> Context:
    """Render a request: prefix, trajectory as shown now, then evidence and status at its end.

    Evidence goes in by rank while the budget lasts; what does not fit is named in `left_out`, and
    a shorter piece after it may still go in. Nothing else is ever left out.

    Args:
        evidence: None where there is none.
        status: Text of the status; None where there is none.
        profile: Its name is enough.
        budget_tokens: For the whole rendered request, tool schemas and template included.
        count: Called on pieces; must not depend on anything but the text.

    Raises:
        ContextTooLongError: all but the evidence is over the budget.
        InputError: one of them is of another kind; the message says what to give.
        ConfigurationError: there is no profile of that name.
    """
    rules = chosen(profile)
    _check_given(trajectory, evidence, status, budget_tokens, count)
    basis = evidence or Evidence()
    opening = [*_prefix_pieces(trajectory), *_memory_pieces(basis.memory.opening, frozen=True)]
    fixed = [*opening, *_trajectory_pieces(trajectory.entries(), rules)]
    tail = _Tail(fixed, basis, status, rules)
    bare = _segments(tail.pieces(()), rules, count)
    room = budget_tokens - sum(segment.tokens for segment in bare)
    if room < 0:
        raise ContextTooLongError(needed_tokens=budget_tokens - room, budget_tokens=budget_tokens)
    blocks = [block for block in basis.blocks if block.text]
    sent = _fitting(blocks, room, count)
    pieces, segments = _within(budget_tokens, tail, sent, rules, count)
    left_out = [block for block in blocks if block not in sent]
    messages = tuple(piece.message for piece in pieces if piece.message is not None)
    return Context(
        messages=messages,
        tools=trajectory.prefix.tools,
        segments=segments,
        cache_marks=_cache_marks(pieces, rules),
        sent=tuple(block.id for block in sent),
        left_out=tuple(block.id for block in left_out),
        tokens=sum(segment.tokens for segment in segments),
    )


def evidence_room(
    trajectory: Trajectory,
    evidence: Evidence,
    *,
    profile: Profile,
    budget_tokens: int,
    count: Count,
) -> int:
    """Return the tokens that `assemble` leaves to blocks; below zero: it refuses all of them.

    Args:
        evidence: Its blocks do not count, what stands around them does.
    """
    opening = [*_prefix_pieces(trajectory), *_memory_pieces(evidence.memory.opening, frozen=True)]
    fixed = [*opening, *_trajectory_pieces(trajectory.entries(), profile)]
    bare = _segments(_Tail(fixed, evidence, None, profile).pieces(()), profile, count)
    return budget_tokens - sum(segment.tokens for segment in bare)


def block_tokens(block: Block, count: Count) -> int:
    """Return what `assemble` reckons for a block of evidence."""
    return count(as_sent(block.text)) + _BESIDE_BLOCK_TOKENS


def as_sent(text: str) -> str:
    r"""Return a text as it stands in a request, which is JSON: a quotation mark becomes `\"`."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _check_given(
    trajectory: object, evidence: object, status: object, budget_tokens: object, count: object
) -> None:
    """Refuse what would fail further down in Python's own words."""
    expected(trajectory, Trajectory, name="trajectory", give="a `Trajectory`")
    if status is not None:
        expected(status, str, name="status", give="a text, or None")
    if isinstance(budget_tokens, bool) or not isinstance(budget_tokens, int):
        raise InputError(f"`budget_tokens` is {budget_tokens!r}. Give a whole number of tokens.")
    if not callable(count):
        raise InputError(
            "`count` cannot be called. Give a function from text to tokens: "
            "`kesher.context.tokens.estimate`."
        )
    if evidence is None:
        return
    found = expected(
        evidence, Evidence, name="evidence", give="`Evidence(opening, blocks, closing)`, or None"
    )
    for block in found.blocks:
        made = expected(block, Block, name="blocks", give='a tuple of `Block("id", "text")`')
        expected(made.text, str, name=f"text of block {made.id}", give="a text")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A whole message or tool schema before it is cut into segments.

    Attributes:
        text: Canonical JSON.
        message: None for a tool schema.
        cuts: Texts inside the message that are segments of their own, in order, with their refs.
        passing: A status stands in it that the next request will not hold.
        frozen: It stands behind the prefix and is as stable as that.
    """

    kind: SegmentKind
    text: str
    message: Message | None
    sequence: int | None = None
    refs: tuple[str, ...] = ()
    cuts: tuple[Block, ...] = ()
    passing: bool = False
    frozen: bool = False


def _memory_pieces(block: Block | None, *, frozen: bool = False) -> list[_Piece]:
    if block is None:
        return []
    piece = _piece(SegmentKind.MEMORY, Message(Role.USER, block.text), refs=block.refs)
    return [replace(piece, frozen=frozen)]


def _prefix_pieces(trajectory: Trajectory) -> list[_Piece]:
    prefix = trajectory.prefix
    pieces = [_Piece(SegmentKind.TOOLS, schema, None) for schema in prefix.tools]
    system = Message(Role.SYSTEM, prefix.system)
    pieces += [_piece(SegmentKind.SYSTEM, system)] if prefix.system else []
    pieces += [_piece(SegmentKind.EXAMPLES, message) for message in prefix.examples]
    return pieces


def _trajectory_pieces(shown: Sequence[Entry], profile: Profile) -> list[_Piece]:
    keep_from = _reasoning_from(shown, profile)
    pieces: list[_Piece] = []
    for place, entry in enumerate(shown):
        message = entry.message
        if message.reasoning and place < keep_from:
            message = replace(message, reasoning=())
        if _joins_result(entry, shown[place - 1] if place else None, profile):
            kept = Block(STATUS_SOURCE, message.text or "")
            pieces[-1] = _joined(pieces[-1], [kept], profile)
            continue
        pieces.append(_piece(_kind(entry), message, entry.sequence, entry.refs, profile=profile))
    return pieces


def _kind(entry: Entry) -> SegmentKind:
    """Tell a result of memory's own tool from the rest: an erasure finds it by its kind."""
    recalled = entry.source == MEMORY_SOURCE and entry.origin is Origin.TOOL
    return SegmentKind.MEMORY if recalled else SegmentKind.TRAJECTORY


def _reasoning_from(shown: Sequence[Entry], profile: Profile) -> int:
    """Return the index from which on reasoning is sent back."""
    if profile.reasoning is ReasoningRule.ECHO:
        return 0
    if profile.reasoning is ReasoningRule.DROP:
        return len(shown)
    asked = [place for place, entry in enumerate(shown) if entry.origin is Origin.USER]
    return asked[-1] if asked else 0


def _joins_result(entry: Entry, earlier: Entry | None, profile: Profile) -> bool:
    """Tell whether a kept status stands at the end of the result before it."""
    return (
        profile.status_place is StatusPlace.LAST_RESULT
        and entry.source == STATUS_SOURCE
        and entry.origin is Origin.HARNESS
        and earlier is not None
        and earlier.message.role is Role.TOOL
    )


class _Tail:
    """What stands at the end, placed by the profile's rule."""

    def __init__(
        self,
        fixed: Sequence[_Piece],
        evidence: Evidence,
        status: str | None,
        profile: Profile,
    ) -> None:
        self._memory = evidence.memory.now
        self._fixed = fixed
        self._evidence = evidence
        self._status = status
        self._profile = profile

    def pieces(self, sent: Sequence[Block]) -> list[_Piece]:
        """Return all pieces of the request with this evidence."""
        evidence = self._evidence_pieces(sent)
        last = self._fixed[-1] if self._fixed and not evidence else None
        if self._joins(last):
            return [*self._fixed[:-1], self._with_tail(last)]
        pieces = [*self._fixed, *_memory_pieces(self._memory), *evidence]
        if not self._status:
            return pieces
        return [*pieces, _piece(SegmentKind.STATUS, Message(Role.USER, self._status))]

    def _joins(self, last: _Piece | None) -> TypeGuard[_Piece]:
        """Tell whether memory and status stand at the end of the last result."""
        return (
            bool(self._status or self._memory)
            and self._profile.status_place is StatusPlace.LAST_RESULT
            and last is not None
            and last.message is not None
            and last.message.role is Role.TOOL
        )

    def _with_tail(self, last: _Piece) -> _Piece:
        tail = [replace(self._memory, id=MEMORY_SOURCE)] if self._memory else []
        tail += [Block(STATUS_SOURCE, self._status)] if self._status else []
        return replace(_joined(last, tail, self._profile), passing=True)

    def _evidence_pieces(self, sent: Sequence[Block]) -> list[_Piece]:
        parts = [self._evidence.opening, *(block.text for block in sent), self._evidence.closing]
        text = "\n".join(part for part in parts if part)
        if not text:
            return []
        message = Message(Role.USER, text)
        return [replace(_piece(SegmentKind.EVIDENCE, message), cuts=tuple(sent))]


def _joined(piece: _Piece, tail: Sequence[Block], profile: Profile) -> _Piece:
    """Put memory and status at the end of a tool result, each as a segment of its own."""
    if piece.message is None:
        raise AssertionError("A status joins a message.")
    added = tuple(replace(block, text=f"\n\n{block.text}") for block in tail)
    text = "".join([piece.message.text or "", *(block.text for block in added)])
    joined = _piece(
        piece.kind, replace(piece.message, text=text), piece.sequence, piece.refs, profile=profile
    )
    return replace(joined, cuts=added)


def _piece(
    kind: SegmentKind,
    message: Message,
    sequence: int | None = None,
    refs: tuple[str, ...] = (),
    *,
    profile: Profile | None = None,
) -> _Piece:
    field = REASONING_BLOCKS if profile is None else profile.reasoning_field
    text = canonical(to_dict(message, reasoning_field=field))
    return _Piece(kind, text, message, sequence, refs)


def _segments(pieces: Sequence[_Piece], profile: Profile, count: Count) -> tuple[Segment, ...]:
    found: list[Segment] = []
    index = -1
    for piece in pieces:
        index += piece.message is not None
        at = index if piece.message is not None else -1
        found += _cut(piece, at, profile.message_tokens, count)
    return tuple(found)


def _cut(piece: _Piece, index: int, overhead: int, count: Count) -> list[Segment]:
    """Return a piece as segments: its cuts apart, and what stands between them."""
    parts: list[tuple[SegmentKind, str, tuple[str, ...]]] = []
    rest = piece.text
    for block in piece.cuts:
        inside = as_sent(block.text)
        if block.id in _AT_THE_END:  # the result may hold the same text
            before, _, rest = rest.rpartition(inside)
            kind = _AT_THE_END[block.id]
        else:
            before, _, rest = rest.partition(inside)
            kind = piece.kind
        parts += [(piece.kind, before, piece.refs), (kind, inside, block.refs)]
    parts.append((piece.kind, rest, () if piece.cuts else piece.refs))
    extra = overhead
    found = []
    for kind, text, refs in parts:
        if not text:
            continue
        tokens = count(text) + extra
        extra = 0
        found.append(Segment(kind, text, digest(text), tokens, index, piece.sequence, refs))
    return found


def _fitting(blocks: Sequence[Block], room: int, count: Count) -> list[Block]:
    sent: list[Block] = []
    for block in blocks:
        cost = block_tokens(block, count)
        if cost <= room:
            sent.append(block)
            room -= cost
    return sent


def _within(
    budget_tokens: int, tail: _Tail, sent: list[Block], profile: Profile, count: Count
) -> tuple[list[_Piece], tuple[Segment, ...]]:
    """Return the request; the last evidence gives way where the parts take more than expected."""
    while True:
        pieces = tail.pieces(sent)
        segments = _segments(pieces, profile, count)
        if not sent or sum(segment.tokens for segment in segments) <= budget_tokens:
            return pieces, segments
        sent.pop()


def _cache_marks(pieces: Sequence[_Piece], profile: Profile) -> tuple[int, ...]:
    """Return where boundaries are marked: after the prefix, and after the trajectory's end."""
    if not profile.cache.marks:
        return ()
    shown = [piece for piece in pieces if piece.message is not None]
    frozen = (SegmentKind.SYSTEM, SegmentKind.EXAMPLES)
    prefix = [at for at, piece in enumerate(shown) if piece.frozen or piece.kind in frozen]
    kept = [
        at for at, piece in enumerate(shown) if piece.sequence is not None and not piece.passing
    ]
    marks = [*prefix[-1:], *kept[-1:]]
    return tuple(marks[-profile.cache.marks :])
