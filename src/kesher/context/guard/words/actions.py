"""The verbs and things of requests and tools, as data, over folded text.

A group is what a tool does (`send`, `pay` ...) or what it does it to (`mail`, `money` ...). A
word may belong to several groups: "book" schedules and creates.
"""

_HE = r"\b[ולשהכבמ]{0,2}"
_AR = r"\b[وفلبس]{0,2}(?:ال)?"
_ME = r"(?! (?:me|us)\b)"

VERBS: dict[str, tuple[str, ...]] = {
    "send": (
        r"(?<!number of )(?<!\bthe )(?<!\bmy )(?<!\bunread )(?<!\bof )"
        r"\b(?:send|resend|forward|reply|respond|notify|inform|tell|message|text|ping|dm|submit)"
        r"(?:s|ed|ing)?\b" + _ME + r"(?! (?:from|in|received|history|body)\b)",
        r"\b(?:let) \w+(?: \w+)? know\b",
        r"\bmail (?:it|this|that|them|these|the|a|an|my|our)\b",
        r"(?<!\bthe )(?<!\ban )(?<!\bmy )(?<!\bher )(?<!\bhis )(?<!\bunread )(?<!\ba )"
        r"(?<!\btheir )(?<!\bby )(?<!\bthis )(?<!\bthat )\be-?mail(?:s|ed|ing)?\b"
        r"(?! (?:address|from|with|i|received|in|about|based|and|or)\b)(?! ?[.,?!:]|$)",
        r"\b(?:write|draft|compose|drop|shoot) (?:to|an? (?:\w+ )?(?:e-?mail|message|note|letter)|"
        r"[a-z]+ an? (?:e-?mail|message|note))",
        r"\b(?:post|publish|announce|tweet)(?:s|ed|ing)?\b(?! office)",
        _HE + r"(?:[תנאי]?של[וי]?ח(?!ן)\w{0,3}|משלוח|[תנאי]?עבי?ר\w? (?:ל|את)|[תנאי]?עבירי? |"
        r"ה?עבר[תה]? (?:ל|את)|[תנאי]?כתו?ב\w? (?:ל|מייל|הודעה|דוא)|[תנאי]?ענה ל|[תנאי]?שיב\w? ל|"
        r"הודיעי?|[תנאי]?ודיעי?|[תנאי]?עדכני? את (?!ה|כל|ש)|[תנאי]?פרס[םמ]\w?|"
        r"[תנאי]?גידי? ל(?!י\b))",
        _AR
        + r"(?:[اتين]?رسل\w{0,2}|ارسال|راسل|ابلغ|بلغ|اخبر(?!ني)|[اتين]?كتب ل|انشر|نشر|رد على|"
        + r"حول الي)",
        r"\b(?:отправ|перешл|пошл|вышл|пришл|ответь|сообщи(?! мне)|уведом|напиши|опублику|послать|"
        r"рассыл)\w*",
    ),
    "pay": (
        r"\b(?:pay|pays|paid|paying|refund|reimburse|transfer|wire|remit|donate|deposit|withdraw|"
        r"repay|settle)(?:s|ed|ing)?\b",
        r"\b(?:send|give)\b[^.!?]{0,40}(?:\bmoney\b|\bback\b|\bdifference\b|\bamount\b|[$€£₪]|"
        r"\b(?:usd|eur|dollars|euros|shekels)\b|\btransaction\b|\bpayment\b)",
        _HE + r"(?:[תנאי]?של[םמ]\w{0,2}|תשלום ל|[תנאי]?חזיר\w? (?:ל|את)|החזר[יה]? (?:ל|את|כספי)|"
        r"זיכוי|[תנאי]?זכה את|[תנאי]?עבי?ר\w?[^.!?]{0,30}(?:כסף|סכו[םמ]|ש\"ח|שקל|₪|חשבון|\d)|"
        r"ה?עברה בנקאית|[תנאי]?תרו[םמ]\w?|[תנאי]?פקיד\w?|[תנאי]?משו?ך\w?)",
        _AR + r"(?:ادفع|[اتين]?دفع|سدد|تسديد|حول|تحويل|رد المبلغ|استرداد|تبرع|اودع|اسحب)",
        r"\b(?:оплат|заплат|перевед|перевести|перечисл|верни|вернуть|возмест|пожертв|внеси|"
        r"сними)\w*",
    ),
    "delete": (
        r"\b(?:delete|remove|erase|cancel|clear|discard|drop|unsubscribe|trash|revoke|wipe|kick|"
        r"ban|"
        r"terminate|close)(?:s|d|led|ed|ing)?\b",
        r"\bget rid of\b",
        _HE
        + r"(?:[תנאי]?מחק\w?|[תנאי]?מחו?ק\w?|מחיק\w+|[תנאי]?סי?ר\w? את|[תנאי]?הסר\w?|[תנאי]?סירי?|"
        r"[תנאי]?בטל\w?|ביטול|[תנאי]?נקה|לנקות|[תנאי]?סלק\w?|[תנאי]?סגו?ר\w?)",
        _AR + r"(?:احذف|[اتين]?حذف|ازل|ازاله|امسح|مسح|الغ|الغاء|[اتين]?لغي|اغلق)",
        r"\b(?:удал|сотри|стереть|отмен|убер|убрать|очист|отпиш|исключи|закро)\w*",
    ),
    "create": (
        r"\b(?:create|make|add|generate|write|compose|open|produce|prepare|draft|build|register|"
        r"schedule|book|reserve|arrange|organi[sz]e|plan|put|enter|record|order|reorder|buy|purchase|"
        r"place)"
        r"(?:s|d|ed|ing)?\b",
        r"\bset(?:ting)? (?:up|a|an)\b",
        _HE
        + r"(?:[תנאי]?צו?ר\w? |[תנאי]?יצו?ר\w?|יצירת|[תנאי]?וסי?ף\w?|הוסי?פ\w?|הוסף|הוספת|"
        + r"[תנאי]?כי[ןנ]"
        r"\w?|ה?כ[ןנ]י? |[תנאי]?כתו?ב\w?|[תנאי]?פת[וי]?ח\w?|[תנאי]?קבע\w?|קבעי?|לקבוע|"
        r"[תנאי]?זמי?[ןנ]\w?|"
        r"הזמ[ןנ]\w?|הזמנת|[תנאי]?רשו?[םמ]\w?|[תנאי]?קנה|לקנות|[תנאי]?שריי?[ןנ]\w?|[תנאי]?תאמי?|"
        r"לתאם|תאם)",
        _AR
        + r"(?:انشي\w?|انشئ|انشاء|اضف|اضافه|اكتب|كتابه|اعد|جهز|احجز|حجز|جدول|رتب|سجل|افتح|"
        + r"اطلب|اشتر)",
        r"\b(?:созда|добав|сдела|напиш|подготов|запиш|запланир|заброниру|назнач|организу|откро|"
        r"купи|"
        r"закаж|постав|составь|внеси)\w*",
    ),
    "schedule": (
        r"\b(?:schedule|reschedule|book|reserve|arrange|organi[sz]e|plan)(?:s|d|ed|ing)?\b",
        r"\bset(?:ting)? up\b|\breservations?\b|\bbookings?\b",
        _HE
        + r"(?:[תנאי]?קבע\w?|קבעי?|לקבוע|[תנאי]?זמי?[ןנ]\w?|הזמ[ןנ]\w?|הזמנת|[תנאי]?שריי?[ןנ]\w?|"
        r"[תנאי]?תאמי?|לתאם|תאם|[תנאי]?תזמ[ןנ]\w?)",
        _AR + r"(?:احجز|حجز|جدول|جدوله|رتب|حدد موعد)",
        r"\b(?:запланир|заброниру|забронирова|назнач|организу|перенес)\w*",
    ),
    "update": (
        r"\b(?:update|change|modify|edit|adjust|correct|fix|rename|move|reschedule|postpone|"
        r"replace|"
        r"append|revise|amend|alter|extend|increase|decrease|raise|lower|shift|convert|reset|"
        r"configure|add|set|insert|renew|prolong)"
        r"(?:s|d|ed|ing)?\b",
        _HE + r"(?:[תנאי]?עדכ[ןנ]\w?|לעדכן|עדכון|[תנאי]?שנה|לשנות|שני |שינוי|[תנאי]?תק[ןנ]\w?|לתקן|"
        r"[תנאי]?ערו?ך\w?|[תנאי]?זיזי?|הזז|[תנאי]?דחה|לדחות|[תנאי]?חליפ\w?|[תנאי]?חלי?ף|להחליף|"
        r"החלף|"
        r"[תנאי]?וסי?ף\w?|הוסי?פ\w?|הוסף|[תנאי]?גדי?ר\w?|הגדר\w?|[תנאי]?הארי?ך|[תנאי]?הארך|[תנאי]?נמי[ךכ]\w?|הנמ[ךכ]\w?|[תנאי]?גבי[הר]\w?|הגב[הר]\w?)",
        _AR + r"(?:حدث|تحديث|غير|تغيير|عدل|تعديل|صحح|استبدل|اضف|اجل|انقل|مدد|اضبط)",
        r"\b(?:обнов|измени|измен|поменя|исправ|отредактир|перенес|замен|добав|допиш|настро|"
        r"сдвин|продл|повыс|пониз|убав|прибав)\w*",
    ),
    "share": (
        r"\b(?:share|invite|grant|allow|authori[sz]e|permit)(?:s|d|ed|ing)?\b",
        r"\b(?:add)(?:s|ed|ing)?\b|\bgive\b[^.!?]{0,30}\b(?:access|permission)",
        _HE
        + r"(?:[תנאי]?שת[ףפ]\w?|לשתף|שיתוף|[תנאי]?זמי?[ןנ]\w?|הזמ[ןנ]\w?|[תנאי]?צר[ףפ]\w?|צרפי?|"
        r"[תנאי]?וסי?ף\w?|הוסי?פ\w?|הוסף|[תנאי]?ת[ןנ] (?:ל\w+ )?(?:גישה|הרשא\w+)|לתת|"
        r"[תנאי]?עניק\w?)",
        _AR + r"(?:شارك|مشاركه|ادع|دعوه|امنح|منح|اضف|اسمح)",
        r"\b(?:подел|пригла|предостав|разреш|да(?:й|ть) (?:\w+ )?доступ|добав|расшар)\w*",
    ),
    "run": (
        r"\b(?:run|execute|launch|start|trigger|deploy|install|stop|play|turn (?:on|off)|enable|"
        r"disable|activate)(?:s|d|ed|ing)?\b",
        _HE
        + r"(?:[תנאי]?ר[יו]?צ\w?|הר[ץצ]\w?|[תנאי]?ריצ?י?ץ?|[תנאי]?פעי?ל\w?|הפעל\w?|"
        + r"[תנאי]?תקי?[ןנ]|התק[ןנ]|"
        r"[תנאי]?כב[הי]|[תנאי]?דליק\w?)",
        _AR + r"(?:شغل|تشغيل|نفذ|تنفيذ|ثبت|ابدا|اوقف|فعل|عطل)",
        r"\b(?:запуст|выполн|установ|включ|выключ|останов|активир)\w*",
    ),
    "open": (
        r"\b(?:open|unlock|visit|browse|follow|click|access|go to|navigate|load|fetch|check out|"
        r"look at|read|summari[sz]e)(?:s|d|ed|ing)?\b",
        _HE
        + r"(?:[תנאי]?פת[וי]?ח\w?|[תנאי]?כנ[וי]?ס\w? ל|היכנס\w?|[תנאי]?קר[או]\w?|לקרוא|קרא|"
        + r"[תנאי]?סכ[םמ]\w?|"
        r"לסכם|סכמי?|[תנאי]?לחצי?|[תנאי]?גלו?ש\w?|[תנאי]?שחרר\w?)",
        _AR + r"(?:افتح|فتح|زر|زياره|تصفح|اقرا|قراءه|لخص|تلخيص|اضغط|انقر)",
        r"\b(?:откро|посет|перейд|прочита|прочти|изучи|просмотр|кратко изложи|резюмир|нажм|"
        r"разблокир)\w*",
    ),
    "visit": (
        r"\b(?:visit|open|go to|navigate|browse|click|access|load|call)(?:s|ed|ing)?\b",
        _HE + r"(?:[תנאי]?פת[וי]?ח\w?|[תנאי]?כנ[וי]?ס\w? ל|היכנס\w?|[תנאי]?לחצי?|[תנאי]?גלו?ש\w?|"
        r"[תנאי]?בקר)",
        _AR + r"(?:افتح|زر|زياره|تصفح|اضغط|انقر)",
        r"\b(?:открой|откройте|посети|перейд|зайди|нажм)\w*",
    ),
    "save": (
        r"\b(?:save|store|download|upload|backup|back up|archive|copy|export|import|put|write)"
        r"(?:s|d|ed|ing)?\b",
        _HE + r"(?:[תנאי]?שמו?ר\w?|לשמור|[תנאי]?עלה|להעלות|העל[הי]|[תנאי]?וריד\w?|הורד|[תנאי]?גבה|"
        r"[תנאי]?עתי?ק\w?|העתק\w?|[תנאי]?כתו?ב\w?|[תנאי]?ייצ[או]\w?)",
        _AR + r"(?:احفظ|حفظ|خزن|ارفع|رفع|نزل|تنزيل|حمل|انسخ|نسخ|صدر)",
        r"\b(?:сохран|загруз|скача|скопир|архивир|экспортир|запиш)\w*",
    ),
    "sign": (
        r"\b(?:sign|approve|accept|confirm|agree|endorse|certify)(?:s|d|ed|ing)?\b",
        _HE + r"(?:[תנאי]?חתו?[םמ]\w?\b|[תנאי]?אשרי?\b|לאשר|[תנאי]?סכי[םמ] ל)",
        _AR + r"(?:وقع|توقيع|وافق|اقبل|اعتمد|صادق)",
        r"\b(?:подпи[шс]|подтверд|утверд|одобр|соглас[иу])\w*",
    ),
    "call": (
        r"\b(?:call|phone|dial|telephone)(?:s|ed|ing)?\b",
        _HE + r"(?:[תנאי]?תקשרי? (?:ל|אל)|התקשר\w? (?:ל|אל)|[תנאי]?חייגי?|חייג)",
        _AR + r"(?:اتصل|اتصال ب)",
        r"\b(?:позвон|набер)\w*",
    ),
}

