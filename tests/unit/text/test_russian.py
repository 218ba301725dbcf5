import pytest

from kesher.text.russian import cases


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Хайфа", "Хайфе"),
        ("Хайфа", "Хайфу"),
        ("Рига", "Риги"),
        ("Герцлия", "Герцлии"),
        ("Тель-Авив", "Тель-Авива"),
        ("Беэр-Шева", "Беэр-Шеву"),
        ("Казань", "Казани"),
        ("Ариэль", "Ариэле"),
        ("Харьков", "Харькове"),
    ],
)
def test_a_town_is_known_in_its_other_cases(name: str, form: str) -> None:
    assert form in cases(name)


@pytest.mark.parametrize("name", ["חיפה", "Haifa", "حيفا", "Тбилиси"])
def test_what_does_not_decline_stays_alone(name: str) -> None:
    assert cases(name) == (name,)
