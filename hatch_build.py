"""Compiles the engine with mypyc: for wheels (as a hatchling build hook) and for the Makefile (as a script). A wheel
gets the page, too, built by web/build.py.

    python hatch_build.py build/compiled      # the package with its compiled modules, beside the sources

Without a C compiler the wheel is a pure one and everything runs interpreted, with the same results and a tenth of the
speed; `THEOMACHY_PURE=1` asks for that. Where there is a compiler and compiling fails, the build fails.
`THEOMACHY_NO_PAGE=1` leaves the page out.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    Hook = BuildHookInterface[Any]
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook
    except ImportError:  # as a script, without hatchling
        Hook = object

ROOT = Path(__file__).resolve().parent
#: packages whose modules are compiled: what runs in every step of a match
COMPILED = ("kernel", "games", "bots")
#: modules of those packages that stay interpreted: they run once or beside the match, or (match.py, sight.py) take what
#: comes from outside, which compiled code would refuse with a bare TypeError before we can say what is wrong with it
INTERPRETED = (
    "__init__.py", "match.py", "beforehand.py", "bounded_parsing.py", "cases.py", "expectations.py", "positions.py",
    "written.py", "sight.py", "finding.py", "random.py", "reasons.py", "levels.py", "level_bot.py", "phrases.py",
    "planning_words.py", "language.py", "refusals.py", "text_values.py",
    "face.py", "study.py", "ledger.py", "turning.py", "wording.py", "setting.py", "speech.py",
)  # fmt: skip
#: folders of games that stay interpreted: what is drawn, and what the lab reads
INTERPRETED_FOLDERS = ("face", "study")
#: from so many files on it pays to read their headers beforehand
MANY = 8


def engine_modules(source: Path) -> list[str]:
    """The modules to compile, relative to the source folder."""
    return sorted(
        str(path.relative_to(source))
        for package in COMPILED
        for path in (source / "theomachy" / package).rglob("*.py")
        if path.name not in INTERPRETED and path.parent.name not in INTERPRETED_FOLDERS
    )


class EngineBuildError(Exception):
    """There is a C compiler, but mypyc or the compiler failed."""


def compile_engine(target: Path) -> str:
    """Copy the package to a folder and compile the engine there.

    Returns why nothing was compiled, or an empty string. Raises `EngineBuildError` when compiling failed. Object files
    stay beside the folder, so that a later run compiles only what has changed.
    """
    shutil.rmtree(target, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "page")
    shutil.copytree(ROOT / "src" / "theomachy", target / "theomachy", ignore=ignore)
    if os.environ.get("THEOMACHY_PURE") == "1":
        return "THEOMACHY_PURE is set"
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "cc", "gcc", "clang", "cl")):
        return "there is no C compiler"
    objects = target.resolve().with_name(f"{target.name}-objects")
    run = subprocess.run(
        [sys.executable, str(ROOT / "hatch_build.py"), "--extensions", str(objects), *engine_modules(target)],
        cwd=target,
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.rmtree(target / ".mypy_cache", ignore_errors=True)
    if run.returncode:
        raise EngineBuildError(
            f"compiling the engine failed; THEOMACHY_PURE=1 installs it interpreted, ten times slower:\n"
            f"{(run.stdout + run.stderr)[-3000:]}"
        )
    return ""


@functools.cache
def declarations(header: Path) -> dict[str, str]:
    """What a header that mypyc has written declares, by name."""
    declared: dict[str, str] = {}
    structure: list[str] = []
    for line in header.read_text(encoding="utf-8").splitlines():
        if structure or line.startswith("typedef struct"):
            structure.append(line)
            if line.startswith("}"):
                declared[re.findall(r"\w+", line)[-1]] = "\n".join(structure)
                structure = []
        elif line.startswith("extern "):
            name = re.findall(r"\w+", re.split(r"[\[(;]", line, maxsplit=1)[0])[-1]
            # How many texts and numbers the engine has is nothing that a single file depends on.
            declared[name] = name if name == "CPyStatics" else line
    return declared


def source_key(file: str, folder: Path) -> str:
    """A fingerprint of a C file, and of whatever it names of the headers in the folder: most files include one header
    with everything there is, and use little of it."""
    text = Path(file).read_text(encoding="utf-8", errors="replace")
    declared: dict[str, str] = {}
    for header in re.findall(r'#include "(__native\w+\.h)"', text):
        declared.update(declarations(folder / header))
    digest = hashlib.sha256(text.encode())
    known: set[str] = set()
    names = set(re.findall(r"\w+", text))
    while names:
        found = {name: declared[name] for name in sorted(names - known) if name in declared}
        known |= names
        digest.update("\n".join(found.values()).encode())
        # Structures, which declarations name in turn
        names = set(re.findall(r"\w+", " ".join(found.values()))) - known
    return digest.hexdigest()


def build_extensions(objects: Path, modules: list[str]) -> None:
    """Translate modules to C, a file each, compile those that changed on all cores, and link them beside the modules.

    (One huge C file would take minutes on one core, each time.)
    """
    from mypy.version import __version__ as mypy_version
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import CompileError

    level = os.environ.get("MYPYC_OPT_LEVEL", "2")
    sources = objects / "c"
    extensions = mypycify(modules, opt_level=level, debug_level="0", multi_file=True, target_dir=str(sources))
    if sys.platform != "win32":
        # Nobody outside calls what is in the library: calls go straight to it, and small functions vanish in their
        # callers. Calls of Python's own functions take no detour either. Dice count on wrapping arithmetic.
        straight = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt", "-fwrapv"]
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *straight]

    class Build(build_ext):  # type: ignore[misc]
        def build_extensions(self) -> None:
            compile_one = self.compiler.compile
            #: options that bring in the headers, once they were read
            included: list[str] = []
            reading = threading.Lock()

            def read_headers(**options: Any) -> None:
                """Read the headers once for all files: that takes as long as compiling a module."""
                header = sources / "headers.h"
                names = sorted(path.name for path in sources.glob("__native_internal_*.h"))
                header.write_text("".join(f'#include "{name}"\n' for name in names), encoding="utf-8")
                as_source = shutil.copy(header, header.with_suffix(".c"))
                try:
                    made = compile_one([str(as_source)], **{**options, "extra_preargs": ["-x", "c-header"]})
                except CompileError:  # no compiler does it for two kinds of processors at once
                    return
                Path(made[0]).replace(f"{header}.gch")
                included.extend(["-include", str(header)])

            def compile_all(files: list[str], **options: Any) -> list[str]:
                """Many at once, and none that was compiled already from the same source, with the same options."""
                made: list[str] = self.compiler.object_filenames(files, output_dir=options.get("output_dir") or "")
                wanted: list[str] = options.pop("extra_postargs") or []
                stale: list[tuple[str, Path, str]] = []
                for file, result in zip(files, map(Path, made), strict=True):
                    key = f"{source_key(file, sources)} {mypy_version} {sys.version} {wanted}"
                    note = result.with_suffix(".key")
                    if not result.exists() or not note.exists() or note.read_text(encoding="utf-8") != key:
                        stale.append((file, note, key))
                with reading:
                    if len(stale) >= MANY and not included and sys.platform != "win32":
                        read_headers(extra_postargs=wanted, **options)

                def compile_stale(file: str, note: Path, key: str) -> None:
                    note.unlink(missing_ok=True)
                    compile_one([file], extra_postargs=[*wanted, *included], **options)
                    note.write_text(key, encoding="utf-8")

                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    for each in [pool.submit(compile_stale, *one) for one in stale]:
                        each.result()
                return made

            self.compiler.compile = compile_all
            super().build_extensions()

    command = Build(Distribution({"name": "theomachy", "ext_modules": extensions}))
    command.inplace = True
    command.build_temp = str(objects)
    # Each module has a small library of its own beside the one that has all the code.
    command.parallel = True
    command.ensure_finalized()
    command.run()


class CustomBuildHook(Hook):
    """Puts the compiled modules and the page into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp())
        if os.environ.get("THEOMACHY_NO_PAGE") != "1":
            page = self.folder / "page"
            subprocess.run([sys.executable, str(ROOT / "web" / "build.py"), "--out", str(page)], check=True)
            build_data["force_include"][str(page)] = "theomachy/server/page"
        wrong = compile_engine(self.folder / "engine")
        if wrong:
            self.app.display_warning(f"theomachy: the engine is not compiled and runs interpreted: {wrong}")
            return
        made = self.folder / "engine"
        for pattern in ("*.so", "*.pyd"):
            for library in made.rglob(pattern):
                build_data["force_include"][str(library)] = str(library.relative_to(made))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        folder = getattr(self, "folder", None)
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--extensions"]:
        build_extensions(Path(sys.argv[2]), sys.argv[3:])
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit("usage: python hatch_build.py FOLDER")
    folder = Path(sys.argv[1])
    try:
        problem = compile_engine(folder)
    except EngineBuildError as error:
        sys.exit(f"hatch_build.py: {error}")
    if problem:
        print(f"The engine runs interpreted, not compiled: {problem}", file=sys.stderr)
    # The page is served from where it is built, whichever engine runs.
    (folder / "theomachy" / "server").mkdir(exist_ok=True)
    (folder / "theomachy" / "server" / "page").symlink_to(ROOT / "src" / "theomachy" / "server" / "page")
    (folder / "stamp").write_text("interpreted\n" if problem else "compiled\n", encoding="utf-8")
