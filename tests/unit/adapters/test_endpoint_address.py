"""Which addresses a model may be at."""

import pytest

from kesher.adapters.endpoint_address import check_endpoint
from kesher.errors import InputError

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://127.0.0.1:8080/v1",
        "http://localhost:11434/v1",
        "http://[::1]:8080",
        "http://10.0.0.7/v1",
        "https://192.0.2.10/v1",
    ],
)
async def test_a_model_may_be_on_this_machine_in_the_house_or_outside(url: str) -> None:
    await check_endpoint(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://169.254.1.1/v1",
        "http://2852039166/v1",  # the same address as one number
        "http://0xa9fea9fe/v1",
        "http://[::ffff:169.254.169.254]/v1",
        "http://[fe80::1]/v1",
        "http://[fd00:ec2::254]/v1",
        "http://100.100.100.200/v1",
        "http://metadata.google.internal/v1",
        "http://METADATA.google.internal./v1",
        "http://0.0.0.0:8080/v1",
        "http://224.0.0.1/v1",
    ],
)
async def test_no_model_is_where_machines_tell_their_secrets(url: str) -> None:
    with pytest.raises(InputError, match="no address of a model"):
        await check_endpoint(url)


@pytest.mark.parametrize("url", ["https://דנה:סוד@192.0.2.10/v1", "https://sk-0123@192.0.2.10"])
async def test_a_secret_in_an_address_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(InputError, match="before the `@`") as refused:
        await check_endpoint(url)
    assert not any(secret in str(refused.value) for secret in ("סוד", "sk-0123"))
