"""Which addresses a model may be at: any but those where a machine tells its own secrets.

A cloud's metadata service answers whoever asks from inside; a server that asks for others must not.
Local models are meant: loopback and private networks are taken.
"""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from kesher.errors import InputError

# Link-local ones are told by the library. These are metadata services at other addresses: AWS by
# IPv6, Alibaba, Azure's platform, Oracle.
_REFUSED = tuple(
    map(ip_network, ("fd00:ec2::/32", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"))
)
_NAMES = ("metadata", "metadata.google.internal")
_SECONDS = 5.0
_Address = IPv4Address | IPv6Address


async def check_endpoint(url: str) -> None:
    """Refuse an address that no model is at. An empty one is the provider's own.

    A name is looked up; one that cannot be found now is taken, since nothing is there to be read.

    Raises:
        InputError: it is link-local, multicast, unspecified, or a metadata service's; or it has a
            name and a password in it, which would be shown and stored as they are.
    """
    parts = urlsplit(url)
    if parts.username is not None or parts.password is not None:
        raise InputError(
            "The address has a name or a password in it, before the `@`. Write it without, and "
            "give the secret as the model's key."
        )
    host = parts.hostname
    if host is None:
        return
    if host.rstrip(".").lower() in _NAMES:
        raise _refused(url)
    for address in await _addresses(host):
        if _is_refused(address):
            raise _refused(url)


async def _addresses(host: str) -> list[_Address]:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_SECONDS):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        return []
    return [ip_address(str(each[4][0]).partition("%")[0]) for each in found]


def _is_refused(address: _Address) -> bool:
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return _is_refused(inner)
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        return True
    return any(address in network for network in _REFUSED)


def _refused(url: str) -> InputError:
    return InputError(
        f"`{url}` is no address of a model: machines tell their own secrets there. Name the "
        f"model's endpoint, such as `http://127.0.0.1:8080/v1`."
    )
