"""What the lint of a prompt reports, and what each code means in English and in Hebrew."""

from dataclasses import dataclass
from enum import StrEnum

EXCERPT_CHARS = 80


class Severity(StrEnum):
    """How surely a finding does harm."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a prompt.

    Attributes:
        code: A key of `MESSAGES`.
        part: `system`, `examples[3]`, `tools[search]`.
        line, column: From 1, inside the part.
        excerpt: The words themselves, at most `EXCERPT_CHARS` characters.
    """

    code: str
    severity: Severity
    part: str
    line: int
    column: int
    excerpt: str

    def message(self, language: str = "en") -> str:
        """Return what is wrong and what to do, in Hebrew (`he`) or else in English."""
        english, hebrew = MESSAGES[self.code]
        return hebrew if language == "he" else english


def found(code: str, part: str, text: str, start: int, end: int) -> Finding:
    """Return a finding at `text[start:end]`, its place counted in code points."""
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    excerpt = " ".join(text[start:end].split())[:EXCERPT_CHARS]
    severity = Severity.ERROR if code in _ERRORS else Severity.WARNING
    return Finding(code, severity, part, line, column, excerpt)


_ERRORS = frozenset(
    {
        "contradiction",
        "number_conflict",
        "unclosed_tag",
        "dynamic_time",
        "dynamic_id",
        "placeholder",
        "tool_no_description",
        "tool_same_name",
        "required_unknown",
        "fence_open",
        "hidden_character",
        "direction_override",
        "examples_disagree",
        "example_incomplete",
        "tool_name_invalid",
    }
)

