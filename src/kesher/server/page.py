"""The built page: its files by name, packed where the build packed them, and one for the rest."""

from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import FileResponse, Response

from kesher.errors import ConfigurationError

STATIC = Path(__file__).parent / "static"

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


def serve_page(app: FastAPI, static: Path = STATIC) -> None:
    """Serve the page's files by name, and its first file for every address of its own.

    Args:
        static: The folder that the build wrote.
    """

    async def page(request: Request) -> Response:
        path = request.path_params["path"]
        file = _file_named(static, path)
        if file is not None:
            return _sent(request, file, _FOREVER if path.startswith("assets/") else _ASK_AGAIN)
        if not (static / "index.html").is_file():
            raise ConfigurationError(
                "The page is not built. Run `make web` in the repository, or install the wheel."
            )
        return FileResponse(static / "index.html", headers={"Cache-Control": _ASK_AGAIN})

    app.add_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)


def _file_named(static: Path, path: str) -> Path | None:
    """Return the built page's file of that name, if there is one."""
    try:
        file = (static / path).resolve()
        return file if path and file.is_file() and file.is_relative_to(static) else None
    except (OSError, ValueError):  # a name that no file system takes
        return None


def _sent(request: Request, file: Path, cache: str) -> FileResponse:
    """Send a file; one that the build compressed goes so to whoever takes it."""
    headers = {"Cache-Control": cache}
    packed = file.with_name(f"{file.name}.gz")
    if file.suffix not in _TYPES or not packed.is_file():
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if not _takes_gzip(request.headers.get("accept-encoding", "")):
        return FileResponse(file, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return FileResponse(packed, headers=headers, media_type=_TYPES[file.suffix])


def _takes_gzip(accepted: str) -> bool:
    """Tell whether an `Accept-Encoding` names gzip and does not refuse it (RFC 9110, 12.5.3)."""
    for offered in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in offered.split(";"))
        if name == "gzip":
            return all(parameter.replace(" ", "") not in _REFUSED for parameter in parameters)
    return False


_REFUSED = {"q=0", "q=0.0", "q=0.00", "q=0.000"}
