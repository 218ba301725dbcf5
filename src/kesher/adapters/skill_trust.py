"""Which skills' contents a person has allowed: one small JSON file."""

import json
import secrets
from collections.abc import Mapping
from pathlib import Path

from anyio import Lock, to_thread

from kesher.errors import SkillError
from kesher.ports.skills import SkillTrust


class SkillTrustFile(SkillTrust):
    """Content hashes by skill name, in a file that only its owner reads and writes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._changing = Lock()

    async def trusted(self) -> Mapping[str, str]:
        """Return content hashes by skill name; empty where nothing was ever trusted.

        Raises:
            SkillError: the file is not what this class writes.
        """
        return await to_thread.run_sync(self._read)

    async def trust(self, name: str, content_hash: str) -> None:
        """Record that this very content is allowed."""
        async with self._changing:
            known = await to_thread.run_sync(self._read)
            await to_thread.run_sync(self._write, {**known, name: content_hash})

    async def withdraw(self, name: str) -> bool:
        """Forget it; False where it was not trusted."""
        async with self._changing:
            known = await to_thread.run_sync(self._read)
            if name not in known:
                return False
            rest = {other: digest for other, digest in known.items() if other != name}
            await to_thread.run_sync(self._write, rest)
            return True

    def _read(self) -> dict[str, str]:
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise SkillError(
                f"The record of trusted skills `{self._file}` cannot be read: {error}. Mend or "
                f"remove it; skills must then be trusted again."
            ) from error
        if not isinstance(known, dict):
            raise SkillError(f"`{self._file}` is no record of trusted skills. Remove it.")
        return {str(name): str(digest) for name, digest in known.items()}

    def _write(self, known: Mapping[str, str]) -> None:
        text = json.dumps(known, indent=1, sort_keys=True)
        beside = self._file.with_name(f"{self._file.name}.{secrets.token_hex(4)}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(text, encoding="utf-8")
            beside.chmod(0o600)
            beside.replace(self._file)
        except OSError as error:
            raise SkillError(f"`{self._file}` cannot be written: {error}.") from error