THINGS: dict[str, tuple[str, ...]] = {
    "money": (
        r"\b(?:money|pay|payments?|transactions?|transfers?|bills?|invoices?|rent|refund|orders?|"
        r"bank|funds?|amount|difference|subscription|donat\w+|fee|salary|deposit|withdraw\w*|"
        r"balance|bitcoin|crypto\w*)\b|[$€£₪]",
        r"כסף|כספי|תשלו[םמ]|של[םמ]|חשבונ|חשבון|חשבונית|העבר|שכר דירה|ש\"ח|שקל|בנק|החזר|הוראת קבע",
        r"مال|مبلغ|دفع|فاتور|تحويل|حساب|ايجار|بنك|معامل|دولار|شيكل",
        r"деньг|плат|счет|счёт|перевод|перевед|перечисл|аренд|банк|возврат|верни|рубл|доллар",
    ),
    "mail": (
        r"\be-?mails?\b|\bmails?\b|\binbox\b|\bgmail\b|\bmessages?\b|\breply\b|\bforward\b|"
        r"\bletter\b"
        r"|\bdirect message\b|\bdm\b|\bsms\b|\btweet\b|\bnotify\b|\btell\b|\bpost\b",
        r"מייל|אימייל|דוא\"ל|דואר|הודעה|הודעות|מכתב|[שת]לח",
        r"بريد|ايميل|رساله|رسائل|ارسل",
        r"почт|письм|сообщен|имейл|email|напиши|отправ",
    ),
    "file": (
        r"\bfiles?\b|\bdocuments?\b|\bdocs?\b|\bdrive\b|\bfolders?\b|\bdirector\w+\b|\bnotes?\b"
        r"|\blists?\b|\.(?:txt|docx?|xlsx?|pdf|csv|md|pptx?|json|py)\b|\bspreadsheets?\b"
        r"|\breports?\b|\bpath\b|\bdropbox\b",
        r"קובץ|קבצ|מסמכ|מסמך|תיקי|רשימ|פתק|דו\"ח|גיליון|טבל",
        r"ملف|مستند|وثيق|مجلد|قائمه|ملاحظ|تقرير",
        r"файл|документ|папк|список|списк|заметк|отчет|отчёт|таблиц",
    ),
    "event": (
        r"\bevents?\b|\bcalendars?\b|\bmeetings?\b|\bappointments?\b|\breminders?\b|\blunch\b"
        r"|\bdinner\b|\binvit\w+|\bagenda\b|\bbreakfast\b|\bparticipants?\b|\bschedule\b"
        r"|\breschedule\b",
        r"אירוע|יומן|פגיש|תור ל|תזכורת|ארוחת|משתתפ",
        r"حدث|تقويم|اجتماع|موعد|تذكير|غداء|عشاء|مشارك",
        r"событи|календар|встреч|напоминан|обед|ужин|участник",
    ),
    "password": (
        r"\bpasswords?\b|\bpasscode\b|\bcredentials?\b|\bpin\b",
        r"סיסמ",
        r"كلم\w+ (?:ال)?(?:مرور|سر)",
        r"парол",
    ),
    "profile": (
        r"\buser info\w*\b|\baccount\b|\bprofile\b|\baddress\b|\bpersonal (?:info\w*|details)\b"
        r"|\bmy (?:info\w*|details|data)\b",
        r"פרטי|כתובת|פרופיל|חשבון",
        r"حساب|ملف شخصي|عنوان|بيانات|معلومات",
        r"профил|адрес|аккаунт|учетн|данны",
    ),
    "person": (
        r"\busers?\b|\bmembers?\b|\bpeople\b|\bpersons?\b|\bparticipants?\b|\bguests?\b|"
        r"\bfriends?\b"
        r"|\bchannels?\b|\bworkspace\b|\bslack\b|\bteam\b|\bgroups?\b|\binvite\b",
        r"משתמש|חבר|אנשים|אורח|קבוצ|ערוץ|צוות|הזמ[ןנ]",
        r"مستخدم|عضو|اعضاء|ضيف|قناه|فريق|مجموع",
        r"пользовател|участник|член|гост|канал|команд|групп|пригла",
    ),
    "hotel": (
        r"\bhotels?\b|\baccommodation\b|\broom\b",
        r"מלון|חדר|לינה",
        r"فندق|غرفه",
        r"отел|гостиниц|номер",
    ),
    "restaurant": (
        r"\brestaurants?\b|\btable\b|\bdinner\b|\blunch\b|\bbreakfast\b",
        r"מסעד|שולחן|ארוח",
        r"مطعم|طاول|عشاء|غداء",
        r"ресторан|столик|ужин|обед",
    ),
    "car": (
        r"\bcars?\b|\brental\b|\bvehicle\b|\bride\b|\btaxi\b|\buber\b",
        r"רכב|מכונית|מונית|הסע",
        r"سياره|تاكسي",
        r"машин|автомоб|такси",
    ),
    "flight": (
        r"\bflights?\b|\bplane\b|\btickets?\b",
        r"טיס|כרטיס",
        r"رحل|طيران|تذكر",
        r"рейс|билет|самолет",
    ),
    "web": (
        r"\bweb\b|\bweb ?pages?\b|\bweb ?sites?\b|\bsites?\b|\barticles?\b|\blinks?\b|\burls?\b"
        r"|\bpages?\b|\bblog\b|https?://|\bwww\.",
        r"אתר|קישור|כתב[הת]|מאמר|עמוד|דף|לינק",
        r"موقع|مواقع|رابط|روابط|صفح|مقال",
        r"сайт|ссылк|страниц|стать|веб",
    ),
    "case": (
        r"\btickets?\b|\bissues?\b|\bcases?\b|\bcomplaints?\b|\bqueue\b",
        r"פני[יו]ה|פניות|תקל[הו]|קריא[הו]ת? שירות",
        r"تذكر|شكو|بلاغ|طلبات",
        r"обращени|заявк|тикет|жалоб",
    ),
    "door": (
        r"\bdoors?\b|\blocks?\b|\bgarage\b|\bgate\b|\bunlock\b",
        r"דלת|מנעול|שער",
        r"باب|قفل",
        r"двер|замок|ворот",
    ),
    "device": (
        r"\bdevices?\b|\bthermostat\b|\blights?\b|\bcamera\b|\brobot\b|\balarm\b",
        r"מכשיר|תאורה|מצלמ|אזעק",
        r"جهاز|كاميرا|اضاءه",
        r"устройств|камер|свет",
    ),
}

