"""The first thing that a script's process does: bind its own hands, then become the script.

Run as a program with nothing but the standard library: `python -I -S launcher.py SETTINGS COMMAND
...`, SETTINGS a JSON object as `runner.py` writes it. It writes two digits, 1 or 0, to the file
descriptor `tell`: whether the network could be cut off, and whether the files could be confined.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

_NEW_PID, _NEW_USER, _NEW_NET = 0x20000000, 0x10000000, 0x40000000  # linux/sched.h
_NEW_MOUNTS = 0x00020000
_PRIVATE = (1 << 18) | (1 << 14)  # MS_PRIVATE | MS_REC, linux/mount.h
_PROC_FLAGS = (1 << 1) | (1 << 2) | (1 << 3)  # MS_NOSUID | MS_NODEV | MS_NOEXEC
_OWN_PROC = ("/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/filesystems")
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38  # linux/prctl.h
# The same numbers on every architecture: asm-generic/unistd.h.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_ASKED, _BENEATH = 1, 1  # linux/landlock.h
_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_ALL_RIGHTS = (1 << 13) - 1
_REFER, _TRUNCATE = 1 << 13, 1 << 14  # since versions 2 and 3


SIGNAL_STATUS = 128
"""A status over it, by this much, tells of a signal that ended the script, as in a shell."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("handled_access_fs", ctypes.c_uint64),)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def main(arguments: Sequence[str]) -> None:
    """Confine this process as asked and run the command in it; never returns."""
    asked = json.loads(arguments[0])
    _limit(asked)
    network_cut = files_confined = False
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        network_cut = _cut_network(libc)
        own_processes = network_cut and _enter_processes(libc)
        # Through another's `/proc` entry its environment could be read, with the keys in it.
        shown = ("/proc",) if own_processes else _OWN_PROC
        readable = [*asked["readable"], *shown]
        files_confined = _confine_files(libc, readable, asked["writable"])
    os.write(asked["tell"], f"{network_cut:d}{files_confined:d}".encode())
    os.close(asked["tell"])
    os.execv(arguments[1], list(arguments[1:]))  # noqa: S606 - the command that we are for


def _limit(asked: dict[str, int]) -> None:
    for name, value in (
        (resource.RLIMIT_AS, asked["memory_bytes"]),
        (resource.RLIMIT_CPU, asked["seconds"] + 1),
        (resource.RLIMIT_FSIZE, asked["file_bytes"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 512),
    ):
        _, most = resource.getrlimit(name)
        within = value if most == resource.RLIM_INFINITY else min(value, most)
        # macOS has no limit of the address space.
        with suppress(ValueError, OSError):
            resource.setrlimit(name, (within, within))


def _cut_network(libc: ctypes.CDLL) -> bool:
    """Move into namespaces without a network and of its own processes, where that is allowed."""
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(_NEW_NET | _NEW_PID | _NEW_MOUNTS) == 0:
        return True
    if libc.unshare(_NEW_USER | _NEW_NET | _NEW_PID | _NEW_MOUNTS) != 0:
        return False
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        with suppress(OSError), open(f"/proc/self/{name}", "w", encoding="ascii") as file:  # noqa: PTH123
            file.write(text)
    return True


def _enter_processes(libc: ctypes.CDLL) -> bool:
    """Go on as a child in the new namespace of processes; all of it ends with that child.

    Two forks, since the first process of a namespace ignores signals that would end it.

    Returns:
        Whether `/proc` shows this namespace alone.
    """
    for _ in range(2):
        if child := os.fork():
            _, status = os.waitpid(child, 0)
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else SIGNAL_STATUS - code)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if libc.mount(b"none", b"/", None, _PRIVATE, None) != 0:
        return False
    return bool(libc.mount(b"proc", b"/proc", b"proc", _PROC_FLAGS, None) == 0)


def _confine_files(libc: ctypes.CDLL, readable: Iterable[str], writable: Iterable[str]) -> bool:
    """Let this process read and write beneath these folders only (Landlock).

    Source:
        Documentation/userspace-api/landlock.rst of Linux; since 5.13.
    """
    version = libc.syscall(_CREATE_RULESET, None, 0, _VERSION_ASKED)
    if version < 1:
        return False
    rights = _ALL_RIGHTS | (_REFER if version > 1 else 0) | (_TRUNCATE if version > 2 else 0)
    asked = _Ruleset(rights)
    ruleset = libc.syscall(_CREATE_RULESET, ctypes.byref(asked), ctypes.sizeof(asked), 0)
    if ruleset < 0:
        return False
    for path in readable:
        _allow(libc, ruleset, path, _EXECUTE | _READ | _LIST)
    for path in writable:
        _allow(libc, ruleset, path, rights)
    done = bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    os.close(ruleset)
    return done


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there needs no rule
    if not os.path.isdir(path):  # noqa: PTH112 - this program starts often and loads little
        rights &= _EXECUTE | _READ | _WRITE | _TRUNCATE
    rule = _PathBeneath(rights, place)
    libc.syscall(_ADD_RULE, ruleset, _BENEATH, ctypes.byref(rule), 0)
    os.close(place)


if __name__ == "__main__":
    main(sys.argv[1:])
