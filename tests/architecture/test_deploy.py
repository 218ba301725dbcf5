"""The files under docs/deploy are what their readers' tools accept, and name what there is."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from kesher.config.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
KNOWN = {f"KESHER_{name.upper()}" for name in Settings.model_fields}
COMMANDS = {"serve", "worker"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_the_compose_file_names_nothing_that_it_does_not_define(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for name, service in services.items():
        assert service["image"], name
        assert set(service.get("depends_on", ())) <= set(services), name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            there = source in compose["volumes"] or (DEPLOY / source).is_file()
            assert there, f"{name}: {source}"


def test_what_the_compose_file_starts_and_sets_exists(compose: dict[str, Any]) -> None:
    ours = [each for each in compose["services"].values() if each["image"] == "kesher"]
    assert {each["command"][1] for each in ours} == COMMANDS
    for service in ours:
        assert {name for name in service["environment"] if name.startswith("KESHER_")} <= KNOWN
        assert service["environment"]["KESHER_DATABASE_URL"].startswith("postgresql+psycopg://")


@pytest.mark.skipif(
    shutil.which("docker") is None
    or subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode
    != 0,
    reason="Docker with its compose command is not installed here.",
)
def test_docker_takes_the_compose_file() -> None:
    done = subprocess.run(
        ["docker", "compose", "-f", "compose.yaml", "config", "--quiet"],
        cwd=DEPLOY,
        env={"POSTGRES_PASSWORD": "x", "PATH": "/usr/bin:/usr/local/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_command_that_there_is_with_settings_that_there_are(unit: Path) -> None:
    read = configparser.RawConfigParser(strict=False)
    read.read(unit, encoding="utf-8")
    program, command, *_ = read["Service"]["ExecStart"].split()
    assert program.endswith("/kesher")
    assert command in COMMANDS
    written = unit.read_text(encoding="utf-8")
    written += (DEPLOY / "systemd" / "kesher.env").read_text(encoding="utf-8")
    named = set(re.findall(r"KESHER_[A-Z_]+(?==)", written))
    assert len(named) > 3
    assert named <= KNOWN


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="There is no systemd here.")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # Whether the program lies there is the machine's matter, not the unit's.
        text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text("utf-8"))
        (tmp_path / unit.name.replace("@", "@1")).write_text(text, encoding="utf-8")
    units = sorted(tmp_path.glob("*.service"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert told == []
    assert done.returncode == 0, done.stderr


def test_the_balancer_holds_back_no_stream() -> None:
    conf = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert conf.count("{") == conf.count("}")
    assert re.search(r"(?m)^\s*proxy_buffering off;$", conf)
    assert f"server server:{Settings.model_fields['port'].default};" in conf
