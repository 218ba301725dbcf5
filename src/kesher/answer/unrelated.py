"""Sentences about nothing in particular: how near a question comes to what is beside its point.

An embedding model gives even unrelated texts a cosine far from zero, and a different one for each
pair of languages. What tells is how much nearer a sentence is than these.
"""

from kesher.text.language import Language

UNRELATED: dict[Language, tuple[str, ...]] = {
    "he": (
        "הירח מקיף את כדור הארץ אחת לחודש בערך.",
        "מוסיפים כפית סוכר ומערבבים היטב.",
        "הקבוצה ניצחה במשחק שלוש אפס.",
        "הסימפוניה נכתבה במאה התשע עשרה.",
        "הדג שוחה במים עמוקים.",
        "הגשם צפוי להיחלש לקראת ערב.",
        "הצייר השתמש בצבעי שמן על בד.",
        "הרכבת עוצרת בשלוש תחנות בדרך לים.",
        "התינוק ישן כל הלילה.",
        "למשולש שווה צלעות שלוש זוויות שוות.",
        "החתול קפץ מעל הגדר וברח.",
        "המלך חי בארמון על ראש ההר.",
    ),
    "en": (
        "The moon goes round the earth about once a month.",
        "Add a teaspoon of sugar and stir well.",
        "The team won the match by three goals to none.",
        "The symphony was written in the nineteenth century.",
        "The fish swims in deep water.",
        "The rain is expected to ease towards evening.",
        "The painter used oil colours on canvas.",
        "The train stops three times on its way to the sea.",
        "The baby slept all night.",
        "An equilateral triangle has three equal angles.",
        "The cat jumped over the fence and ran away.",
        "The king lived in a palace on the mountain.",
    ),
    "ar": (
        "يدور القمر حول الأرض مرة في الشهر تقريبًا.",
        "أضف ملعقة صغيرة من السكر وحرّك جيدًا.",
        "فاز الفريق في المباراة بثلاثة أهداف دون رد.",
        "كُتبت السيمفونية في القرن التاسع عشر.",
        "تسبح السمكة في المياه العميقة.",
        "يُتوقع أن يخف المطر مع اقتراب المساء.",
        "استخدم الرسام ألوانًا زيتية على القماش.",
        "يتوقف القطار في ثلاث محطات في طريقه إلى البحر.",
        "نام الطفل طوال الليل.",
        "للمثلث المتساوي الأضلاع ثلاث زوايا متساوية.",
        "قفزت القطة فوق السياج وهربت.",
        "عاش الملك في قصر على قمة الجبل.",
    ),
    "ru": (
        "Луна обходит Землю примерно за месяц.",
        "Добавьте чайную ложку сахара и хорошо перемешайте.",
        "Команда выиграла матч со счётом три ноль.",
        "Симфония была написана в девятнадцатом веке.",
        "Рыба плавает в глубокой воде.",
        "К вечеру дождь должен ослабеть.",
        "Художник писал масляными красками на холсте.",
        "Поезд делает три остановки по пути к морю.",
        "Ребёнок спал всю ночь.",
        "У равностороннего треугольника три равных угла.",
        "Кошка перепрыгнула через забор и убежала.",
        "Король жил во дворце на вершине горы.",
    ),
}
