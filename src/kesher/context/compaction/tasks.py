"""What is to be shortened: the same task for the extractive compressor and for a model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kesher.context.compaction import signals
from kesher.context.compaction.checking import Verdict, judge, kept_lines, lost, must_keep
from kesher.context.compaction.extractive import (
    Extract,
    Source,
    Wish,
    boilerplate,
    extract,
    without_noise,
)
from kesher.context.compaction.labels import LABELS, Labels
from kesher.context.compaction.situation import (
    PROGRESS_SOURCE,
    Situation,
    accepted,
    call_of,
    make_edit,
    plain_text,
    with_text,
)
from kesher.context.guard.tags import nonce_for, wrap
from kesher.domain.message import Role
from kesher.domain.trajectory import Edit, EditKind, Entry, Origin
from kesher.text.language import Language, language

_SHORT_CHARS = 400
_ARGUMENT_CHARS = 160


@dataclass(frozen=True, slots=True)
class Task:
    """One text to write.

    Attributes:
        kind: REPLACE: of tool results, the last target carries the text and the others point to
            it. SUMMARISE: whole groups that follow one another.
        targets: As `Edit.targets`.
        entries: What the text stands for.
        wanted: What it will be needed for; empty: the task is not known to the compressor.
        limit_tokens: Of the text, without what must be kept beyond it.
        beside: A text that stands in the context as well; what it holds need not be said again.
        cited: Each sentence carries the address that it comes from.
        aware: Sentences that stand elsewhere in the context are left out.
    """

    kind: EditKind
    targets: tuple[int, ...]
    entries: tuple[Entry, ...]
    limit_tokens: int
    layer: str
    reason: str
    wanted: str = ""
    beside: str = ""
    cited: bool = False
    aware: bool = False


def source_text(task: Task, situation: Situation) -> str:
    """Return all that the task's entries say, calls included: nothing else may be said."""
    parts = [task.beside]
    for entry in task.entries:
        answered = call_of(situation.entries, entry.message)
        parts += answered or ()
        parts += [call.name + " " + call.arguments for call in entry.message.tool_calls]
        parts += [entry.source, plain_text(entry)]
    return "\n".join(part for part in parts if part)


def needed(task: Task) -> tuple[str, ...]:
    """Return the sentences that a text for this task must be true to."""
    return (
        tuple(
            sentence for sentence in must_keep(task.entries) if any(lost([sentence], task.beside))
        )
        if task.beside
        else must_keep(task.entries)
    )


def verdict(task: Task, text: str, situation: Situation) -> Verdict:
    """Judge a text, without its head, as an account of the task's entries."""
    return judge(
        text, source=source_text(task, situation), must_keep=needed(task), spoken=situation.spoken
    )


def write(task: Task, situation: Situation) -> str:
    """Return an extractive text for a task: quoted sentences only, nothing lost that must stay."""
    return _body(task, situation) if task.kind is EditKind.REPLACE else _record(task, situation)


def edits(situation: Situation, written: Iterable[tuple[Task, str]]) -> tuple[Edit, ...]:
    """Return the edits that put the texts in place: those that may stand and save tokens."""
    return tuple(accepted(situation, (edit_of(t, text, situation) for t, text in written)))


def edit_of(task: Task, text: str, situation: Situation) -> Edit:
    """Return the edit that puts a text in the place of its task's entries."""
    labels = LABELS[situation.spoken]
    texts = [text]
    if task.kind is EditKind.REPLACE:
        head = labels.shortened.format(event=task.targets[-1])
        last = task.entries[-1].message.tool_call_id or ""
        pointer = labels.joined.format(call=last)
        whole = f"{head}\n{with_text(task.entries[-1], text)}"
        texts = [pointer] * (len(task.targets) - 1) + [whole]
    return make_edit(
        situation, task.kind, task.targets, texts, reason=task.reason, layer=task.layer
    )


def _body(task: Task, situation: Situation) -> str:
    repeated = _repeated(situation)
    sources = [
        Source(without_noise(plain_text(entry), repeated), _name(entry, situation))
        for entry in task.entries
    ]
    mine = {entry.sequence for entry in task.entries}
    known = [plain_text(e) for e in situation.entries if e.sequence not in mine]
    wish = Wish(
        task.wanted,
        task.limit_tokens,
        put_back=needed(task),
        known=tuple(known) if task.aware else (),
        spoken=_allowed(task.entries, situation),
    )
    found = extract(sources, wish, situation.count)
    shown = _cited(found) if task.cited else _plain(found, sources)
    missing = [s for s in needed(task) if any(lost([s], shown))]
    return "\n".join([shown, *missing]) if missing else shown


