"""The hand-written part of the corpus: twelve pages on invented organisations, and their questions.

Each fact is (sentence as it stands on the page, question, keyed answer). A third text of None marks
a sentence that was true once and that a later page takes back.
"""

Fact = tuple[str, str, str | None]
Page = tuple[str, str, tuple[Fact, ...]]
"""(query of the search, address, facts)"""

REQUEST = (
    "הכן סקירה על מכון אלונית, קרן שקמון, חברת Brightmere וחברת Tollgate Rail: מי מנהל, "
    "מהו התקציב, מתי נוסדו, היכן הם יושבים, אילו היתרים והסכמים יש או אין להם, ומה השתנה לאחרונה. "
    "Quote names, numbers and dates exactly as they stand in the sources."
)

PAGES: tuple[Page, ...] = (
    (
        "מכון אלונית הנהלה",
        "https://alonit.example/staff",
        (
            (
                'מנהלת מכון אלונית היא ד"ר רות שגיא, שמונתה ב-3 במאי 2024.',
                "מי מנהלת את מכון אלונית?",
                "רות שגיא",
            ),
            (
                "סגן המנהלת הוא מר איתן ברזילי, האחראי על שמונה צוותי מחקר.",
                "מי סגן מנהלת מכון אלונית?",
                "איתן ברזילי",
            ),
            ("במכון אלונית 214 עובדים, מהם 61 חוקרים.", "כמה עובדים במכון אלונית?", "214 עובדים"),
        ),
    ),
    (
        "מכון אלונית תקציב",
        "https://alonit.example/budget-2025",
        (
            ('תקציב מכון אלונית לשנת 2025 הוא 48,300,000 ש"ח.', "", None),
            (
                "המכון אינו מקבל מימון מגופים ביטחוניים.",
                "האם מכון אלונית מקבל מימון ביטחוני?",
                "אינו מקבל מימון מגופים ביטחוניים",
            ),
            (
                'התרומה הגדולה ביותר, 6,750,000 ש"ח, הגיעה ממשפחת לביא.',
                "מה גובה התרומה הגדולה למכון אלונית?",
                "6,750,000",
            ),
        ),
    ),
    (
        "מכון אלונית תקציב מעודכן",
        "https://alonit.example/news/41",
        (
            (
                'לאחר הקיצוץ מיולי עומד תקציב מכון אלונית לשנת 2025 על 44,100,000 ש"ח '
                "במקום 48,300,000.",
                "מהו התקציב המעודכן של מכון אלונית?",
                "44,100,000",
            ),
            (
                "ההיתר להפעלת הכור הקטן לא חודש והוא פקע ב-30.9.2025.",
                "מה מצב ההיתר לכור הקטן של אלונית?",
                "לא חודש",
            ),
            (
                "קמפוס המכון יעבור מרחוב הדקל 8 לרחוב הנגר 17 בחיפה.",
                "לאן יעבור קמפוס אלונית?",
                "רחוב הנגר 17",
            ),
        ),
    ),
    (
        "קרן שקמון",
        "https://shikmon.example/about",
        (
            ("קרן שקמון נוסדה ב-1987 בידי התעשיין יעקב דרורי.", "מתי נוסדה קרן שקמון?", "1987"),
            ('יושבת ראש הקרן היא עו"ד נעמה פלד.', "מי יושבת ראש קרן שקמון?", "נעמה פלד"),
            (
                'הקרן מחלקת 35 מלגות בשנה, כל אחת בסך 18,500 ש"ח.',
                "כמה מלגות מחלקת קרן שקמון בשנה?",
                "35 מלגות",
            ),
            (
                "אין לקרן שקמון סניפים מחוץ לישראל.",
                'האם יש לקרן שקמון סניפים בחו"ל?',
                "אין לקרן שקמון סניפים",
            ),
        ),
    ),
    (
        "קרן שקמון הסכמים",
        "https://shikmon.example/agreements",
        (
            (
                "הסכם שיתוף הפעולה SK-7730 בין קרן שקמון למכון אלונית נחתם ב-12.2.2023.",
                "מה מספר ההסכם בין שקמון לאלונית?",
                "SK-7730",
            ),
            (
                "ההסכם תקף לחמש שנים, עד 12.2.2028.",
                "עד מתי תקף ההסכם בין שקמון לאלונית?",
                "12.2.2028",
            ),
            (
                "אסור לצדדים לפרסם תוצאות ללא אישור בכתב.",
                "מה אסור לצדדים להסכם?",
                "אסור לצדדים לפרסם תוצאות",
            ),
        ),
    ),
    (
        "קרן שקמון ביקורת",
        "https://comptroller.example/r/220",
        (
            (
                "דוח הביקורת מצא שקרן שקמון לא הגישה דוח כספי לשנת 2022.",
                "מה מצא דוח הביקורת על קרן שקמון?",
                "לא הגישה דוח כספי",
            ),
            ('הקנס שהוטל על הקרן הוא 94,000 ש"ח.', "מה גובה הקנס שהוטל על קרן שקמון?", "94,000"),
            ("הרשם דרש תיקון ליקויים תוך 90 ימים.", "תוך כמה ימים נדרש תיקון הליקויים?", "90 ימים"),
        ),
    ),
    (
        "Brightmere company",
        "https://brightmere.example/company",
        (
            (
                "Brightmere was founded in 2009 by Orla Fenwick and Tomas Hale.",
                "Who founded Brightmere?",
                "Orla Fenwick and Tomas Hale",
            ),
            (
                "The company has offices in Leeds and in Porto, and none in Asia.",
                "Where are Brightmere's offices?",
                "Leeds and in Porto",
            ),
            ("Its chief executive is Dana Whitlock.", "", None),
            (
                "Brightmere employs 1,140 people.",
                "How many people does Brightmere employ?",
                "1,140",
            ),
        ),
    ),
    (
        "Brightmere chief executive",
        "https://tradepaper.example/b/881",
        (
            (
                "On 14 January 2026 Brightmere named Marek Ostrow chief executive "
                "in place of Dana Whitlock.",
                "Who is the chief executive of Brightmere now?",
                "Marek Ostrow",
            ),
            (
                "The board did not approve the merger with Calder Optics.",
                "Did the board approve the merger with Calder Optics?",
                "did not approve the merger",
            ),
            (
                "Revenue in 2025 was $212.4 million, up 9% on the year.",
                "What was Brightmere's revenue in 2025?",
                "$212.4 million",
            ),
        ),
    ),
    (
        "Brightmere safety licence",
        "https://regulator.example/case/BR-5518",
        (
            (
                "Case BR-5518 found that sensor model LX-40 reads 3 degrees too low.",
                "Which sensor model reads too low?",
                "LX-40",
            ),
            (
                "Brightmere must recall 26,000 units before 1 June 2026.",
                "How many units must Brightmere recall?",
                "26,000 units",
            ),
            (
                "The licence for medical use was never granted.",
                "Was the licence for medical use granted?",
                "never granted",
            ),
        ),
    ),
    (
        "Tollgate Rail",
        "https://tollgate.example/about",
        (
            (
                "Tollgate Rail runs 23 freight lines from its depot in Kettering.",
                "How many freight lines does Tollgate Rail run?",
                "23 freight lines",
            ),
            (
                "Its managing director is Priya Lindqvist.",
                "Who is the managing director of Tollgate Rail?",
                "Priya Lindqvist",
            ),
            (
                "The oldest locomotive in service, number TG-0042, dates from 1961.",
                "What is the number of the oldest locomotive?",
                "TG-0042",
            ),
        ),
    ),
    (
        "Tollgate Rail tunnel contract",
        "https://railnews.example/tollgate/tunnel",
        (
            (
                "The Harrow tunnel contract is worth EUR 318 million.",
                "What is the Harrow tunnel contract worth?",
                "EUR 318 million",
            ),
            (
                "Work begins on 2 March 2027 and lasts 40 months.",
                "When does work on the Harrow tunnel begin?",
                "2 March 2027",
            ),
            (
                "No work is allowed between 23:00 and 05:30.",
                "When is no work allowed in the tunnel?",
                "between 23:00 and 05:30",
            ),
        ),
    ),
    (
        "Tollgate Rail Alonit partnership",
        "https://railnews.example/tollgate/alonit",
        (
            (
                "Tollgate Rail and the Alonit institute test brake alloy AQ-9 since October 2025.",
                "Which alloy do Tollgate and Alonit test?",
                "AQ-9",
            ),
            (
                "The first trial failed at 410 bar because of a cracked seal.",
                "Why did the first trial fail?",
                "because of a cracked seal",
            ),
            (
                "The partners have not agreed on who owns the patent.",
                "Who owns the patent?",
                "have not agreed on who owns the patent",
            ),
            (
                "The trial is paid by a grant of 2.2 million euros, contract GR-2291.",
                "What is the contract number of the grant?",
                "GR-2291",
            ),
        ),
    ),
)

