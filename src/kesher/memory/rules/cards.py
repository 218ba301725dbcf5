"""Cards and other ways of paying, as facts write them: "כרטיס 7719", "Visa 6021"."""

import re

from kesher.memory.rules.clause import Clause

_NAMES = (
    r"כרטיס(?:\s+ה?אשראי)?|ויז[הא]|מאסטרקארד|מסטרקארד|ישראכרט|דיינרס|אמריקן\s+אקספרס|"
    r"visa|mastercard|amex|american\s+express|card"
)
_CARD = re.compile(
    rf"(?<![a-z])(?P<name>{_NAMES})"
    r"(?:\s+(?:ה?חדש[הא]?|new))?(?:\s+(?:ש?ה?מסתיי[םמ]ת?|ending|ends|that\s+ends|number|מספר))?(?:\s+in|\s+with)?"
    r"[\s:]*(?:ב-?\s?)?(?P<digits>\d{4})(?!\d)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"(?<!\w)[בלמו]?(?P<name>paypal|פייפאל|apple\s+pay|google\s+pay|העברה\s+בנקאית|bank\s+transfer|"
    r"(?<=[בל])ביט(?!\w)|ביט(?=\s*(?:$|[.,!]))|מזומן|cash)(?!\w)",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"(?<!\w)[בלכ]?(?P<name>זיכוי\s+(?:ל|ב)(?:חנות|רכישה\s+בחנות|רכישה)|שובר(?:\s+(?:קנייה|זיכוי|מתנה))?|"
    r"store\s+credit|shop\s+credit|(?:gift\s+|store\s+)?voucher|gift\s+card)(?!\w)",
    re.IGNORECASE,
)


def card_in(clause: Clause) -> tuple[str, int, int] | None:
    """Return the first card or account of the clause: (value, start, end)."""
    text = clause.line.text[: clause.end]
    found = _CARD.search(text, clause.start)
    if found is not None:
        return f"{found['name']} {found['digits']}", found.start("name"), found.end()
    other = _OTHER.search(text, clause.start)
    return None if other is None else (other["name"], other.start("name"), other.end("name"))


def credit_in(clause: Clause) -> tuple[str, int, int] | None:
    """Return a voucher or store credit of the clause: (value, start, end)."""
    found = _CREDIT.search(clause.line.text[: clause.end], clause.start)
    return None if found is None else (found["name"], found.start("name"), found.end("name"))
