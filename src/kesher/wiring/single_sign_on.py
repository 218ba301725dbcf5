"""The other service that people sign in through, made from the settings."""

from kesher.app.people.signing_in import SigningIn
from kesher.app.people.single_sign_on import Labels, SingleSignOn
from kesher.app.people.vouching import Held, Terms, held
from kesher.config.settings import Settings
from kesher.errors import ConfigurationError, InputError


def make_single_sign_on(settings: Settings, signing_in: SigningIn) -> SingleSignOn | None:
    """Return the service that the settings name; None: they name none.

    Raises:
        ConfigurationError: they do not fit together.
    """
    if not settings.oidc_issuer:
        return None
    from kesher.adapters.oidc.provider import Client, OidcProvider

    _check(settings)
    terms = _terms(settings)
    needed = {each.name for each in (terms.requires, terms.administrators) if each is not None}
    client = Client(
        issuer=settings.oidc_issuer,
        client_id=settings.oidc_client_id,
        secret=settings.oidc_client_secret.get_secret_value(),
        scopes=" ".join(settings.oidc_scopes.split()),
        needed=frozenset({"email", *needed}),
    )
    labels = Labels(settings.oidc_label_he, settings.oidc_label_en)
    provider = OidcProvider(client, clock=signing_in.clock)
    return SingleSignOn(provider, signing_in, terms, labels)


def _check(settings: Settings) -> None:
    from kesher.adapters.oidc.description import is_safe

    issuer = settings.oidc_issuer
    if not is_safe(issuer, plain=True) or "?" in issuer or "#" in issuer:
        raise ConfigurationError(
            f"`oidc_issuer` is `{issuer}`, which is no https address. Set it to the provider's own "
            f"name (`https://accounts.google.com`)."
        )
    if not settings.oidc_client_id:
        raise ConfigurationError(
            "`oidc_issuer` is set without what Kesher is called there. Set `oidc_client_id`."
        )
    if "openid" not in settings.oidc_scopes.split():
        raise ConfigurationError(
            "`oidc_scopes` has no `openid`, without which nobody is vouched for. Add it."
        )


def _terms(settings: Settings) -> Terms:
    domains = (each.strip().lower() for each in settings.oidc_domains.split(","))
    return Terms(
        creates=settings.oidc_creates,
        domains=frozenset(each.removeprefix("@") for each in domains if each),
        requires=_held("oidc_requires", settings.oidc_requires),
        administrators=_held("oidc_administrators", settings.oidc_administrators),
        trusts_email=settings.oidc_trusts_email,
    )


def _held(setting: str, text: str) -> Held | None:
    try:
        return held(text)
    except InputError as error:
        raise ConfigurationError(f"`{setting}`: {error}") from error
