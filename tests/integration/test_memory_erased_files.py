"""What was erased stands in no file of the data folder, while the program runs on."""

from datetime import datetime, timedelta
from pathlib import Path

from kesher import Kesher

AT = datetime.fromisoformat("2026-03-01T09:00:00+02:00")
WORDS = ("זגרומבק", "Xylovantis", "052-5559871", "Зубробыль")


def found(folder: Path) -> set[str]:
    held = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return {word for word in WORDS if any(word.encode() in each for each in held)}


def test_erased_words_stand_in_no_file_any_more(tmp_path: Path) -> None:
    with Kesher(tmp_path, log_level="error") as kesher:
        memory = kesher.memory("דייר")
        thread = memory.thread("שיחה")
        for number in range(20):
            text = f"{number}: אני גר בזגרומבק, הטלפון שלי 052-5559871, work at Xylovantis"
            thread.message(text, id=f"m{number}", at=AT + timedelta(minutes=number))
            thread.message(f"Меня зовут Зубробыль {number}", id=f"r{number}", at=AT)
        memory.settle()
        assert found(tmp_path) == set(WORDS)
        for number in range(20):
            memory.forget_message("שיחה", f"m{number}")
        assert found(tmp_path) == {"Зубробыль"}
        assert memory.forget_all().messages == 20
        assert found(tmp_path) == set()
