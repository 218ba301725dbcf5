"""Words by which a person says where the details of a wish stand, over folded text."""

DETAILS: tuple[str, ...] = (
    r"\b(?:details?|particulars|info(?:rmation)?|specifics|requirements)\b[^.!?]{0,30}"
    r"\b(?:is|are|in|inside|from|can be found|found)\b[^.!?]{0,30}\b(?:messages?|e-?mails?|mails?|"
    r"letters?|notes?|inbox|chat|thread|files?|documents?)\b",
    r"\b(?:as|like|what|the way) (?:it is |he |she |they |[a-z]+ )?(?:wrote|written|asked|"
    r"requested|described|specified|said|says|suggested|proposed)\b",
    r"\b(?:according to|in line with|based on|following) (?:the |his |her |their |[a-z]+'s )?"
    r"(?:messages?|e-?mails?|mails?|letters?|notes?|requests?)\b",
    r"(?:ה?פרטים|ה?נתונים|ה?מידע)[^.!?]{0,40}\bב?(?:הודע|מייל|מכתב|פתק|מסמך|קובץ|צ'אט|תיבה)",
    r"\b(?:לפי|על פי|כמו|כפי) (?:מה )?ש?ה?(?:כת[בו]|ביקש|הודע|מייל|הציע|אמר|בקש)",
    r"(?:التفاصيل|المعلومات|البيانات)[^.!?؟]{0,40}(?:رسال|بريد|ملاحظ|ملف|محادث)",
    r"(?:حسب|وفق\w*|كما|بناء علي) (?:ما |ل)?(?:كتب|طلب|ذكر|قال|اقترح|ال?رسال|جاء)\w*",
    r"(?:подробност|детал|данны|информаци)\w*[^.!?]{0,40}(?:сообщени|письм|записк|чат|файл)",
    r"\b(?:согласно|как|по) (?:написал|просил|попросил|указал|предложил|сказал|сообщени|письм|"
    r"просьб)",
)
"""Each says that what stands elsewhere completes the wish; none hands the wish itself over."""

AUTHORS = frozenset(
    {"sender", "from", "author", "by", "user", "username", "writer", "שולח", "מאת", "כותב"}
    | {"مرسل", "المرسل", "الكاتب", "отправитель", "автор"}
)
"""Names of fields that say who wrote a record."""
