"""Short conversations whose references are marked with whom they mean, written before the rules.

A mark is [text|kind|label]. Kinds: N a name, # a number, D a description, P a pronoun, R a
relation; behind a colon its type or relation, then gender and `pl`. Two marks with one label mean
one entity.
"""

TALKS: dict[str, tuple[str, ...]] = {
    "an order placed, numbered, described and pointed at": (
        "u: הזמנתי אצלכם [ספה|D:order:f|sofa] ביום שני",
        "a: מה מספר ההזמנה?",
        "u: [8830|#|sofa]",
        "a: [הזמנה 8830|#|sofa]: ספה תלת מושבית, 4,200 ₪. [ההזמנה|D:order:f|sofa] בדרך.",
        "u: מתי [היא|P::f|sofa] מגיעה?",
        "a: [הספה|D:order:f|sofa] תגיע בחמישי",
        "u: תעבירו את [זה|P|sofa] ליום ראשון",
        "u: ומה עם [ההזמנה שלי|D:order:f|sofa]?",
    ),
    "two orders, the second described otherwise": (
        "u: I ordered [a lamp|D:order|lamp], number [LX-5501|#:order|lamp]",
        "u: and [a rug|D:order|rug] too, [LX-5502|#:order|rug]",
        "a: [LX-5501|#|lamp] ships today.",
        "u: good. [the rug|D:order|rug] is for my parents",
        "u: [the lamp|D:order|lamp] arrived broken",
        "a: sorry! What about [LX-5502|#|rug]?",
        "u: [it|P|rug] looks fine",
    ),
    "old and new of one kind": (
        "u: קניתי [מקרר|D:order:m|old], הזמנה [61200|#:order|old]",
        "u: [המקרר|D:order:m|old] מרעיש נורא",
        "a: יצרנו [הזמנת החלפה|D:order:f|new] [61377|#:order|new]: [מקרר חדש|D:order:m|new]",
        "u: מתי תאספו את [הישן|D::m|old]?",
        "a: כשנביא את [החדש|D::m|new]",
        "u: [המקרר החדש|D:order:m|new] עובד",
    ),
    "a wife first by relation, then by name, then by pronoun": (
        "u: [אשתי|R:spouse:f|wife] אלרגית לבוטנים",
        "a: רשמתי.",
        "u: [אשתי|R:spouse:f:הילה|wife] [הילה|N:person|wife] מתחילה עבודה חדשה",
        "u: [היא|P::f|wife] תעבוד בבית",
        "a: בהצלחה ל[הילה|N:person|wife]!",
    ),
    "a mother without a name and a friend of another": (
        "u: [אמא שלי|R:mother:f|mum] בבית חולים",
        "u: [החברה שלי|R:friend:f:ליאת|friend] [ליאת|N:person|friend] באה לעזור",
        "u: [אמא שלי|R:mother:f:רות|mum] [רות|N:person|mum] מרגישה טוב יותר",
        "u: [ליאת|N:person|friend] נסעה",
        "u: [אמא|R:mother:f|mum] השתחררה",
    ),
    "two brothers": (
        "u: [אחי|R:brother:m:דור|dor] [דור|N:person|dor] גר בלונדון",
        "u: ו[אחי|R:brother:m:יהב|yahav] [יהב|N:person|yahav] באילת",
        "u: [דור|N:person|dor] מתחתן",
        "u: [אחי|R:brother:m|dor] ביקש שאבוא",
        "u: [יהב|N:person|yahav] לא יגיע",
    ),
    "a brother in law is no uncle": (
        "u: [גיסי|R:relative:m|law] רופא",
        "u: [דוד שלי|R:relative:m|uncle] טייס",
        "u: [גיסי|R:relative:m|law] עבר ללוד",
    ),
    "a technician named behind the description": (
        "a: [טכנאי|D:person:m|tech], [ולרי|N:person|tech], יגיע מחר",
        "u: [הטכנאי|D:person:m|tech] איחר",
        "u: [ולרי|N:person|tech] תיקן הכל",
        "u: תודה ל[ולרי הטכנאי|N:person|tech]",
    ),
    "a doctor with and without a title, in two scripts": (
        'u: קבעתי תור אצל [ד"ר אברמסון|N:person|doc]',
        "u: [אברמסון|N:person|doc] העלתה את המינון",
        "u: [Dr. Abramson|N:person|doc] called",
        'u: [ד"ר רוזנברג|N:person|other] לא הסכים',
    ),
    "first names mean the full names they belong to": (
        "u: [שירה כהן|N:person|shira] ו[שירן כהן|N:person|shiran] עובדות איתי",
        "u: [שירה|N:person|shira] חזרה מחופשה",
        "u: [שירן|N:person|shiran] התפטרה",
        "u: [Shira|N:person|shira] will present",
    ),
    "fathers and mothers of others": (
        "u: [אבא של Jonathan Cohen|N:person|father] התקשר",
        "u: [אמא של Jonathan Cohen|N:person|mother] כתבה",
        "u: [Jonathan Cohen|N:person|jon] לא ידע",
        "u: [אבא של יונתן כהן|N:person|father] שוב",
    ),
    "medications and their forte": (
        "u: אני לוקח [קרדיופלן|N:medication|a] 5",
        "u: החליפו לי ל[קרדיופלן פורטה|N:medication|b]",
        "u: [Cardioplan|N:medication|a] היה חלש מדי",
    ),
    "headphones by colour": (
        "u: הגיעו [האוזניות הירוקות|D:order:f:pl|green], הזמנה [PT-9001|#:order|green]",
        "a: את [האדומות|D:order:f:pl|red] נשלח בהזמנה [PT-9002|#:order|red]",
        "u: [הירוקות|D:order:f:pl|green] אצל השכן",
        "u: [האדומות|D:order:f:pl|red] מושלמות",
    ),
    "a pet and its owner's partner": (
        "u: [בן הזוג שלי|R:partner:m:גל|gal] [גל|N:person|gal] והכלבה [לונה|N:pet|luna] אוהבים ים",
        "u: [לונה|N:pet|luna] חולה",
        "u: [גל|N:person|gal] לקח אותה לווטרינר",
        "u: [הבן זוג שלי|R:partner:m|gal] חזר",
    ),
    "companies by a piece of the name": (
        "u: התחלתי לעבוד ב[אולפני סהר|N:company|a]",
        "u: ב[סהר|N:company|a] כולם צעירים",
        "u: לפני זה הייתי ב[אולפני גיא|N:company|b]",
    ),
    "tickets are no orders": (
        "a: פתחתי [פנייה 33871|#:ticket|t] על [הזמנה 33870|#:order|o]",
        "u: מה קורה עם [הפנייה|D:ticket:f|t]?",
        "u: ומה עם [ההזמנה|D:order:f|o]?",
        "a: [33871|#|t] נסגרה",
    ),
    "a meeting moved": (
        "u: יש לי [תור|D:appointment:m|app] לאורתופד ב-4.6",
        "u: [התור|D:appointment:m|app] נדחה ל-11.6",
        "u: [זה|P|app] בשמונה בבוקר",
        "u: קבעתי [פגישה|D:appointment:f|meet] עם רואה החשבון",
        "u: [הפגישה|D:appointment:f|meet] בוטלה",
    ),
    "two tasks of one kind, the first done": (
        "u: אני מכין [מצגת|D:task:f|one] לדירקטוריון",
        "u: [המצגת|D:task:f|one] הוגשה",
        "u: צריך להכין [מצגת|D:task:f|two] נוספת, ללקוח חדש",
        "u: [המצגת|D:task:f|two] כמעט מוכנה",
    ),
    "Russian and Arabic names": (
        "u: [Сергей Власов|N:person|s] приедет завтра",
        "u: [סרגיי ולאסוב|N:person|s] מגיע",
        "u: [ليلى حداد|N:person|l] في الطريق",
        "u: [Layla Haddad|N:person|l] arrived",
    ),
    "a gift for a son, and his order": (
        "u: I bought [a scooter|D:order|sc] for [my son|R:son:m:Ari|ari] [Ari|N:person|ari]",
        "a: Order [SC-70011|#:order|sc] is confirmed.",
        "u: [he|P::m|ari] will love [it|P|sc]",
        "u: [my son|R:son:m|ari] keeps asking about [the scooter|D:order|sc]",
    ),
    "replaced boots by size": (
        "u: [the boots|D:order|old] don't fit, order [WR-1100|#:order|old]",
        "a: [WR-1188|#:order|new] created: [boots in size 45|D:order|new] for [WR-1100|#|old].",
        "u: I sent [the old ones|D|old] back",
        "u: [the new ones|D|new] are great",
    ),
}
