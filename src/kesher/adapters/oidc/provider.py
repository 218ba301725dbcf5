"""A provider of identities, by the authorization code flow with PKCE.

Source: OpenID Connect Core 1.0, section 3.1; RFC 7636; RFC 9207; OpenID Connect RP-Initiated
Logout 1.0.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

import httpx2
from authlib.common.urls import add_params_to_uri
from authlib.integrations.httpx_client import AsyncOAuth2Client
from typing_extensions import override

from kesher.adapters.oidc.asking import asking, client_settings
from kesher.adapters.oidc.description import WELL_KNOWN, Description, described
from kesher.adapters.oidc.id_tokens import Expected, UnknownKeyError, verified
from kesher.domain.json_value import Json, JsonObject
from kesher.errors import IdentityInvalidError
from kesher.ports.clock import Clock
from kesher.ports.oidc import Asked, IdentityProvider, Returned

KEPT = timedelta(hours=1)
"""For how long a description and keys are taken for the present ones."""


@dataclass(frozen=True, slots=True)
class Client:
    """How Kesher is known at a provider.

    Attributes:
        secret: Empty: a public client.
        scopes: With blanks.
        needed: Claims that are asked for once more where the token has them not.
    """

    issuer: str
    client_id: str
    secret: str = field(repr=False)
    scopes: str
    needed: frozenset[str] = frozenset({"email"})


class OidcProvider(IdentityProvider):
    """Asks a provider over HTTP, and keeps its description and keys for a while."""

    def __init__(self, client: Client, *, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._description: tuple[datetime, Description] | None = None
        self._keys: tuple[datetime, JsonObject] | None = None

    @property
    @override
    def issuer(self) -> str:
        return self._client.issuer

    @override
    async def address(self, asked: Asked) -> str:
        description = await self._described()
        async with self._oauth(description, asked) as oauth:
            url, _ = oauth.create_authorization_url(
                description.authorize_url,
                state=asked.state,
                nonce=asked.nonce,
                code_verifier=asked.verifier,
            )
        return str(url)

    @override
    async def claims(self, returned: Returned, asked: Asked) -> Mapping[str, Json]:
        description = await self._described()
        self._check_sender(description, returned)
        tokens = await self._exchange(description, returned, asked)
        expected = Expected(
            issuer=self.issuer,
            client_id=self._client.client_id,
            nonce=asked.nonce,
            now=int(self._clock().timestamp()),
            access_token=tokens.access,
        )
        claims = await self._verified(description, tokens.identity, expected)
        return await self._completed(description, claims, tokens.access)

    @override
    async def farewell(self, back: str) -> str | None:
        url = (await self._described()).farewell_url
        if url is None:
            return None
        told = [("client_id", self._client.client_id), ("post_logout_redirect_uri", back)]
        return str(add_params_to_uri(url, told))

    async def _described(self) -> Description:
        if self._description is None or self._is_old(self._description[0]):
            document = await self._json(self.issuer.rstrip("/") + WELL_KNOWN)
            self._description = (self._clock(), described(document, self.issuer))
        return self._description[1]

    def _check_sender(self, description: Description, returned: Returned) -> None:
        """Refuse what another provider sent, which would have it exchange this one's code."""
        told = returned.issuer
        if (told or description.names_itself) and told != self.issuer:
            raise IdentityInvalidError(
                f"The answer is `{told[:200]}`'s and not `{self.issuer}`'s. Begin the sign-in "
                f"again."
            )

    async def _exchange(
        self, description: Description, returned: Returned, asked: Asked
    ) -> "_Tokens":
        async with asking(self.issuer), self._oauth(description, asked) as oauth:
            answer: Any = await oauth.fetch_token(
                description.token_url,
                grant_type="authorization_code",
                code=returned.code,
                code_verifier=asked.verifier,
            )
        identity, access = answer.get("id_token"), answer.get("access_token", "")
        if not isinstance(identity, str) or not isinstance(access, str):
            raise IdentityInvalidError(
                f"`{self.issuer}` vouches for nobody. Have `oidc_scopes` contain `openid`."
            )
        return _Tokens(identity, access)

    async def _verified(
        self, description: Description, token: str, expected: Expected
    ) -> JsonObject:
        if self._keys is not None and not self._is_old(self._keys[0]):
            try:
                return verified(token, self._keys[1], expected)
            except UnknownKeyError:
                self._keys = None  # it may sign with new ones
        keys = await self._json(description.keys_url)
        self._keys = (self._clock(), keys)
        return verified(token, keys, expected)

    async def _completed(
        self, description: Description, claims: JsonObject, access: str
    ) -> Mapping[str, Json]:
        """Add what the provider says elsewhere. Where the token says it too, the token is right."""
        lacking = not self._client.needed <= claims.keys()
        if not (lacking and description.userinfo_url and access):
            return claims
        told = await self._json(description.userinfo_url, bearer=access)
        if told.get("sub") != claims["sub"]:
            raise IdentityInvalidError(
                f"`{self.issuer}` says of another person than it vouches for. Sign in again; if it "
                f"comes back, tell an administrator."
            )
        return {**told, **claims}

    async def _json(self, url: str, *, bearer: str = "") -> JsonObject:
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        settings: Any = client_settings(self.issuer)
        async with asking(self.issuer), httpx2.AsyncClient(**settings) as client:
            answer = await client.get(url, headers=headers)
            if answer.status_code != 200:  # a redirect is none of a provider's answers, either
                raise httpx2.HTTPStatusError("", request=answer.request, response=answer)
            found = answer.json()
        if not isinstance(found, dict):
            raise IdentityInvalidError(
                f"`{url}` is no JSON object. Set `oidc_issuer` to an OpenID Connect provider."
            )
        return cast("JsonObject", found)

    def _oauth(self, description: Description, asked: Asked) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            client_id=self._client.client_id,
            client_secret=self._client.secret or None,
            token_endpoint_auth_method=description.proves_by if self._client.secret else "none",
            scope=self._client.scopes,
            redirect_uri=asked.back,
            code_challenge_method="S256",
            **client_settings(self.issuer),
        )

    def _is_old(self, since: datetime) -> bool:
        return self._clock() - since > KEPT


@dataclass(frozen=True, slots=True)
class _Tokens:
    """What a code was exchanged for."""

    identity: str
    access: str
