"""The lint of prompts: planted faults are found in four languages."""

import json

import pytest

from kesher.context.prompt_lint.findings import MESSAGES
from kesher.context.prompt_lint.lint import Prompt, lint_prompt, read_prompt
from kesher.domain.json_value import JsonObject
from kesher.errors import InputError


def codes(prompt: Prompt) -> set[str]:
    return {finding.code for finding in lint_prompt(prompt)}


def tool(name: str, description: str = "", **properties: JsonObject) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": {**properties}, "required": []}
    return {"name": name, "description": description, "parameters": schema}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Always quote the invoice number. Never quote the invoice number.", "contradiction"),
        ("חובה לצטט את מספר החשבונית. אסור לצטט את מספר החשבונית.", "contradiction"),
        ("Всегда цитируйте номер счета. Никогда не цитируйте номер счета.", "contradiction"),
        ("Write at most 3 sentences. Write no more than 7 sentences.", "number_conflict"),
        ("כתוב לכל היותר 3 משפטים. כתוב לכל היותר 7 משפטים.", "number_conflict"),
        ("Be brief. Explain in great detail.", "tone_conflict"),
        ("ענה בקצרה. פרט ככל האפשר.", "tone_conflict"),
        ("<rules>One.", "unclosed_tag"),
        ("One.</rules>", "unclosed_tag"),
        ("# A\n\n### B", "heading_jump"),
        ("Answer the question. " * 90, "no_structure"),
        ("- Answer it.\n" * 25, "long_rule_list"),
        ("Today is 2025-09-14.", "dynamic_time"),
        ("התאריך היום: 14.9.2025", "dynamic_time"),
        ("تاريخ اليوم: 14.9.2025", "dynamic_time"),
        ("Сегодня 14.9.2025", "dynamic_time"),
        ("Request 123e4567-e89b-12d3-a456-426614174000", "dynamic_id"),
        ("Balance: 1,200", "user_state"),
        ("היתרה: 1,200", "user_state"),
        ("Hello {{ user.name }}", "placeholder"),
        ("שלום {name}", "placeholder"),
        ("Escalate as needed.", "vague_rule"),
        ("העבר לנציג במידת הצורך.", "vague_rule"),
        ("حوّل إلى موظف عند الحاجة.", "vague_rule"),
        ("Передайте оператору при необходимости.", "vague_rule"),
        ("MUST NEVER ALWAYS MUST ONLY CRITICAL MUST", "capitals"),
        ("Always cite. Never cite.", "contradiction"),
        ("Always cite and never cite.", "contradiction"),
        ("Cite the page. Do not cite the page.", "contradiction"),
        ("Do not use tables. Use tables.", "contradiction"),
        ("You must always cite, but never cite.", "contradiction"),
        ("תמיד ענה בעברית. לעולם אל תענה בעברית.", "contradiction"),
        ("תמיד ענה בעברית, ולעולם אל תענה בעברית.", "contradiction"),
        ("כתוב טבלאות. אל תכתוב טבלאות.", "contradiction"),
        ("תמיד צטט cases מה-CRM. אל תצטט cases מה-CRM.", "contradiction"),
        ("أجب دائما بالعربية. لا تجب بالعربية.", "contradiction"),
        ("Всегда цитируй источник. Не цитируй источник.", "contradiction"),
        ("You are a brilliant world-class expert.", "praise"),
        ("Act as the best lawyer in the world.", "praise"),
        ("אתה מומחה מבריק.", "praise"),
        ("את העורכת הטובה ביותר בעולם.", "praise"),
        ("אתה senior מהשורה הראשונה.", "praise"),
        ("أنت خبير عبقري.", "praise"),
        ("Ты гениальный юрист мирового уровня.", "praise"),
        ("שלום {שם_המשתמש}", "placeholder"),
        ("שלום {שם המשתמש}", "placeholder"),
        ("مرحبا {اسم_المستخدم}", "placeholder"),
        ("Здравствуйте, {имя}", "placeholder"),
        ("Hello {UserName}", "placeholder"),
        ("Hello %(name)s", "placeholder"),
        ("היום 2026-11-30 השעה 10:00", "dynamic_time"),
        ("היום יום שני, 30 בנובמבר", "dynamic_time"),
        ("השעה 10:00.", "dynamic_time"),
        ("Today, 30 November 2026, the office is open.", "dynamic_time"),
        ("اليوم 2026-11-30", "dynamic_time"),
        ("Сейчас 10:00.", "dynamic_time"),
    ],
)
def test_a_planted_fault_of_the_text_is_found(text: str, code: str) -> None:
    assert code in codes(Prompt(system=text))


