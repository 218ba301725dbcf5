"""Finding people by what a person types."""

from kesher.cli.client import Client, JsonObject
from kesher.cli.failures import CommandError


async def everybody(client: Client) -> list[JsonObject]:
    """Return everybody who has an account."""
    found: list[JsonObject] = await client.call("GET", "/api/people")
    return found


async def found_person(client: Client, email: str) -> JsonObject:
    """Return whose e-mail this is.

    Raises:
        CommandError: nobody's.
    """
    for person in await everybody(client):
        if person["email"] == email.strip().lower():
            return person
    raise CommandError(
        "not_found", f"Nobody here has the e-mail `{email}`. `kesher admin people` lists everybody."
    )