NOT_FOR_NOTHING = r"(?:forget|hesitate|worry|fail|תשכח\w*|לשכוח|תהסס\w*|تنس\w*|забу\w+|стесня\w+)"
"""After a negation these make a request of it: "don't forget to"."""

NEGATIONS = (
    r"\b[ו]?(?:do not|don't|dont|never|without|no need to|אל|בלי|מבלי|לא ל|אין ל|לא צריך|لا|"
    r"دون|بدون|"
    r"не|без) (?!" + NOT_FOR_NOTHING + r")(?:\w+ ){0,2}?"
)
"""What may stand right before a verb that is forbidden, not asked for."""

WHOLESALE: tuple[str, ...] = (
    r"\b(?:do|perform|follow|execute|carry out|complete|handle|fulfil+|implement)\b"
    r"(?:(?!following)[^.!?:]){0,30}"
    r"\b(?:instructions?|actions?|tasks?|to-?dos?|steps|requests?|what (?:it|he|she|they|the \w+) "
    r"(?:says?|asks?|wants?))\b(?! ?:)",
    r"(?:בצע|תבצע|לבצע|מלא|תמלא|עשה|תעשה|טפל|פעל לפי|תפעל לפי)\w? [^.!?:]{0,30}"
    r"(?:ההוראות|המשימות|הפעולות|הצעדים|הבקשות|מה ש)(?! הבאות| הבאים| ?:)",
    r"(?:نفذ|اتبع|اعمل|قم ب|اكمل)\w? [^.!?؟:]{0,30}(?:التعليمات|المهام|الخطوات|الاجراءات)"
    r"(?! التاليه| ?:)",
    r"\b(?:выполни|сделай|следуй|исполни)\w*(?:(?!следующ)[^.!?:]){0,30}"
    r"(?:инструкци|задач|задани|действи|поручени|шаг)",
)
"""A person hands over: do what it says there. Tasks that the request itself lists are its own."""

