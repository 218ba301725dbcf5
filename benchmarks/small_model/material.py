"""Trajectories of a wanted size in Hebrew or English, no two sentences alike."""

from collections.abc import Callable
from datetime import UTC, datetime

from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import Origin, Said

START = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)
MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SENTENCES = {
    "hebrew": (
        "סעיף {n}: החוזה עם הספק נחתם במרץ ומסתיים בתום שלוש שנים, אלא אם הוארך בכתב.",
        "לפי נוהל {n} עובד במשרה מלאה זכאי לעשרים ושניים ימי חופשה בכל שנה.",
        "הוועדה קיבלה את הצעה {n} ברוב קולות ודחתה את ההסתייגויות של המשרד.",
    ),
    "english": (
        "Clause {n}: the contract was signed in March and ends after three years unless renewed.",
        "By procedure {n} a full-time employee is entitled to twenty-two days of leave a year.",
        "The committee accepted proposal {n} by a majority and rejected the ministry's objections.",
    ),
}
QUESTIONS = {
    "hebrew": ("מתי מסתיים החוזה?", "וכמה ימי חופשה מגיעים?"),
    "english": ("When does the contract end?", "And how many days of leave are due?"),
}


def sized(language: str, mark: str, tokens: int, count: Callable[[str], int]) -> Trajectory:
    """Return a system message of about so many tokens, its first character `mark`, and a question.

    Args:
        count: Tokens of a text by the model that will read it.
    """
    first, _ = QUESTIONS[language]
    text = mark
    number = 0
    while count(f"{text} {first}") < tokens:
        text = f"{text} {_sentence(language, number)}"
        number += 1
    trajectory = Trajectory(make_prefix(text, ()))
    say(trajectory, Role.USER, first)
    return trajectory


def talk(messages: int, mark: str) -> Trajectory:
    """Return a talk of so many messages of one English word, the last a person's.

    So short, because a thousand of them must fit the model's 8,192 tokens.
    """
    trajectory = Trajectory(make_prefix(f"{mark} Answer briefly.", ()))
    for number in range(messages - 1):
        assistant = bool(number % 2)
        say(trajectory, Role.ASSISTANT if assistant else Role.USER, "yes" if assistant else "more")
    if trajectory.entries()[-1].message.role is Role.USER:
        say(trajectory, Role.ASSISTANT, "yes")
        say(trajectory, Role.USER, "more")
    return trajectory


def say(trajectory: Trajectory, role: Role, text: str) -> None:
    """Append a person's or the model's message."""
    origin = Origin.USER if role is Role.USER else Origin.MODEL
    trajectory.append(Said(Message(role, text), origin), at=START)


def _sentence(language: str, number: int) -> str:
    patterns = SENTENCES[language]
    return patterns[number % len(patterns)].format(n=number + 1)
