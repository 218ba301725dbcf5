"""Names of numbers that identify a person, in Hebrew, English, Arabic and Russian, folded."""

MEANINGS: tuple[str, ...] = (
    r"\bpassport|דרכון|جواز|паспорт",
    r"\b(?:credit|debit|card)\b|כרטיס|אשראי|بطاق|карт",
    r"\b(?:iban|account|bank)\b|חשבון|בנק|حساب|بنك|сч[её]т|банк",
    r"\b(?:phone|telephone|mobile|tel|cell)\b|טלפון|נייד|هاتف|جوال|телефон|мобильн",
    r"\b(?:identity|id|ssn|social security|national)\b|תעודת|ת\"ז|זהות|هوي|удостоверен|снилс|инн",
    r"\b(?:tax|vat)\b|עוסק|מס(?:ים)?\b|ח\"פ|ضريب|налог",
    r"\b(?:contact|contacts)\b|אנשי קשר|פרטי קשר|التواصل|جهات|контакт",
    r"\b(?:order|booking|reservation|invoice|reference|confirmation|case|ticket)\b"
    r"|הזמנה|חשבונית|אסמכתא|אישור|פנייה|طلب|حجز|فاتور|заказ|брон|квитанц|обращени",
)
"""One meaning a line; a name and a request that both match one line speak of the same number."""

EVERYTHING = (
    r"\b(?:my|her|his|their|our|contact|personal) (?:\w+ )?(?:details|info\w*|data)\b"
    r"|הפרטים|פרטי(?:ו|ה|ם)?\b|הנתונים|البيانات|بياناتي|التفاصيل|данны|реквизит"
)
"""A request that asks for all that is known."""