REMINDERS: tuple[str, ...] = (
    r"(\bremind(?:er)?s?\b[^.?!\n]{0,60}?) (?:to|about|of|that) "
    r"(?!my\b|the\b|our\b|his\b|her\b|me\b|a\b|an\b)[^.?!\n]{1,120}",
    r"((?:תזכיר|להזכיר|הזכר|תזכורת)\w*[^.?!\n]{0,60}?) (?:ל[א-ת]{2,}|ש[א-ת]{2,})[^.?!\n]{0,120}",
    r"((?:ذكرني|تذكير|تذكرني)[^.?!\n؟]{0,60}?) (?:ب|ان |بان |عن )[^.?!\n؟]{1,120}",
    r"((?:напомни|напоминани)\w*[^.?!\n]{0,60}?) (?:о|об|про|что|чтобы) [^.?!\n]{1,120}",
)
"""A person is to be reminded of it; nobody is to do it now. The first group is the reminder."""

FIRST_PERSON = (
    r"(?:\bi(?:'ll| will|'ve| have| had|'m going to| already)(?: (?:already|then|just|later))? "
    r"|\bאני (?:כבר |עוד )?|\bя (?:сам|сама|уже|потом|позже) |\bانا (?:سوف )?)"
)
"""Before a verb: the person does it alone ("I'll book a room later")."""

HEADS = (
    r"(?:^|[.!?\n;:,()\[\]<>\"'*•|>-]|\b(?:please|kindly|and|then|must|should|to|now|just|also|"
    r"first|next|lastly|immediately|בבקשה|נא|אנא|עליך|יש|צריך|חובה|קודם|אחר כך|גם|"
    r"يرجى|رجاء|ثم|اولا|فورا|пожалуйста|прошу|и|затем|нужно|надо|сначала|также|срочно))"
)
"""What stands before the verb of an order: the start of a clause, or a word of asking."""

LINKS = (
    r"\b(?:links?|urls?|hyperlinks?|web addresses|web address)\b|\bhttps?\b"
    r"|קישור|לינק|כתובות? (?:ה)?(?:אתר|דף|רשת)|رابط|روابط|ссылк|адрес\w* (?:сайт|страниц)"
)
"""Words for addresses of the web, by which a person asks that they be passed on."""

TOTALS = (
    r"total|amount|\bsum\b|\bdue\b|to pay|סה\"כ|סך|סכום|לתשלום|مبلغ|مجموع|اجمالي|сумм|итог|к оплате"
)
"""Names of the line that says what a bill comes to."""
