"""A hundred and twenty tools described in four languages, and what people say who want one."""

import itertools

from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.domain.tool import ToolSpec

LANGUAGES = ("en", "he", "ar", "ru")

# Verb of the name; description's opening and a way to ask, in each language.
VERBS = {
    "create": (
        ("Creates a new {}.", "make me a new {}"),
        ("יצירת {} במערכת.", "תיצור לי {} בבקשה"),
        ("إنشاء {} في النظام.", "أنشئ لي {} من فضلك"),
        ("Создание: {} в системе.", "создай мне {}"),
    ),
    "delete": (
        ("Deletes a {} for good.", "please remove that {}"),
        ("מחיקת {} לצמיתות.", "תמחק את ה{}"),
        ("حذف {} نهائيا.", "احذف {}"),
        ("Удаление навсегда: {}.", "удали {}"),
    ),
    "update": (
        ("Updates the fields of a {}.", "change the {}"),
        ("עדכון פרטים של {}.", "תעדכנו את ה{}"),
        ("تحديث بيانات {}.", "عدل {}"),
        ("Изменение полей: {}.", "обнови {}"),
    ),
    "search": (
        ("Searches by words for a {}.", "find the {}"),
        ("חיפוש {} לפי מילים.", "אני רוצה לחפש {}"),
        ("البحث عن {} بالكلمات.", "ابحث عن {}"),
        ("Поиск по словам: {}.", "найди {}"),
    ),
    "send": (
        ("Sends a {} to a person.", "send him the {}"),
        ("שליחת {} לאדם.", "תשלחו לו את ה{}"),
        ("إرسال {} إلى شخص.", "أرسل {} له"),
        ("Отправка человеку: {}.", "отправь ему {}"),
    ),
    "download": (
        ("Saves a {} on the disk.", "download the {}"),
        ("הורדת {} לדיסק.", "להוריד את ה{}"),
        ("تنزيل {} على القرص.", "حمل {}"),
        ("Скачать на диск: {}.", "скачай {}"),
    ),
}
OBJECTS = (
    ("invoice", "חשבונית", "فاتورة", "счет-фактура"),
    ("meeting", "פגישה", "اجتماع", "встреча"),
    ("contract", "חוזה", "عقد", "договор"),
    ("photo", "תמונה", "صورة", "фотография"),
    ("ticket", "פנייה", "تذكرة", "заявка"),
    ("customer", "לקוח", "عميل", "клиент"),
    ("report", "דוח", "تقرير", "отчет"),
    ("shipment", "משלוח", "شحنة", "посылка"),
    ("recipe", "מתכון", "وصفة", "рецепт"),
    ("task", "משימה", "مهمة", "задача"),
    ("song", "שיר", "أغنية", "песня"),
    ("payslip", "תלוש", "قسيمة", "расчетный лист"),
    ("reservation", "הזמנה", "حجز", "бронь"),
    ("appointment", "תור", "موعد", "запись"),
    ("password", "סיסמה", "كلمة مرور", "пароль"),
    ("newsletter", "עלון", "نشرة", "рассылка"),
    ("warranty", "אחריות", "ضمان", "гарантия"),
    ("course", "קורס", "دورة", "курс"),
    ("vehicle", "רכב", "مركبة", "машина"),
    ("insurance", "ביטוח", "تأمين", "страховка"),
)


def named(verb: str, thing: str, number: int) -> str:
    return f"{verb}_{thing}" if number % 2 else f"{verb}{thing.title()}"


def sample_tools() -> list[ToolSpec]:
    """120 deferred tools; the language of the description goes round from tool to tool."""
    tools = []
    for number, (verb, things) in enumerate(itertools.product(VERBS, OBJECTS)):
        language = number % 4
        parameters: Json = {
            "type": "object",
            "properties": {f"{things[0]}Id": {"type": "string"}, "amount": {"type": "integer"}},
            "required": [f"{things[0]}Id"],
        }
        description = VERBS[verb][language][0].format(things[language])
        name = named(verb, things[0], number)
        tools.append(ToolSpec(name, description, canonical(parameters), deferred=True))
    return tools


def sample_queries() -> list[tuple[str, str, str, str]]:
    """Every tool asked for in four languages: (query, tool, query's and description's language)."""
    asked = []
    for number, (verb, things) in enumerate(itertools.product(VERBS, OBJECTS)):
        for index, language in enumerate(LANGUAGES):
            query = VERBS[verb][index][1].format(things[index])
            asked.append((query, named(verb, things[0], number), language, LANGUAGES[number % 4]))
    return asked
