"""The settings of people: accounts, sessions, and the mail that goes to them."""

from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings


class PeopleSettings(BaseSettings):
    """A part of `Settings`, apart for its length."""

    accounts: bool = Field(
        False,
        description="Whether everybody signs in even before there is an account. Once there is "
        "one, everybody does in any case.",
    )
    sign_up_by_invitation: bool = Field(
        True,
        description="Whether somebody without an account may make one by an invitation to a room.",
    )
    session_idle_hours: float = Field(
        168.0, gt=0, description="After so long without use a person signs in again."
    )
    session_days: float = Field(
        30.0, gt=0, description="After so long a person signs in again in any case."
    )
    public_url: str = Field(
        "",
        description="Address under which people reach the server (`https://kesher.example.org`), "
        "for links in mail. Without it no mail is sent.",
    )
    smtp_host: str = Field("", description="Mail server. Empty: no mail is sent.")
    smtp_port: int = Field(587, ge=1, le=65535, description="The mail server's port.")
    smtp_security: Literal["starttls", "tls", "none"] = Field(
        "starttls",
        description="`starttls`: encrypted after a plain greeting (port 587). `tls`: from the "
        "first byte (port 465). `none`: not at all, for a mail server on the same machine.",
    )
    smtp_user: str = Field("", description="Name at the mail server. Empty: nobody signs in.")
    smtp_password: SecretStr = Field(SecretStr(""), description="Password at the mail server.")
    smtp_from: str = Field(
        "", description="Address that mail comes from. Empty: `smtp_user`, where it is an address."
    )
