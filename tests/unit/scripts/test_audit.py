"""What the audit of dependencies makes of what the registries say."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[3] / "scripts" / "audit.py"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("kesher_audit", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


PIP = json.dumps(
    {
        "dependencies": [
            {"name": "sound", "version": "1.0", "vulns": []},
            {
                "name": "holed",
                "version": "0.1",
                "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["0.2"]}],
            },
            {"name": "unknown", "skip_reason": "not found"},
        ]
    }
)
NPM = json.dumps(
    {
        "metadata": {"dependencies": {"total": 300}},
        "vulnerabilities": {
            "holed": {"via": [{"url": "https://advisories.example/GHSA-1", "source": 7}]},
            "leans-on-holed": {"via": ["holed"]},
        },
    }
)


def test_a_vulnerability_fails_by_name(audit: ModuleType) -> None:
    passes, lines = audit.judged("pip", audit.read_pip_audit(PIP), {})
    assert not passes
    assert lines[0] == "pip: 2 of 3 packages were looked up."
    assert "holed PYSEC-1 CVE-1: NOT ALLOWED" in lines[1]


def test_one_that_is_allowed_passes_with_its_reason(audit: ModuleType) -> None:
    passes, lines = audit.judged("pip", audit.read_pip_audit(PIP), {"CVE-1": "לא נקרא כלל"})
    assert passes
    assert "allowed: לא נקרא כלל" in lines[1]


def test_a_package_of_the_page_is_named_once_and_not_whoever_leans_on_it(audit: ModuleType) -> None:
    answer = audit.read_npm_audit(NPM)
    assert [each.package for each in answer.found] == ["holed"]
    assert answer.found[0].names == ("GHSA-1",)
    assert not audit.judged("npm", answer, {})[0]


@pytest.mark.parametrize(
    "said", ["", "<html>405</html>", '{"message": "405"}', '{"error": {"code": "ENOAUDIT"}}', "[]"]
)
def test_a_registry_that_cannot_be_asked_is_told_of_and_fails_nothing(
    audit: ModuleType, said: str
) -> None:
    for answer in (audit.read_pip_audit(said), audit.read_npm_audit(said)):
        passes, lines = audit.judged("audit", answer, {})
        assert passes
        assert "NOT AUDITED" in lines[0]


def test_packages_that_none_could_look_up_were_not_audited(audit: ModuleType) -> None:
    said = json.dumps({"dependencies": [{"name": "a", "skip_reason": "not found"}]})
    passes, lines = audit.judged("audit", audit.read_pip_audit(said), {})
    assert passes
    assert "NOT AUDITED" in lines[0]
