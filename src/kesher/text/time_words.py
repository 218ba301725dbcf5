"""Words of time in Hebrew and English, months in Arabic and Russian too: data, no rules.

All in lower case, without points, with `'` and `"` for geresh and gershayim.
"""

from collections.abc import Mapping


def _numbered(rows: str, *, first: int = 1) -> dict[str, int]:
    """Number the lines; all words of a line share its number, `_` is a space inside a word."""
    lines = enumerate(rows.strip().splitlines(), start=first)
    return {word.replace("_", " "): number for number, line in lines for word in line.split()}


def listed(words: str) -> frozenset[str]:
    """Return the words of a line."""
    return frozenset(words.split())


MONTHS: Mapping[str, int] = _numbered(
    """
    ינואר january jan января يناير
    פברואר february feb февраля فبراير
    מרץ מרס march mar марта مارس
    אפריל april apr апреля أبريل ابريل
    מאי may мая مايو
    יוני june jun июня يونيو
    יולי july jul июля يوليو
    אוגוסט august aug августа أغسطس اغسطس
    ספטמבר september sept sep сентября سبتمبر
    אוקטובר october oct октября أكتوبر اكتوبر
    נובמבר november nov ноября نوفمبر
    דצמבר december dec декабря ديسمبر
    """
)
"""Month by name, 1 to 12; Russian names in the case that follows a day's number."""

WEEKDAYS: Mapping[str, int] = _numbered(
    """
    שני monday mon
    שלישי tuesday tues tue
    רביעי wednesday weds wed
    חמישי thursday thurs thur thu
    שישי ששי friday fri
    שבת saturday sat
    ראשון sunday sun
    """,
    first=0,
)
"""Day of the week by name, 0 Monday to 6 Sunday."""

WEEKDAY_LETTERS: Mapping[str, int] = {
    "א": 6,
    "ב": 0,
    "ג": 1,
    "ד": 2,
    "ה": 3,
    "ו": 4,
    "ש": 5,
}

NUMBERS: Mapping[str, int] = _numbered(
    """
    אחד אחת a an one
    שני שתי שניים שתיים שתים two couple_of a_couple_of
    שלושה שלוש שלושת three
    ארבעה ארבע ארבעת four
    חמישה חמש חמשת five
    שישה שש ששת ששה six
    שבעה שבע שבעת seven
    שמונה שמונת eight
    תשעה תשע תשעת nine
    עשרה עשר עשרת ten
    אחת_עשרה אחד_עשר eleven
    שתים_עשרה שתיים_עשרה שנים_עשר twelve
    """
)

CLOCK_WORDS: Mapping[str, int] = _numbered(
    """
    אחת one
    שתיים שתים two
    שלוש three
    ארבע four
    חמש five
    שש six
    שבע seven
    שמונה eight
    תשע nine
    עשר ten
    אחת_עשרה אחת-עשרה eleven
    שתים_עשרה שתיים_עשרה שתים-עשרה twelve
    """
)
"""Hours as they are called, 1 to 12."""

DAY_WORDS: Mapping[str, int] = {
    "היום": 0,
    "אתמול": -1,
    "אמש": -1,
    "שלשום": -2,
    "מחר": 1,
    "מחרתיים": 2,
    "today": 0,
    "yesterday": -1,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "tmrow": 1,
    "2moro": 1,
    "2morrow": 1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}
"""Days from the message's day."""

PARTS: Mapping[str, tuple[int, int]] = {
    "בוקר": (6, 12),
    "morning": (6, 12),
    "צהריים": (12, 15),
    "צהרים": (12, 15),
    'אחה"צ': (12, 18),
    "אחר הצהריים": (12, 18),
    "אחרי הצהריים": (12, 18),
    "אחר צהריים": (12, 18),
    "אחרי צהריים": (12, 18),
    "אחר הצהרים": (12, 18),
    "אחרי הצהרים": (12, 18),
    "אחר צהרים": (12, 18),
    "אחרי צהרים": (12, 18),
    "afternoon": (12, 18),
    "ערב": (18, 22),
    "evening": (18, 22),
    "לילה": (21, 27),
    "night": (21, 27),
}
"""Hours of a part of the day; 27 is three o'clock of the next day."""