CHATTER_HE = (
    "הכתבה סוקרת את הרקע ההיסטורי של התחום ואת השינויים שחלו בו לאורך הדורות.",
    "גורמים בענף מציינים כי הציבור מגלה עניין גובר בנושאים האלה בשנים האחרונות.",
    "קוראים רבים שלחו תגובות נרגשות ושיתפו את דעתם על המתרחש.",
    "לדברי פרשנים, המציאות מורכבת וקשה לצפות לאן ינשבו הרוחות.",
    "האירוע החגיגי נפתח בדברי ברכה ולאחריו הוגש כיבוד קל לאורחים.",
    "התמונה המצורפת ממחישה את האווירה המיוחדת ששררה במקום.",
    "מומחים קוראים לדיון ציבורי רחב בהשתתפות כל הגורמים הנוגעים בדבר.",
    "הדיון המקצועי נמשך שעות ארוכות והסתיים ברוח טובה.",
    "בסקירה מובאות גם דעות של אנשי מקצוע מתחומים קרובים.",
    "המערכת תמשיך לעקוב אחר ההתפתחויות ולעדכן את הקוראים.",
)
CHATTER_EN = (
    "Observers of the sector have long debated what such changes mean for the wider public.",
    "The story has drawn a good deal of attention from readers and commentators alike.",
    "People who know the field say that the picture is more complicated than it seems.",
    "The visit began with a short welcome and ended with refreshments in the main hall.",
    "A photograph taken that afternoon shows the crowd listening with great patience.",
    "Analysts expect that the coming period will bring both challenges and opportunities.",
    "The editors invite readers to share their own memories of similar events.",
    "Much of the background is familiar to anyone who has followed the matter over time.",
    "Several speakers stressed the importance of dialogue between all parties involved.",
    "The newsletter will return to the subject as soon as more becomes known.",
)
MENU_HE = ("ראשי", "חדשות", "כלכלה", "תרבות", "צור קשר", "הרשמה לעדכונים", "נגישות")
MENU_EN = ("Home", "News", "Business", "Culture", "Contact us", "Subscribe", "Accessibility")
AD_HE = 'פרסומת: רק השבוע! מזרן אורתופדי ב-1,990 ש"ח במקום 3,480, טלפון *5599.'
AD_EN = "Advertisement: only today! Running shoes for $79 instead of $140, call 555-0132."
