"""Makes a release: version, changelog, source and wheel, tried in a fresh environment. Publishes nothing.

python release.py            # builds and tries what is here, as it is
python release.py 0.2.0      # sets the version and dates the changelog's entry first
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VERSION = re.compile(r"\d+\.\d+\.\d+")
#: what must work in an environment with nothing but the wheel and what it asks for
TRIALS = (
    ("--version",),
    ("simulate", "ankh", "--games", "3"),
    ("simulate", "anunnaki", "--games", "3"),
    ("rules", "ankh"),
    ("serve", "--help"),
)


def set_version(version: str) -> None:
    """Into pyproject.toml, the package and the changelog."""
    if not VERSION.fullmatch(version):
        sys.exit(f"'{version}' is no version; write it like 0.2.0")
    for name, pattern in (
        ("pyproject.toml", r'(?m)^version = ".*"$'),
        ("src/theomachy/__init__.py", r'(?m)^__version__ = ".*"$'),
    ):
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        changed, count = re.subn(pattern, lambda found: re.sub(r'".*"', f'"{version}"', found.group()), text)
        if count != 1:
            sys.exit(f"{name}: no line with the version")
        path.write_text(changed, encoding="utf-8")
    changelog = ROOT / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if f"## {version} " in text:
        return
    if "## Unreleased\n" not in text:
        sys.exit("CHANGELOG.md: no entry '## Unreleased'")
    dated = f"## Unreleased\n\n## {version} – {datetime.date.today().isoformat()}\n"
    changelog.write_text(text.replace("## Unreleased\n", dated, 1), encoding="utf-8")


def run(*command: str | Path) -> None:
    print(f"$ {' '.join(map(str, command))}", flush=True)
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed with exit status {done.returncode}")


def main() -> None:
    if len(sys.argv) > 2:
        sys.exit("usage: python release.py [VERSION]")
    if len(sys.argv) == 2:
        set_version(sys.argv[1])
    dist = ROOT / "dist"
    for old in dist.glob("theomachy-*"):
        old.unlink()
    run(sys.executable, "-m", "hatchling", "build", "-d", dist)
    wheels, sources = list(dist.glob("theomachy-*.whl")), list(dist.glob("theomachy-*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        sys.exit(f"expected a wheel and a source package in {dist}, found {wheels + sources}")
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "env"
        venv.create(fresh, with_pip=True)
        bin_folder = fresh / ("Scripts" if sys.platform == "win32" else "bin")
        run(bin_folder / "python", "-m", "pip", "install", "-q", f"{wheels[0]}[server]")
        for trial in TRIALS:
            run(bin_folder / "theomachy", *trial)
    print(f"{wheels[0].name} and {sources[0].name} are in {dist}")


if __name__ == "__main__":
    main()