@pytest.mark.parametrize(
    "text",
    [
        "Always cite the page. Never cite a page that you did not read in this session.",
        "Write at most 3 sentences and at most 20 words.",
        "חובה לצטט את העמוד. אסור לנחש שם של אדם.",
        "The lease began on 2019-01-01.",
        "Use `<rules>` literally.",
        "You must answer in Russian. Никогда не угадывайте имена.",
        "Always cite the page, never guess a page.",
        "Always answer. Never answer for somebody else.",
        "Never guess names.\n## Names\nCite the page.",
        "תמיד ענה בעברית. אל תענה על שאלות רפואיות.",
        "פנה אל המנהל. תמיד פנה בכתב.",
        "لا تجب عن أسئلة طبية. أجب دائما بالعربية.",
        "You are an expert in Israeli labour law. Find the best offer in the world price list.",
        "אתה מומחה לדיני עבודה. הצע את המחיר הטוב ביותר.",
        "המשרד פתוח עד השעה 10:00, ומחר מהשעה 9:00.",
        "כמה פגישות היום: 3.",
        'Answer as {"page": 3} or {A}.',
        r"Write the fraction as \frac{abc}{def}.",
    ],
)
def test_a_sound_rule_gives_no_alarm(text: str) -> None:
    assert codes(Prompt(system=text)) == set()


@pytest.mark.parametrize(
    ("tools", "code"),
    [
        ((tool("find"),), "tool_no_description"),
        ((tool("find", "Finds."),), "tool_thin_description"),
        ((tool("find", "Finds.", query={"type": "string"}),), "parameter_undescribed"),
        (
            (tool("f", "F.", k={"type": "string", "description": "One of: day, week."}),),
            "enum_missing",
        ),
        ((tool("get_user_order"), tool("get_user_orders")), "tool_names_alike"),
        ((tool("find"), tool("find")), "tool_same_name"),
        (({"name": "f", "parameters": {"properties": {"a": {}}}},), "required_unclear"),
        (
            ({"name": "f", "parameters": {"properties": {"a": {}}, "required": ["b"]}},),
            "required_unknown",
        ),
    ],
)
def test_a_planted_fault_of_a_tool_is_found(tools: tuple[JsonObject, ...], code: str) -> None:
    assert code in codes(Prompt(tools=tools))


def test_hebrew_examples_that_differ_in_prefixes_alone_are_near_duplicates() -> None:
    pair = ("מה מספר החשבונית של הלקוח בחיפה", "מה מספר חשבונית של לקוח בחיפה")
    assert "examples_alike" in codes(Prompt(examples=pair))
    assert codes(Prompt(examples=(pair[0], "מתי נפתח החניון בתל אביב"))) == set()


def test_a_fault_is_told_with_its_line_and_column() -> None:
    finding = lint_prompt(Prompt(system="<a>\nשלום {name}\n</a>"))[0]
    assert (finding.line, finding.column, finding.excerpt) == (2, 6, "{name}")
    assert finding.message("he") == MESSAGES["placeholder"][1]


def test_a_request_body_is_read_with_its_tools_and_system_message() -> None:
    body = {"messages": [{"role": "system", "content": "חובה."}], "tools": [tool("find")]}
    assert read_prompt(json.dumps(body)) == Prompt("חובה.", (tool("find"),))
    with pytest.raises(InputError, match="`messages`"):
        read_prompt("{}")


def test_a_date_is_told_once_whichever_rules_see_it() -> None:
    found = lint_prompt(Prompt(system="Today is 2026-11-30 10:00."))
    assert [each.code for each in found] == ["dynamic_time"]


def test_a_date_is_shown_whole() -> None:
    [found] = lint_prompt(Prompt(system="היום 2026-11-30 פתוח."))
    assert found.excerpt == "היום 2026-11-30"


def test_a_contradiction_inside_one_sentence_is_told_at_its_second_half() -> None:
    found = lint_prompt(Prompt(system="Be kind.\nAlways cite, and never cite."))
    assert [(each.code, each.line, each.excerpt) for each in found] == [
        ("contradiction", 2, "never cite")
    ]