TODAY_PARTS: Mapping[str, str] = {
    "הבוקר": "בוקר",
    "הערב": "ערב",
    "הלילה": "לילה",
    "הצהריים": "צהריים",
    "this morning": "morning",
    "this afternoon": "afternoon",
    "this evening": "evening",
    "tonight": "night",
}

UNITS: Mapping[str, tuple[str, int]] = {
    "דקה": ("minute", 1),
    "דקות": ("minute", 1),
    "minute": ("minute", 1),
    "minutes": ("minute", 1),
    "שעה": ("hour", 1),
    "שעות": ("hour", 1),
    "שעתיים": ("hour", 2),
    "hour": ("hour", 1),
    "hours": ("hour", 1),
    "יום": ("day", 1),
    "ימים": ("day", 1),
    "יומיים": ("day", 2),
    "יממה": ("day", 1),
    "לילות": ("day", 1),
    "day": ("day", 1),
    "days": ("day", 1),
    "nights": ("day", 1),
    "ימי עסקים": ("business", 1),
    "ימי עבודה": ("business", 1),
    "יום עסקים": ("business", 1),
    "business day": ("business", 1),
    "business days": ("business", 1),
    "working days": ("business", 1),
    "שבוע": ("week", 1),
    "שבועות": ("week", 1),
    "שבועיים": ("week", 2),
    "week": ("week", 1),
    "weeks": ("week", 1),
    "fortnight": ("week", 2),
    "חודש": ("month", 1),
    "חודשים": ("month", 1),
    "חודשיים": ("month", 2),
    "month": ("month", 1),
    "months": ("month", 1),
    "שנה": ("year", 1),
    "שנים": ("year", 1),
    "שנתיים": ("year", 2),
    "year": ("year", 1),
    "years": ("year", 1),
}
"""Unit by name, and how many of it the word alone is (Hebrew has a dual)."""

QUANTITY_UNITS = listed(
    'גרם מ"ג מג ק"ג קג קילו מיליגרם מ"ל מל ליטר סמ ס"מ מטר ק"מ אינץ אחוז מעלות שקל שקלים ש"ח שח '
    "דולר אירו יורו כוסות כדורים יחידות mg g kg gr ml l cm mm km m inch gb mb tb ghz percent "
    "degrees ils nis usd eur мг г кг руб מיליון אלף k שעות שנים ימים חודשים "
    "פעמים hours days years months times million"
)
"""Words after a number that make it an amount and no date."""

NO_DATE_BEFORE = listed(
    "גרסה גירסה סעיף פרק דגם מודל ציון דירוג version v section chapter model grade rated android "
    "ios אנדרואיד windows חום temperature fever אשלגן סוכר המוגלובין ירד ירדה עלה עלתה dropped "
    "rose potassium"
)
"""Words before a decimal number that make it no date."""

PAST_WORDS = listed(
    "היה הייתה היתה היו היינו הינו הייתי נולד נולדה שעבר שעברה האחרון האחרונה מאז כבר הגיע הגיעה "
    "הגיעו נמסר נמסרה בוצע נכנס נכנסה was were did had went came got bought came began took left "
    "started since ago last born saw paid sent told said arrived"
)
"""Words of a clause that make a day without more in it a past one."""

FUTURE_WORDS = listed(
    "הבא הבאה הקרוב הקרובה יהיה תהיה יהיו אפשר להזיז לקבוע נקבע נקבעה קבעתי קבענו קבעו הוזמן עבר "
    "הועבר דחו דחינו הזיזו יגיע תגיע נגיע יבוא תבוא אגיע אחזור צריך צריכה חייב חייבת next this "
    "coming will by until till can could should shall booked scheduled rescheduled moved going "
    "planned due expected please"
)
"""Words of a clause that make it a coming one."""