MESSAGES: dict[str, tuple[str, str]] = {
    "contradiction": (
        "One rule demands what another forbids. Keep one, or say which case each is for.",
        "כלל אחד דורש את מה שכלל אחר אוסר. השאירו אחד, או כתבו לאיזה מקרה כל אחד.",
    ),
    "number_conflict": (
        "Two different limits stand for the same thing. Keep one number.",
        "שתי מגבלות שונות על אותו דבר. השאירו מספר אחד.",
    ),
    "tone_conflict": (
        "The answer shall be both brief and detailed. Say when each is wanted.",
        "התשובה נדרשת להיות גם קצרה וגם מפורטת. כתבו מתי כל אחת.",
    ),
    "unclosed_tag": (
        "A tag is opened or closed without its other half. Close it, or escape it.",
        "תגית נפתחת או נסגרת בלי בת הזוג שלה. סגרו אותה או כתבו אותה כטקסט.",
    ),
    "heading_jump": (
        "A heading skips a level. Use the next level.",
        "כותרת מדלגת על רמה. השתמשו ברמה הבאה.",
    ),
    "no_structure": (
        "A long prompt without sections or steps. Divide it by headings or tags.",
        "הנחיה ארוכה בלי חלקים או צעדים. חלקו אותה בכותרות או בתגיות.",
    ),
    "long_rule_list": (
        "A very long list of rules without order. Number, group or rank them.",
        "רשימת כללים ארוכה בלי סדר. מספרו, קבצו או דרגו אותם.",
    ),
    "dynamic_time": (
        "A time of now stands in the prefix and breaks the cache. Move it into the status.",
        "שעה נוכחית ברישא הקבועה שוברת את המטמון. העבירו אותה לשורת המצב.",
    ),
    "dynamic_id": (
        "An identifier of a request or user breaks the cache. Leave it out of the prefix.",
        "מזהה של בקשה או משתמש שובר את המטמון. הוציאו אותו מהרישא הקבועה.",
    ),
    "user_state": (
        "A user's changing state stands in the prefix. Move it into the status.",
        "מצב משתנה של משתמש ברישא הקבועה. העבירו אותו לשורת המצב.",
    ),
    "placeholder": (
        "A placeholder was left unfilled. Fill it before sending.",
        "מציין מקום נשאר ריק. מלאו אותו לפני השליחה.",
    ),
    "vague_rule": (
        "The rule leaves the decision open. Say in which case, and how much.",
        "הכלל משאיר את ההחלטה פתוחה. כתבו באיזה מקרה וכמה.",
    ),
    "praise": (
        "Praise of the model decides nothing. Say what it knows, for whom it works, and what a "
        "good answer holds.",
        "שבחים למודל אינם מכריעים דבר. כתבו מה ידוע לו, עבור מי הוא עובד ומה יש בתשובה טובה.",
    ),
    "capitals": (
        "Many words in capitals weaken one another. Keep them for one or two rules.",
        "מילים רבות באותיות גדולות מחלישות זו את זו. השאירו אותן לכלל אחד או שניים.",
    ),
    "examples_alike": (
        "Two examples are nearly the same. Replace one by a case that differs.",
        "שתי דוגמאות כמעט זהות. החליפו אחת במקרה שונה.",
    ),
    "examples_many": (
        "Too many examples. Three to five that differ teach more.",
        "יותר מדי דוגמאות. שלוש עד חמש שונות מלמדות יותר.",
    ),
    "tool_no_description": (
        "The tool has no description. Say what it does, its bounds, and give an example.",
        "לכלי אין תיאור. כתבו מה הוא עושה, את גבולותיו, והביאו דוגמה.",
    ),
    "tool_thin_description": (
        "The description gives no bounds and no example. Say when not to use it; add one.",
        "בתיאור אין גבולות ואין דוגמה. כתבו מתי לא להשתמש בכלי והוסיפו דוגמה.",
    ),
    "parameter_undescribed": (
        "The parameter has no description. Say its meaning, form and unit.",
        "לפרמטר אין תיאור. כתבו משמעות, צורה ויחידה.",
    ),
    "enum_missing": (
        "The description lists the allowed values, and the schema does not. Add `enum`.",
        "התיאור מונה את הערכים המותרים, והסכמה לא. הוסיפו `enum`.",
    ),
    "required_unclear": (
        "The schema does not say which parameters are required. Add `required`.",
        "הסכמה אינה אומרת אילו פרמטרים הם חובה. הוסיפו `required`.",
    ),
    "required_unknown": (
        "A required parameter is not defined. Define it, or take it off `required`.",
        "פרמטר חובה אינו מוגדר. הגדירו אותו או הסירו אותו מ־`required`.",
    ),
    "tool_same_name": (
        "Two tools have the same name. Rename one.",
        "לשני כלים אותו שם. שנו אחד מהם.",
    ),
    "tool_names_alike": (
        "Two names are easily mistaken for one another. Name what sets them apart.",
        "קל להחליף בין שני שמות. כתבו בשם את מה שמבדיל ביניהם.",
    ),
    "number_gap": (
        "A number of the list is missing or stands twice. Number it again.",
        "מספר ברשימה חסר או מופיע פעמיים. מספרו מחדש.",
    ),
    "step_unknown": (
        "The prompt has no step of that number. Name the one that is meant.",
        "אין בהנחיה צעד במספר הזה. כתבו את הצעד הנכון.",
    ),
    "section_twice": (
        "Two sections have the same name. Join them, or name what sets them apart.",
        "לשני חלקים אותו שם. אחדו אותם או כתבו בשם את ההבדל.",
    ),
    "section_empty": (
        "The section is empty. Fill it, or leave it out.",
        "החלק ריק. מלאו אותו או הסירו אותו.",
    ),
    "fence_open": (
        "A code block is opened and not closed. Close it with three backticks.",
        "גוש קוד נפתח ולא נסגר. סגרו אותו בשלושה גרשיים הפוכים.",
    ),
    "note_left": (
        "A note to yourself was left. Decide, and take it out.",
        "נשארה הערה לכותב. החליטו והסירו אותה.",
    ),
    "long_sentence": (
        "The sentence holds too much to be followed. Divide it into numbered steps.",
        "המשפט ארוך מכדי לפעול לפיו. חלקו אותו לצעדים ממוספרים.",
    ),
    "shouting": (
        "Shouting adds no meaning. Write it calmly and say why the rule holds.",
        "צעקה אינה מוסיפה משמעות. כתבו בנחת והסבירו למה הכלל קיים.",
    ),
    "pressure": (
        "A threat or a promise of pay is no instruction. Say what a good answer looks like.",
        "איום או הבטחת תשלום אינם הוראה. כתבו איך נראית תשובה טובה.",
    ),
    "rule_twice": (
        "The same rule stands twice. Keep it where it is looked for.",
        "אותו כלל מופיע פעמיים. השאירו אותו במקום אחד.",
    ),
    "hidden_character": (
        "A character that nobody sees stands in the text. Delete it.",
        "תו בלתי נראה עומד בטקסט. מחקו אותו.",
    ),
    "direction_override": (
        "A control forces the direction: people and models read different texts. Delete it.",
        "תו בקרה כופה כיוון, ואנשים ומודלים קוראים טקסט שונה. מחקו אותו.",
    ),
    "examples_disagree": (
        "The same input has two different outputs. Keep the right one.",
        "לאותו קלט שני פלטים שונים. השאירו את הנכון.",
    ),
    "example_incomplete": (
        "The example lacks its input or its output. Write both.",
        "בדוגמה חסר קלט או פלט. כתבו את שניהם.",
    ),
    "examples_forms": (
        "Most outputs are JSON and this one is not, or the reverse. Write all in one form.",
        "רוב הפלטים הם JSON וזה לא, או להפך. כתבו את כולם בצורה אחת.",
    ),
    "tool_name_invalid": (
        "Providers refuse the name. Use at most 64 of a-z, A-Z, 0-9, _ and -.",
        "ספקים דוחים את השם. השתמשו בעד 64 תווים מתוך a-z, A-Z, 0-9, _ ו־-.",
    ),
    "parameter_untyped": (
        "The parameter has no type. Add `type` or `enum`.",
        "לפרמטר אין סוג. הוסיפו `type` או `enum`.",
    ),
    "unit_missing": (
        "The number has no unit. Say it in the name or the description.",
        "למספר אין יחידה. כתבו אותה בשם או בתיאור.",
    ),
    "tools_alike": (
        "Two tools have nearly the same description. Say when to take which.",
        "לשני כלים תיאור כמעט זהה. כתבו מתי לבחור בכל אחד.",
    ),
}
"""Code → (English, Hebrew)."""
