import pytest

from unit.memory.rules.said import facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("our florist will be Tulip & Thorn, they're lovely", "user.supplier=Tulip"),
        ("the photographer will be Nora Beck", "user.supplier=Nora Beck"),
        ("for the music we went with Low Harbour", "user.supplier=Low Harbour"),
        ("הצלמת תהיה נורה בק, היא מעולה", "user.supplier=נורה בק"),
        ("the flat belongs to Frieda Lunt", "user.landlord=Frieda Lunt"),
        ("I want to switch to direct debit", "user.payment_method=direct debit"),
        ("אני רוצה לעבור להוראת קבע", "user.payment_method=הוראת קבע"),
        ("בבקשה, אני רוצה לעבור ל-standing order", "user.payment_method=standing order"),
        ("visiting my sister in Oslo this week", "user.current_location=Oslo"),
        ("my goal is to swim a mile by June", "user.goal=swim a mile by June"),
        ("המטרה שלי לרוץ מרתון עד האביב", "user.goal=לרוץ מרתון עד האביב"),
        ("I've been a midwife at St. Anne's for years", "user.job=midwife"),
        ("I own Corner Pools", "user.employer=Corner Pools"),
        ("joining Orrin & West on 1 March", "user.employer=Orrin"),
        ("I'm not allowed to drive until June", "user.restriction=drive until June"),
        ("picked up woodcarving lately", "user.hobby=woodcarving"),
        ("coconut is the devil's work", "user.dislikes=coconut"),
        ("פטריות עושות לי בחילה", "user.dislikes=פטריות"),
        ("been seeing Nadia for two years", "user.partner=Nadia"),
        ("the surgeon is Prof. Hadar", "user.doctor=Prof. Hadar"),
    ],
)
def test_what_people_tell_of_themselves_is_read_in_other_words(text: str, expected: str) -> None:
    assert any(fact.startswith(expected) for fact in facts(text))


@pytest.mark.parametrize(
    "text",
    [
        "is the photographer Nora Beck?",
        "if my goal were to swim a mile I'd train",
        "should I switch to direct debit?",
        "does the flat belong to Frieda Lunt?",
        "היום אני תקוע בצפת",
        "stuck at Schiphol, back in an hour",
        "No dairy for me, it makes me sick",
        "My husband is allergic to wool",
        "האם הצלמת תהיה נורה בק?",
        "كوكوس",
        "цель есть у всех",
    ],
)
def test_what_is_asked_supposed_or_of_others_gives_none_of_these(text: str) -> None:
    keys = ("supplier", "landlord", "payment_method", "current_location", "goal", "spouse")
    told = [fact for fact in facts(text) if fact.startswith(tuple(f"user.{key}=" for key in keys))]
    assert told == []
