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
        "for links in mail and the way back from `oidc_issuer`. Without it no mail is sent.",
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

    # signing in through another service (docs/how-to/single-sign-on.md)
    oidc_issuer: str = Field(
        "",
        description="OpenID Connect provider that people sign in through "
        "(`https://accounts.google.com`), as it names itself. https, or http on this machine. "
        "Empty: none.",
    )
    oidc_client_id: str = Field("", description="What Kesher is called at `oidc_issuer`.")
    oidc_client_secret: SecretStr = Field(
        SecretStr(""), description="Kesher's secret at `oidc_issuer`. Empty: a public client."
    )
    oidc_scopes: str = Field(
        "openid email profile", description="What `oidc_issuer` is asked for, with blanks."
    )
    oidc_label_he: str = Field(
        "כניסה דרך הארגון", description="The button to `oidc_issuer`, in Hebrew."
    )
    oidc_label_en: str = Field(
        "Sign in with your organisation", description="The button to `oidc_issuer`, in English."
    )
    oidc_creates: bool = Field(
        False,
        description="Whether whoever `oidc_issuer` vouches for, and has no account, gets one.",
    )
    oidc_domains: str = Field(
        "",
        description="Only people with checked e-mails of these domains come in through "
        "`oidc_issuer`, with commas (`example.org, example.com`). Empty: of any.",
    )
    oidc_requires: str = Field(
        "",
        description="A claim and its value that people need to come in through `oidc_issuer` "
        "(`hd=example.org`, `realm_access.roles=kesher`). Empty: none.",
    )
    oidc_administrators: str = Field(
        "",
        description="A claim and its value that make an administrator (`groups=kesher-admins`); "
        "who comes without it is none any more. Empty: administrators are made here.",
    )
    oidc_trusts_email: bool = Field(
        False,
        description="Whether e-mails count as checked of which `oidc_issuer` does not say so. Only "
        "where nobody but your own administrators sets them there.",
    )
