"""Installing from source compiles the engine, or fails and says why."""

from __future__ import annotations

import ast
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: distributions by the module they are imported as, where the two differ
DISTRIBUTIONS = {"yaml": "types-pyyaml"}
#: comes with mypy[mypyc]
WITH_MYPYC = {"librt", "mypy_extensions"}

pytestmark = pytest.mark.sources


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imported(path: Path) -> Iterator[str]:
    """The top-level packages that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_build_requirements_cover_what_compiled_packages_import(builder: ModuleType) -> None:
    """mypyc follows imports: a package missing from pip's isolated build environment stops the compilation."""
    needed = {
        name
        for package in builder.COMPILED
        for path in (ROOT / "src" / "theomachy" / package).rglob("*.py")
        for name in imported(path)
        if name not in sys.stdlib_module_names and name not in WITH_MYPYC and name != "theomachy"
    }
    assert "rich" in needed
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    stated = " ".join(requires).lower()
    assert sorted(name for name in needed if DISTRIBUTIONS.get(name, name) not in stated) == []


def test_build_fails_when_the_compiler_fails(
    builder: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def failing(*_: Any, **__: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, "", "error: cannot find 'rich'")

    monkeypatch.setattr(builder.subprocess, "run", failing)
    with pytest.raises(builder.EngineBuildError, match="cannot find 'rich'"):
        builder.compile_engine(tmp_path / "engine")


def test_pure_build_is_available_on_request(
    builder: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("THEOMACHY_PURE", "1")
    assert builder.compile_engine(tmp_path / "engine") == "THEOMACHY_PURE is set"


@pytest.mark.long
def test_isolated_install_of_the_source_package_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user does it: a source package, a fresh environment, pip with build isolation."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("THEOMACHY_NO_PAGE", "1")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)], cwd=ROOT, check=True
    )
    (source,) = tmp_path.glob("theomachy-*.tar.gz")
    with tarfile.open(source) as packed:
        assert any(name.endswith("src/theomachy/kernel/game.py") for name in packed.getnames())
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=True)
    subprocess.run([fresh / "bin" / "python", "-m", "pip", "install", "-q", str(source)], cwd=tmp_path, check=True)
    told = subprocess.run(
        [fresh / "bin" / "theomachy", "--version"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert told.stdout.endswith("compiled engine\n")
