"""Where people live and get things: streets with their towns, codes of entrances."""

from collections.abc import Iterator, Mapping, Sequence

from kesher.domain.fact import Statement
from kesher.memory.rules import naming
from kesher.memory.rules.address_parts import parts_behind
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import is_speaker, state
from kesher.memory.rules.sending import sent_to, town_at, town_beside, with_kind
from kesher.memory.rules.subjects import subject_of
from kesher.text.patterns import Slot
from kesher.text.phrasebook import word_set
from kesher.text.words import readings

_SIGNS = {"#": ("סולמית", "hash", "pound"), "*": ("כוכבית", "star", "asterisk")}


def addresses(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the address in a clause with its town; a town named before it also by itself."""
    street = _street(clause, context)
    if street is None:
        return
    parts, beyond = parts_behind(clause, context, street.last)
    town = town_beside(clause, context, street.last) or beyond
    text = context.message.text
    said = [street.text, *(text[slice(*part)] for part in parts)]
    value = " ".join(word for each in said for word in each.split())
    if town is not None:
        value = f"{value}, {town.text}"
    quote = (street.start, street.end)
    if _redirected(clause, context):
        return  # `sending.sent_to` reads where an order goes
    key = "work_address" if _at_work(clause, context) else "address"
    yield state(clause, context, key, value, quote)
    if town is not None and key == "address" and town.end <= street.start:
        yield state(clause, context, "city", town.text, (town.start, town.end))


def _redirected(clause: Clause, context: Context) -> bool:
    return next(iter(sent_to(clause, context)), None) is not None


def towns(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the one town of a sentence in which the speaker lives somewhere."""
    living = [m for m in clause.found("lives.somewhere") if is_speaker(subject_of(clause, m))]
    if living and quarter_of(clause, context) is not None:
        sentence: Sequence[Clause] = [context.clauses[clause.index + 1]]
    else:
        sentence = context.sentence(clause.sentence)
    if not living or any(_tells_town(each, context) for each in sentence):
        return
    found = [town for each in sentence for town in _towns_in(each)]
    if len(found) == 1:
        town = found[0]
        yield state(clause, context, "city", town.text, (town.start, town.end))


def quarter_of(clause: Clause, context: Context) -> Clause | None:
    """Return the next clause where it is only the town that a clause's place lies in."""
    following = context.following(clause)
    if following is None or not clause.found("lives.somewhere") or not is_town(following):
        return None
    return following if _street(clause, context) is None else None


def _tells_town(clause: Clause, context: Context) -> bool:
    known = clause.found("say_city.who") or clause.found("say_city.me")
    return bool(known) or _street(clause, context) is not None


def _towns_in(clause: Clause) -> Iterator[Slot]:
    """Yield the asserted towns of a clause that stand behind "in" or alone."""
    for at in range(len(clause.words)):
        town = town_at(clause, range(at, at + 1))
        if town is None or clause.framing_at(town.start, town.end) or clause.denied(at):
            continue
        whole = town.last - town.first == len(clause.words)
        inside = town.start > clause.words[at].start
        if whole or inside or (at > 0 and clause.words[at - 1].fold == "in"):
            yield town


def _street(clause: Clause, context: Context) -> Slot | None:
    """Return the street: announced, asked for, or standing alone beside a town."""
    found = [match["v"] for match in clause.found("place.address")]
    found += [match["v"] for name in ("send", "home") for match in clause.found(f"place.{name}")]
    asked = {"address", "city"} & context.asked
    before = context.clauses[clause.index - 1] if clause.index else None
    introduced = before is not None and naming.bare_name(before) is not None
    if asked or introduced or _lives_before(clause, context):
        found += [match["v"] for match in clause.found("place.alone")]
    longest = max(found, key=lambda slot: slot.end - slot.start, default=None)
    return with_kind(clause, longest) if longest is not None else None


def _lives_before(clause: Clause, context: Context) -> bool:
    """Tell whether the clause before in the sentence says in which town the speaker lives.

    Or whether this clause or the two before it speak of the speaker's home.
    """
    near = context.clauses[max(0, clause.index - 2) : clause.index + 1]
    if any(other.found("home.told") for other in near):
        return True
    before = context.clauses[clause.index - 1] if clause.index else None
    if before is None or before.sentence != clause.sentence:
        return False
    telling = ("say_city.who", "say_city.me", "place.named")
    return any(before.found(name) for name in telling) or is_town(before)


def is_town(clause: Clause) -> bool:
    """Tell whether a town is all of a clause."""
    town = town_at(clause, range(len(clause.words)))
    return town is not None and town.last - town.first == len(clause.words)


def _at_work(clause: Clause, context: Context) -> bool:
    before = context.sentence(clause.sentence - 1)
    return "place.work" in clause.matches or any("place.to_work" in b.matches for b in before)


def entrance_codes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the code of an entrance with the keys pressed behind it: "4417#"."""
    lists = ["place.code"] + ["place.code_asked"] * ("entrance_code" in context.asked)
    found = [match["v"] for name in lists for match in clause.found(name)]
    for slot in found[:1]:
        if _is_other_code(clause, slot):
            continue
        value, end = _with_sign(clause.line.text, slot, _SIGNS)
        yield state(clause, context, "entrance_code", value, (slot.start, end))


def _is_other_code(clause: Clause, slot: Slot) -> bool:
    """Tell a postal, error or coupon code from that of an entrance."""
    before = {rest for word in clause.words[: slot.first] for _, rest in readings(word.fold)}
    return bool(before & word_set("other_code"))


def _with_sign(text: str, slot: Slot, signs: Mapping[str, tuple[str, ...]]) -> tuple[str, int]:
    behind = text[slot.end : slot.end + 1]
    if behind in signs and behind:
        return slot.text + behind, slot.end + 1
    said = {word.lower() for word in text[slot.end :].replace(",", " ").split()}
    for sign, names in signs.items():
        if said & ({*names} | {"ה" + name for name in names} | {"ו" + name for name in names}):
            return slot.text + sign, slot.end
    return slot.text, slot.end
