import pytest

from kesher.text.leaning import leans


@pytest.mark.parametrize(
    "question",
    [
        "ולעובד במשרה חלקית?",
        "ומה לגבי שבת?",
        "למי?",
        "כמה זמן זה לוקח?",
        "אפשר לקבל עוד אחת?",
        "הם נפדים בכסף?",
        "עד איזו שעה?",
        "כן",
        "ומה מספר הטלפון שלה?",
        "תודה. ומה לגבי שבת?",
        'הבנתי, ובחו"ל?',
        "And when does it close?",
        "ومتى ينتهي هذا الدوام؟",
        "Спасибо. А при неполной ставке?",
        "תמשיך בבקשה",
        "לַמִּי?",
        "And part-timers?",
        "What about nine hours with the VPN?",
        "How soon?",
        "part-timers?",
        "А при неполной ставке?",
        "А если это суббота?",
        "Расскажи подробнее",
        "وماذا عن الدوام الجزئي؟",
        "وفي الولايات المتحدة؟",
        "نعم",
        "",
    ],
)
def test_a_question_that_goes_on_from_another_leans_on_it(question: str) -> None:
    assert leans(question)


@pytest.mark.parametrize(
    "question",
    [
        "מה קוד הלבוש?",
        'מי המנכ"ל?',
        "ומתי נכנסת המשכורת לבנק?",
        "ועדת העובדים מתכנסת איפה?",
        "מי הוא הממונה על הבטיחות?",
        "ומי הוא הממונה על הבטיחות?",
        "תודה. מתי נכנסת המשכורת לבנק?",
        "האם זה נכון שעובד במשרה חלקית זכאי לחופשה מלאה?",
        "מותר לטוס במחלקת עסקים בטיסה ארוכה?",
        "כמה עולה מנוי ל-Netflix?",
        "Who teaches Hebrew?",
        "Can I bring my dog to the office?",
        "Можно ли приводить собаку в офис?",
        "Кто преподаёт иврит?",
        "متى يفتح صالة الرياضة؟",
        "ما وقت وصول الحافلة؟",
    ],
)
def test_a_question_that_names_its_subject_stands_alone(question: str) -> None:
    assert not leans(question)