def _repeated(situation: Situation) -> frozenset[str]:
    results = [e for e in situation.entries if e.message.role is Role.TOOL]
    return boilerplate([plain_text(entry) for entry in results])


def _name(entry: Entry, situation: Situation) -> str:
    call = call_of(situation.entries, entry.message)
    return entry.source or (f"{call[0]} {call[1]}" if call else "")


def _allowed(entries: Sequence[Entry], situation: Situation) -> frozenset[Language]:
    """Return the languages that a text in place of the entries may be in."""
    texts = [plain_text(entry) for entry in entries]
    return frozenset({language(text) for text in texts if text.strip()} | {situation.spoken})


def _plain(found: Extract, sources: Sequence[Source]) -> str:
    if len(sources) == 1:
        return "\n".join(quote.text for quote in found.quotes)
    lines: list[str] = []
    last = -1
    for quote in found.quotes:
        if quote.source != last:
            lines.append(f"{sources[quote.source].name[:_ARGUMENT_CHARS]}:")
            last = quote.source
        lines.append(quote.text)
    return "\n".join(lines)


def _cited(found: Extract) -> str:
    addresses = list(dict.fromkeys(quote.address for quote in found.quotes))
    number = {address: at for at, address in enumerate(addresses, start=1)}
    lines = [f"{quote.text} [{number[quote.address]}]" for quote in found.quotes]
    return "\n".join([*lines, *(f"[{number[a]}] {a}" for a in addresses)])


def _record(task: Task, situation: Situation) -> str:
    """Return a record of whole rounds, like one entry of a log: who asked, what was done, found."""
    labels = LABELS[situation.spoken]
    kept = [s for s in needed(task) if s not in task.beside]
    lines = [*_asked(task, labels), *_earlier(task)]
    lines += [f"{labels.called}: {line}" for line in _calls(task)]
    said = "\n".join(lines)
    lines += [f"- {' '.join(s.split())}" for s in kept if any(lost([s], said)) or s not in said]
    found = _material(task, situation, labels, known=(task.beside, *lines))
    return "\n".join(dict.fromkeys([*lines, *found]))


def _asked(task: Task, labels: Labels) -> list[str]:
    found = []
    for entry in task.entries:
        text = " ".join((entry.message.text or "").split())
        if entry.origin is Origin.USER and text:
            whole = len(text) <= _SHORT_CHARS
            first = signals.first_words(text, _ARGUMENT_CHARS)
            found.append(f"- {labels.asked}: {text if whole else first}")
    return found


def _earlier(task: Task) -> list[str]:
    """Return the account lines of records that are summed up once more."""
    records = [e for e in task.entries if e.origin is Origin.HARNESS and e.edit_id]
    return [f"- {line}" for e in records for line in kept_lines(e.message.text or "")]


def _calls(task: Task) -> list[str]:
    calls = [call for entry in task.entries for call in entry.message.tool_calls]
    return [f"{call.name} {signals.first_words(call.arguments, _ARGUMENT_CHARS)}" for call in calls]


def _material(
    task: Task, situation: Situation, labels: Labels, *, known: tuple[str, ...]
) -> list[str]:
    """Return what results and answers said, quoted as material that gives no orders."""
    told = [e for e in task.entries if e.message.text and e.source != PROGRESS_SOURCE]
    told = [e for e in told if e.origin not in (Origin.USER, Origin.HARNESS)]
    repeated = _repeated(situation)
    sources = [Source(without_noise(plain_text(e), repeated), _name(e, situation)) for e in told]
    if not sources or task.limit_tokens <= 0:
        return []
    spoken = _allowed(task.entries, situation)
    wish = Wish(task.wanted, task.limit_tokens, known=known, spoken=spoken)
    found = extract(sources, wish, situation.count)
    if not found.quotes:
        return []
    quoted = "\n".join(quote.text for quote in found.quotes)
    names = ", ".join(dict.fromkeys(s.name for s in sources if s.name))
    if any(entry.origin is Origin.EXTERNAL for entry in told):
        nonce = nonce_for(situation.last_hash, str(task.targets[0]))
        return [f"{labels.found}:", wrap(quoted, source=names[:_ARGUMENT_CHARS], nonce=nonce)]
    return [f"<material>{labels.found}:", quoted.replace("<", "&lt;"), "</material>"]
