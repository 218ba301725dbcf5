import pytest

from kesher.context.skills.manifest import parse
from kesher.domain.skill import Skill
from kesher.errors import SkillError


def words(text: str) -> int:
    return len(text.split())


def read(text: str, folder: str = "hebrew-letters") -> Skill:
    return parse(text.encode(), folder=folder, count=words)


GOOD = """---
name: hebrew-letters
description: 'כתיבת מכתבים רשמיים: להשתמש כשמבקשים מכתב, not for e-mail'
license: Apache-2.0
compatibility: Python 3.11
metadata:
  version: 1.0
  author: דנה
allowed-tools: read_skill_file Bash(git add *) search
---
# הוראות

כתבו בקצרה.
"""


def test_a_valid_manifest_with_a_hebrew_description_is_read_whole() -> None:
    skill = read(GOOD)
    assert skill.name == "hebrew-letters"
    assert skill.description.startswith("כתיבת מכתבים רשמיים: ")
    assert skill.metadata == (("author", "דנה"), ("version", "1.0"))
    assert skill.allowed_tools == ("read_skill_file", "Bash(git add *)", "search")
    assert skill.body == "# הוראות\n\nכתבו בקצרה."


@pytest.mark.parametrize(
    "written",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace("---\n", "---  \n"),
    ],
)
def test_marks_and_line_ends_of_other_systems_change_nothing(written: str) -> None:
    assert read(written) == read(GOOD)


def test_scalars_stay_the_text_that_was_written() -> None:
    skill = read("---\nname: '123'\ndescription: no\nmetadata: {day: 2024-01-01}\n---\nגוף", "123")
    assert (skill.description, skill.metadata) == ("no", (("day", "2024-01-01"),))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Hebrew", "a-z, 0-9 and single hyphens"),
        ("-a", "single hyphens between"),
        ("a-", "single hyphens between"),
        ("a--b", "single hyphens between"),
        ("מכתבים", "the description may be Hebrew"),
        ("a_b", "a-z, 0-9"),
        ("a" * 65, "65 characters; 64 is the most"),
        ("''", "`name` is missing"),
    ],
)
def test_a_name_outside_the_specification_is_refused_with_its_reason(name: str, said: str) -> None:
    with pytest.raises(SkillError, match=said):
        read(f"---\nname: {name}\ndescription: d\n---\nגוף", name)


def test_a_name_of_64_letters_and_a_description_of_1024_are_allowed() -> None:
    name = "a" * 64
    assert read(f"---\nname: {name}\ndescription: {'א' * 1024}\n---\nגוף", name).name == name


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("name: x\ndescription: d", "does not begin with a line `---`"),
        ("---\nname: x\ndescription: d\n", "has no end"),
        ("---\nname: y\ndescription: d\n---\nb", "the folder `x`"),
        ("---\nname: x\n---\nb", "`description` is missing"),
        ("---\nname: x\ndescription: '  '\n---\nb", "`description` is empty"),
        ("---\nname: x\ndescription: [a]\n---\nb", "`description` must be a text"),
        (f"---\nname: x\ndescription: {'ש' * 1025}\n---\nb", "1,025 characters; 1,024"),
        (f"---\nname: x\ndescription: d\ncompatibility: {'c' * 501}\n---\nb", "500 is the most"),
        ("---\nname: x\ndescription: d\nauthor: me\n---\nb", "Unknown fields: `author`"),
        ("---\nname: x\ndescription: d\nmetadata: [1]\n---\nb", "`metadata` must be"),
        ("---\nname: x\ndescription: d\nmetadata: {a: {b: c}}\n---\nb", "`metadata` must be"),
        ("---\nname: x\ndescription: d\nallowed-tools: {a: b}\n---\nb", "`allowed-tools`"),
        ("---\nname: x\ndescription: d\n---\n\n \n", "The body is empty"),
        ("---\nname: x\ndescription: d\n---\n" + "שורה\n" * 500 + "x", "must stay under 500"),
        ("---\nname: x\ndescription: d\n---\n" + "מילה " * 5000, "must stay under 5,000"),
        ("---\nname: x\ndescription: d: e\n---\nb", "must stand in quotes"),
        ("---\nname: x\nname: x\ndescription: d\n---\nb", "stands twice"),
        ("---\nname: x\ndescription: &a d\nlicense: *a\n---\nb", "aliases"),
        ("---\nname: [\n---\nb", "no valid YAML"),
        ("---\n- a\n---\nb", "holds no fields"),
        ("---\n---\nb", "holds no fields"),
        ("---\nname: !!python/object/apply:os.getcwd []\ndescription: d\n---\nb", "x"),
    ],
)
def test_a_broken_manifest_is_refused_with_its_reason(written: str, said: str) -> None:
    with pytest.raises(SkillError, match=said):
        read(written, "x")


def test_every_breach_is_named_at_once() -> None:
    with pytest.raises(SkillError) as caught:
        read("---\nname: X\nauthor: me\n---\nb", "x")
    for said in ("author", "single hyphens", "make them equal", "`description` is missing"):
        assert said in str(caught.value)


def test_bytes_that_are_no_utf8_are_refused() -> None:
    with pytest.raises(SkillError, match="not UTF-8"):
        parse("---\nname: x\ndescription: שלום\n---\n".encode("cp1255"), folder="x", count=words)


def test_a_huge_manifest_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(SkillError, match="262,144 is the most"):
        parse(b"-" * 300_000, folder="x", count=words)


def test_deeply_nested_yaml_is_refused_and_does_not_end_the_process() -> None:
    with pytest.raises(SkillError, match="no valid YAML"):
        read("---\nname: " + "[" * 20_000 + "\n---\nb", "x")


@pytest.mark.parametrize("field", ["? [a, b]\n: c", "? {a: b}\n: c"])
def test_yaml_that_is_no_plain_field_is_refused(field: str) -> None:
    written = f"---\nname: x\ndescription: תיאור\n{field}\n---\nגוף".encode()
    with pytest.raises(SkillError):
        parse(written, folder="x", count=len)


def test_a_list_of_tools_without_end_is_read_in_a_moment() -> None:
    written = b"---\nname: x\ndescription: d\nallowed-tools: " + b"a(" * 60_000 + b"\n---\nbody"
    assert parse(written, folder="x", count=len).name == "x"


@pytest.mark.parametrize("said", ['"a\\e[2J"', '"שלום\\u202egnp.exe"', '"a\\0b"', '"a\\uD800b"'])
def test_a_description_that_could_drive_a_terminal_is_refused(said: str) -> None:
    written = f"---\nname: x\ndescription: {said}\n---\nbody".encode()
    with pytest.raises(SkillError, match="control characters"):
        parse(written, folder="x", count=len)


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x9b", "\x07"])
def test_a_body_with_control_characters_is_refused(char: str) -> None:
    written = f"---\nname: x\ndescription: תיאור\n---\nגוף{char}".encode()
    with pytest.raises(SkillError, match="control character"):
        parse(written, folder="x", count=len)
