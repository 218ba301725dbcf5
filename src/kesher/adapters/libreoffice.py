"""LibreOffice converts documents: headless, a profile of its own, no macros, no network.

Run it through `ports.isolation`: its child is part of the limited process's group, inherits its
memory limit, and is killed with it when time is up.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from kesher.errors import DamagedDocumentError, ToolMissingError

_MAC_PROGRAM = "/Applications/LibreOffice.app/Contents/MacOS/soffice"
_RESTART_STATUS = 81  # a fresh profile was set up: LibreOffice asks to be started again
_STARTS_LIMIT = 3
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000  # linux/sched.h
_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_READERS = {
    **{".docx": "MS Word 2007 XML", ".doc": "MS Word 97", ".rtf": "Rich Text Format"},
    **{".odt": "writer8", ".odp": "impress8", ".ods": "calc8"},
    **{".pptx": "Impress MS PowerPoint 2007 XML", ".ppt": "MS PowerPoint 97"},
    **{".xlsx": "Calc MS Excel 2007 XML", ".xls": "MS Excel 97"},
}
# Nothing is fetched, linked or run: a document is a stranger's.
_SETTINGS = (
    ("/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", "2"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
)


def find_libreoffice() -> Path:
    """Return the program's path.

    Raises:
        ToolMissingError: it is not installed.
    """
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found is None and Path(_MAC_PROGRAM).exists():
        found = _MAC_PROGRAM
    if found is None:
        raise ToolMissingError(
            "LibreOffice is not installed, so a DOCX is shown in a plain layout of our own. For "
            "its own layout: `apt-get install --no-install-recommends libreoffice-writer-nogui`."
        )
    # `soffice` is a script that starts `soffice.bin` and would outlive or orphan it when killed.
    program = Path(found).resolve()
    binary = program.with_name("soffice.bin")
    return binary if binary.exists() else program


def convert(source: Path, ending: str, target: Path, *, font_folders: Sequence[Path] = ()) -> None:
    """Write a document in another format: as PDF, as it is laid out, or as DOCX.

    Args:
        source: The document; its name does not matter.
        ending: What a file of its format is called by, such as `.odt`.
        target: Written whole or not at all; its ending names the format.
        font_folders: Fonts to use beside the system's, so that Hebrew has letters everywhere.

    Raises:
        ToolMissingError: LibreOffice is not installed.
        DamagedDocumentError: it could not read this file.
    """
    program = find_libreoffice()
    with tempfile.TemporaryDirectory(prefix="kesher-office-") as name:
        folder = Path(name)
        given = folder / f"given{ending}"  # its ending chooses the reader
        made = folder / "made" / f"given{target.suffix}"
        shutil.copyfile(source, given)
        _write_profile(folder)
        status, said = _start(program, given, made, _environment(folder, font_folders))
        if status != 0 or not made.exists():
            raise DamagedDocumentError(
                f"LibreOffice could not read `{source.name}` (status {status}). {said}".strip()
            )
        shutil.move(made, target)


def _start(program: Path, given: Path, made: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run LibreOffice, again where it has to set up its profile; return its status and words."""
    folder = given.parent
    command = [
        str(program),
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--nolockcheck", "--nodefault", "--nofirststartwizard"),
        *_reader(given.suffix),
        *("--convert-to", made.suffix.lstrip("."), "--outdir", str(made.parent), str(given)),
    ]
    for _ in range(_STARTS_LIMIT):
        done = subprocess.run(  # noqa: S603 - our own command line
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=folder,
            preexec_fn=_confine if sys.platform == "linux" else None,
        )
        if done.returncode != _RESTART_STATUS:
            break
    return done.returncode, done.stdout.decode(errors="replace")[-500:].strip()


def _reader(ending: str) -> tuple[str, ...]:
    """Name the one reader that may open the file.

    Left to itself, LibreOffice takes what is spoilt for text and shows its bytes.
    """
    name = _READERS.get(ending)
    return (f"--infilter={name}",) if name else ()


def _confine() -> None:
    """In the child: no network where the system allows to cut it, and no life after its parent."""
    libc = ctypes.CDLL(None)
    if libc.unshare(_CLONE_NEWNET) != 0:
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _write_profile(folder: Path) -> None:
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value>'
        "</prop></item>"
        for path, name, value in _SETTINGS
    )
    user = folder / "profile" / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>',
        encoding="utf-8",
    )


def _environment(folder: Path, font_folders: Sequence[Path]) -> dict[str, str]:
    """Only what LibreOffice needs: none of the caller's secrets, and a home that is thrown away."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
    }
    if font_folders:
        listed = "".join(f"<dir>{escape(str(path))}</dir>" for path in font_folders)
        fonts = folder / "fonts.conf"
        fonts.write_text(
            '<?xml version="1.0"?><fontconfig><include ignore_missing="yes">'
            f"/etc/fonts/fonts.conf</include>{listed}</fontconfig>",
            encoding="utf-8",
        )
        environment["FONTCONFIG_FILE"] = str(fonts)
    return environment
