"""A command that cannot do what was asked."""

from kesher.errors import KesherError


class CommandError(KesherError):
    """What the server, or the command itself, refused; `refused_code` says which error it was."""

    def __init__(self, refused_code: str, message: str) -> None:
        self.refused_code = refused_code
        super().__init__(message)
