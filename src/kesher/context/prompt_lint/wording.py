"""Rules on a prompt's words: vague rules, praise, content that changes, capitals."""

import re
from collections.abc import Container, Iterator

from kesher.context.prompt_lint.findings import Finding, found

CAPITALS_MOST = 5
SENTENCE_WORDS_MOST = 60

_FLAGS = re.IGNORECASE
_VAGUE = re.compile(
    r"\b(?:as (?:needed|appropriate|necessary)|if (?:relevant|appropriate|needed|necessary)|"
    r"(?:when|where) appropriate|appropriately|use your judg(?:e)?ment|as you see fit)\b"
    r"|(?<!\w)(?:בהתאם לצורך|במידת הצורך|לפי הצורך|במקרה הצורך|אם רלוונטי|באופן מתאים|"
    r"לפי שיקול דעתך)(?!\w)"
    r"|(?<!\w)(?:عند الحاجة|حسب الحاجة|إذا لزم الأمر|بشكل مناسب|حسب تقديرك)(?!\w)"
    r"|\b(?:при необходимости|по мере необходимости|если уместно|по возможности|как следует|"
    r"на своё усмотрение|по своему усмотрению)\b",
    _FLAGS,
)
_PRAISED = (
    r"brilliant|genius|world[- ]class|world[- ]renowned|world's (?:best|greatest|leading|foremost)|"
    r"best[- ]in[- ]class|top[- ](?:tier|notch)|unparalleled|unmatched|unrivall?ed|legendary|elite|"
    r"exceptionally \w+|extremely (?:smart|intelligent|skilled|talented)|the (?:best|greatest) \w+ "
    r"(?:in the world|ever|alive)"
)
_PRAISE = re.compile(
    rf"\b(?:you are|you're|act as|as an?)\b[^\n.!?;]{{0,60}}?\b(?:{_PRAISED})\b"
    r"|(?:^|[.!?:>*-])\s*(?:אתה|את|אתם|הנך|היה|היי|בתור)(?!\w)[^\n.!?;]{0,60}?(?<!\w)ה?(?:מבריקה?|גאוני?ת?|"
    r"גאונים|מבריקים|עילוי|בעלת? שם עולמי|ברמה עולמית|מהשורה הראשונה|יוצאת? דופן|מהטובים בעולם|"
    r"טובה? (?:ביותר )?בעולם|טובה? ביותר|הכי טובה?)(?!\w)"
    r"|(?<!\w)(?:أنت|بصفتك|تصرف ك\w*)(?!\w)[^\n.!?;؟]{0,60}?(?<!\w)(?:عبقري|لامع|بارع|فذ|استثنائي|"
    r"(?:ال)?أفضل في العالم|عالمي المستوى|من الطراز الأول)"
    r"|\b(?:ты|вы|действуй как)\b[^\n.!?;]{0,60}?\b(?:гениальн|блестящ|непревзойд|выдающ|гений|"
    r"мирового (?:класса|уровня)|лучш\w+ в мире)\w*",
    _FLAGS | re.MULTILINE,
)
_PLACEHOLDER = re.compile(
    r"\{\{\s*[\w.]+\s*\}\}|\$\{\w+\}|<%=?.+?%>|%\([^\W\d]\w*\)s"
    r"|(?<![{}\w\\])\{(?:[a-z_]\w*|[^\W\d]\w{2,}|[א-תء-يа-яё]+(?: [א-תء-يа-яё]+){1,3})\}"
)
_ID = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", _FLAGS)
_CLOCK = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_NOW = re.compile(
    r"(?:\b(?:today is|current (?:date|time)(?: is)?|the (?:date|time) is|now is)\b"
    r"|(?<!\w)(?:היום הוא|התאריך (?:היום|הנוכחי)|השעה (?:עכשיו|הנוכחית|כעת))"
    r"|(?<!\w)(?:تاريخ اليوم|الوقت الآن)|\b(?:сегодня|текущ(?:ая|ее) (?:дата|время))\b)"
    r"[^\n.]{0,25}?\d",
    _FLAGS,
)
_MONTH = (
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)\w*|ב?(?:ינואר|פברואר|מרץ|אפריל|מאי|"
    r"יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)|يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|"
    r"أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر"
)
_TODAY = re.compile(
    r"(?:\b(?:today|now)\b|(?<!\w)(?:היום|כעת|עכשיו)(?!\w)|(?<!\w)(?:اليوم|الآن)(?!\w)|\bсейчас\b)"
    r"[^\n.\d]{0,20}"
    r"(?:\d{1,4}[-./][\d./-]*\d|\d{1,2}:\d\d"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:{_MONTH})|(?<!\w)(?:{_MONTH}) \d)",
    _FLAGS,
)
# "עד השעה 10:00" tells of opening hours, and so do "from", "at" and "after".
_HOUR = re.compile(r"(?<!\w)(?<!עד )(?<!לפני )(?<!אחרי )(?<!את )(?<!על )השעה[: ]\s*\d{1,2}:\d\d")
_STATE = re.compile(
    r"(?:\b(?:balance|remaining (?:credits|calls)|logged in as|current user|cart)\b"
    r"|(?<!\w)(?:היתרה|יתרת|המשתמש המחובר|מחובר בתור)|(?<!\w)رصيد|\bбаланс\b)"
    r"[^\n.]{0,20}?[:=]\s*\S+",
    _FLAGS,
)
_SHOUTED = re.compile(r"\b(?:MUST|NEVER|ALWAYS|IMPORTANT|CRITICAL|NOT|REQUIRED|FORBIDDEN|ONLY)\b")
_LOUD = re.compile(r"!{2,}|(?<!\w)(?:[A-ZА-ЯЁ]{2,}[ \t]+){3,}[A-ZА-ЯЁ]{2,}(?!\w)")
_PRESSURE = re.compile(
    r"\b(?:tip you|pay you|you will be (?:fired|punished|penali[sz]ed|shut down)|or else\b(?=\W*$)|"
    r"my (?:job|life|career) depends)"
    r"|(?<!\w)(?:תפוטר|תיענש|אפטר אותך|אשלם לך|תקבל (?:טיפ|בונוס)|(?:החיים|הקריירה) שלי תלוי)"
    r"|(?<!\w)(?:ستعاقب|ستطرد|سأدفع لك|إكرامية)"
    r"|\b(?:тебя (?:уволят|накажут)|заплачу тебе|получишь (?:чаевые|премию)|моя карьера)",
    _FLAGS | re.MULTILINE,
)
_NOTE = re.compile(
    r"\b(?:TODO|FIXME|TBD|XXX)\b[ \t]*(?:[:)\]]|$)|\[(?:TODO|TBD|להשלים|дописать|يكمل)[^\]\n]*\]"
    r"|(?<!\w)(?:להשלים|дописать|يكمل)[ \t]*:",
    re.MULTILINE,
)
# Joiners (U+200C, U+200D) spell Persian words and emoji; what stands here spells nothing.
_HIDDEN = re.compile("[\u200b\u2060\ufeff\u00ad\U000e0000-\U000e007f]+")
_OVERRIDE = re.compile("[\u202d\u202e]")
_SENTENCE = re.compile(r"[^\n.!?;]+")
_PLAIN = (
    ("vague_rule", _VAGUE),
    ("praise", _PRAISE),
    ("shouting", _LOUD),
    ("pressure", _PRESSURE),
    ("note_left", _NOTE),
    ("hidden_character", _HIDDEN),
    ("direction_override", _OVERRIDE),
    ("dynamic_id", _ID),
    ("dynamic_time", _CLOCK),
    ("dynamic_time", _NOW),
    ("dynamic_time", _TODAY),
    ("dynamic_time", _HOUR),
    ("user_state", _STATE),
)


def wording(text: str, part: str, placeholders: Container[str] = ()) -> Iterator[Finding]:
    """Yield the faults of a prompt's words, in Hebrew, English, Arabic and Russian.

    Args:
        placeholders: Names that are filled before sending.
    """
    told: dict[str, set[int]] = {}
    for code, pattern in _PLAIN:
        places = told.setdefault(code, set())
        for match in pattern.finditer(text):
            if places.isdisjoint(range(*match.span())):
                yield found(code, part, text, *match.span())
            places.update(range(*match.span()))
    for match in _PLACEHOLDER.finditer(text):
        if match.group().strip("{}$ ") not in placeholders:
            yield found("placeholder", part, text, *match.span())
    for match in _SENTENCE.finditer(text):
        if len(match.group().split()) > SENTENCE_WORDS_MOST:
            yield found("long_sentence", part, text, *match.span())
    shouted = list(_SHOUTED.finditer(text))
    if len(shouted) > CAPITALS_MOST:
        yield found("capitals", part, text, *shouted[CAPITALS_MOST].span())
