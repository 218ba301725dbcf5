"""The messages that Kesher sends, in Hebrew and in English."""

from dataclasses import dataclass
from html import escape
from string import Template
from typing import Literal

from kesher.domain.access import User
from kesher.ports.accounts import Mail

Language = Literal["he", "en"]

_RIGHT_TO_LEFT_MARK = "\u200f"
_ISOLATE, _POP = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class _Words:
    subject: str
    greeting: Template
    before: str
    button: str
    after: str


_PASSWORD: dict[Language, _Words] = {
    "he": _Words(
        subject="בחירת סיסמה ל-Kesher",
        greeting=Template("שלום $name,"),
        before="ביקשו לבחור סיסמה חדשה לחשבון שלך. הקישור טוב לפעם אחת, למשך שעה:",
        button="בחירת סיסמה",
        after="אם לא ביקשת, אין צורך לעשות דבר: הסיסמה נשארת כפי שהיא.",
    ),
    "en": _Words(
        subject="Choose a password for Kesher",
        greeting=Template("Hello $name,"),
        before="Somebody asked to choose a new password for your account. "
        "The link is good once, for one hour:",
        button="Choose a password",
        after="If it was not you, there is nothing to do: the password stays as it is.",
    ),
}


def password_mail(user: User, url: str, language: Language) -> Mail:
    """Return the message with a link to set a password.

    Args:
        url: The whole link, with its secret.
    """
    words = _PASSWORD[language]
    return Mail(
        to=user.email,
        subject=words.subject,
        text=_plain(words, user.name, url, language),
        html=_html(words, user.name, url, language),
        language=language,
    )


def _plain(words: _Words, name: str, url: str, language: Language) -> str:
    """Return plain text. A mark at each line's start keeps Hebrew lines right-to-left.

    The link stands alone on a line without one, so that it can be copied whole.
    """
    mark = _RIGHT_TO_LEFT_MARK if language == "he" else ""
    greeting = words.greeting.substitute(name=f"{_ISOLATE}{name}{_POP}")
    return f"{mark}{greeting}\n\n{mark}{words.before}\n\n{url}\n\n{mark}{words.after}\n"


def _html(words: _Words, name: str, url: str, language: Language) -> str:
    direction = "rtl" if language == "he" else "ltr"
    greeting = words.greeting.substitute(name=f"<bdi>{escape(name)}</bdi>")
    link = escape(url, quote=True)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}" dir="{direction}">\n'
        f'<head><meta charset="utf-8"><title>{words.subject}</title></head>\n'
        f'<body dir="{direction}" style="font-family: sans-serif; line-height: 1.5">\n'
        f"<p>{greeting}</p>\n<p>{words.before}</p>\n"
        f'<p><a href="{link}">{words.button}</a></p>\n'
        f'<p dir="ltr" style="font-size: small">{link}</p>\n'
        f"<p>{words.after}</p>\n</body>\n</html>\n"
    )
