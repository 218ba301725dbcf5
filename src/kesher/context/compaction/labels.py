"""The few words that Kesher itself puts into a shortened history, by language."""

from collections.abc import Mapping
from dataclasses import dataclass

from kesher.text.language import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """Words of one language.

    Attributes:
        shortened: Before a shortened result; takes `event`.
        joined: In place of a result whose content stands with another; takes `call`.
        again: In place of a result that a later one repeats; takes `call`.
        newer: In place of a result that a later reading replaced; takes `call`.
        offloaded: Before a preview; takes `size`, `sha256`.
        cut: Between the beginning and the end of a preview.
        more: At the end of a list that was cut; takes `count`.
    """

    asked: str
    decided: str
    constraints: str
    failed: str
    called: str
    found: str
    open_questions: str
    files: str
    progress: str
    shortened: str
    joined: str
    again: str
    newer: str
    offloaded: str
    cut: str
    more: str


LABELS: Mapping[Language, Labels] = {
    "he": Labels(
        asked="נשאל",
        decided="החלטות",
        constraints="אילוצים",
        failed="נכשל",
        called="נקרא",
        found="נמצא",
        open_questions="שאלות פתוחות",
        files="קבצים",
        progress="התקדמות עד כה",
        shortened="[קוצר; הנוסח המלא שמור ביומן, אירוע {event}]",
        joined="[סוכם יחד עם תוצאת הקריאה {call}]",
        again="[אותה תוצאה מופיעה שוב בקריאה {call}]",
        newer="[הוחלף בקריאה חדשה יותר, {call}]",
        offloaded="[תוצאה גדולה: {size} תווים, שמורה בקובץ {sha256}; להלן תחילתה וסופה]",
        cut="[… הושמט …]",
        more="[ועוד {count}, ביומן]",
    ),
    "en": Labels(
        asked="Asked",
        decided="Decisions",
        constraints="Constraints",
        failed="Failed",
        called="Called",
        found="Found",
        open_questions="Open questions",
        files="Files",
        progress="Progress so far",
        shortened="[Shortened; the whole text is in the log, event {event}]",
        joined="[Summed up together with the result of call {call}]",
        again="[The same result stands again at call {call}]",
        newer="[A later reading took its place, {call}]",
        offloaded="[Large result: {size} characters, in file {sha256}; its beginning and end:]",
        cut="[… left out …]",
        more="[and {count} more, in the log]",
    ),
    "ru": Labels(
        asked="Спрошено",
        decided="Решения",
        constraints="Ограничения",
        failed="Не удалось",
        called="Вызвано",
        found="Найдено",
        open_questions="Открытые вопросы",
        files="Файлы",
        progress="Ход работы",
        shortened="[Сокращено; полный текст в журнале, событие {event}]",
        joined="[Сведено вместе с результатом вызова {call}]",
        again="[Тот же результат стоит ещё раз у вызова {call}]",
        newer="[Заменено более новым чтением, {call}]",
        offloaded="[Большой результат: {size} знаков, хранится в файле {sha256}; начало и конец:]",
        cut="[… пропущено …]",
        more="[и ещё {count}, в журнале]",
    ),
    "ar": Labels(
        asked="سُئل",
        decided="القرارات",
        constraints="القيود",
        failed="ما فشل",
        called="استُدعي",
        found="وُجد",
        open_questions="أسئلة مفتوحة",
        files="الملفات",
        progress="التقدم حتى الآن",
        shortened="[مختصر؛ النص الكامل في السجل، الحدث {event}]",
        joined="[لُخّص مع نتيجة الاستدعاء {call}]",
        again="[النتيجة نفسها تظهر ثانية عند الاستدعاء {call}]",
        newer="[حلّت محلها قراءة أحدث، {call}]",
        offloaded="[نتيجة كبيرة: {size} حرفًا، محفوظة في الملف {sha256}؛ بدايتها ونهايتها:]",
        cut="[… حُذف …]",
        more="[و{count} أخرى في السجل]",
    ),
}
"""By the language of the conversation."""
