"""docs/hosting.md, executed as it is written, in a fresh Debian: `make long` runs this, as root on a Debian machine
that has debootstrap. The packages come from the mirror that the machine's apt is configured with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hosting.document import commands, contents, read_blocks

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SUITE = "bookworm"
#: beside what the page installs: what a machine has that is not a chroot, and what the test itself needs
INCLUDED = "ca-certificates,curl,iproute2,openssl,systemd"
UNIT = "/etc/systemd/system/theomachy.service"
ENVIRONMENT = "/etc/theomachy.env"
CADDYFILE = "/etc/caddy/Caddyfile"
NGINX = "/etc/nginx/sites-enabled/theomachy"

PROLOGUE = """
set -eux -o pipefail
export PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels PIP_DISABLE_PIP_VERSION_CHECK=1 DEBIAN_FRONTEND=noninteractive
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root
unset THEOMACHY_DATABASE PYTHONPATH
cd /root
visit() { /opt/theomachy/bin/python /root/visit.py "$@"; }
step() { echo "=== $*"; }
"""


def test_every_block_is_known() -> None:
    """A new block must be executed here, or left out knowingly."""
    sections = [(block.section, block.file) for block in read_blocks()]
    assert sections == [
        ("Install", ""),
        ("One process, one file", UNIT),
        ("One process, one file", ENVIRONMENT),
        ("One process, one file", ""),
        ("TLS in front", CADDYFILE),
        ("TLS in front", NGINX),
        ("Several processes: PostgreSQL", ""),
        ("Several processes: PostgreSQL", ENVIRONMENT),
        ("Several processes: PostgreSQL", ""),
        ("Several processes: PostgreSQL", ""),  # the unit of the bots
        ("Calling people when it is their turn", ENVIRONMENT),
        ("Backups", ""),
        ("Backups", ""),
        ("Clearing up", ""),
        ("Updates", ""),
    ]


def build_wheels(folder: Path) -> None:
    """This version and the next one as interpreted wheels without the page, and everything they need."""
    for version in ("0.1.0", "0.2.0"):
        source = folder / f"source-{version}"
        shutil.copytree(
            ROOT,
            source,
            ignore=shutil.ignore_patterns(".git", ".venv", "build", "dist", "node_modules", "tests", "__pycache__"),
        )
        project = source / "pyproject.toml"
        text = re.sub(r'^version = ".*"$', f'version = "{version}"', project.read_text(), count=1, flags=re.MULTILINE)
        project.write_text(text)
        _run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "own")],
            cwd=source, env={**os.environ, "THEOMACHY_PURE": "1", "THEOMACHY_NO_PAGE": "1"},
        )  # fmt: skip
        shutil.rmtree(source)
    wheel = next((folder / "own").glob("theomachy-0.1.0-*.whl"))
    _run([sys.executable, "-m", "pip", "download", "-q", "-d", str(folder / "needed"), f"{wheel}[postgres]"])


def make_debian(root: Path) -> None:
    """A minimal Debian in a folder, with this machine's configuration of apt."""
    targets = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", f"Codename: {SUITE}"]
    mirrors = subprocess.run(targets, capture_output=True, text=True, check=True).stdout.split()
    _run(["debootstrap", "--variant=minbase", f"--include={INCLUDED}", SUITE, str(root), mirrors[0]])
    for name in ("apt/sources.list", "apt/sources.list.d", "apt/apt.conf.d", "apt/auth.conf.d", "apt/trusted.gpg.d"):
        source, target = Path("/etc") / name, root / "etc" / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            shutil.copy(source, target)
    for name in ("hosts", "resolv.conf"):
        shutil.copy(Path("/etc") / name, root / "etc" / name)
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 play.example.org\n")
    # Packages must not start their services: ports would be this machine's.
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    shutil.copy(HERE / "systemctl", root / "usr/local/bin/systemctl")
    (root / "usr/local/bin/systemctl").chmod(0o755)
    shutil.copy(HERE / "visit.py", root / "root/visit.py")


def write(root: Path, file: str, text: str, mode: int = 0o644) -> None:
    path = root / file.lstrip("/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def lines(section: str, packages: bool) -> str:
    """The commands of a section that install packages, or the others."""
    text = commands(section).replace("\\\n", " ")
    chosen = [
        line
        for line in text.splitlines()
        if line.startswith("apt-get") == packages and not re.match(r"ExecStart=|Nice=", line)
    ]
    return "\n".join(chosen) + "\n"


def script() -> str:
    """What is executed without a network of this machine's, only with a loopback of its own."""
    tls = "/etc/letsencrypt/live/play.example.org"
    return f"""{PROLOGUE}
mount -t proc proc /proc
ip link set lo up
step install
{lines("Install", packages=False)}
step start
test "$(stat -c %a {ENVIRONMENT})" = 600
{lines("One process, one file", packages=False)}
runuser -u theomachy -- test -w /var/lib/theomachy/matches.sqlite
step unit
systemd-analyze verify {UNIT}
step nginx
mkdir -p {tls}
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org \\
    -addext subjectAltName=DNS:play.example.org -keyout {tls}/privkey.pem -out {tls}/fullchain.pem
rm -f /etc/nginx/sites-enabled/default
nginx -t
nginx
visit https://play.example.org | tee /root/played
test "$(curl -s -o /dev/null -w '%{{http_code}}' http://play.example.org/)" = 301
nginx -s quit
while pgrep -x nginx || test -e /run/nginx.pid; do sleep 0.2; done
step caddy
caddy validate --adapter caddyfile --config {CADDYFILE}
( printf '{{\\n    local_certs\\n    skip_install_trust\\n}}\\n'; cat {CADDYFILE} ) > /root/Caddyfile
caddy start --adapter caddyfile --config /root/Caddyfile
read -r table token version < /root/played
test "$version" = 1
curl -sk --fail --retry 20 --retry-all-errors --retry-delay 1 https://play.example.org/health
test "$(visit https://play.example.org "$table" "$token")" = "$table $token 1"
caddy stop
step backup
{commands("Backups").partition("systemctl stop")[0]}
test -s /var/lib/theomachy/backups/theomachy.sqlite
visit http://127.0.0.1:8765 | tee /root/lost
step restore
{"systemctl stop" + commands("Backups").partition("systemctl stop")[2]}
curl -s --fail --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:8765/health
test "$(visit http://127.0.0.1:8765 "$table" "$token")" = "$table $token 1"
read -r lost _ < /root/lost
test "$(curl -s -o /dev/null -w '%{{http_code}}' "http://127.0.0.1:8765/api/tables/$lost")" = 404
step prune
visit http://127.0.0.1:8765 > /root/old
read -r old _ < /root/old
/opt/theomachy/bin/python - "$old" <<'EOF'
import sqlite3, sys
with sqlite3.connect("/var/lib/theomachy/matches.sqlite") as raw:
    raw.execute("UPDATE tables SET closed = 1, moved = 1 WHERE id = ?", (sys.argv[1],))
EOF
{lines("Clearing up", packages=False)}
test "$(curl -s -o /dev/null -w '%{{http_code}}' "http://127.0.0.1:8765/api/tables/$old")" = 404
test "$(visit http://127.0.0.1:8765 "$table" "$token")" = "$table $token 1"
step update
{lines("Updates", packages=False)}
curl -s --fail --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:8765/health
/opt/theomachy/bin/python -c 'from importlib.metadata import version; assert version("theomachy") == "0.2.0"'
test "$(visit http://127.0.0.1:8765 "$table" "$token")" = "$table $token 1"
step postgresql
pg_ctlcluster 15 main start
{lines("Several processes: PostgreSQL", packages=False)}
mv /root/postgresql.env {ENVIRONMENT}
systemctl start theomachy
curl -s --fail --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:8765/health
test "$(visit http://127.0.0.1:8765 "$table" "$token")" = "$table $token 1"
runuser -u theomachy -- /opt/theomachy/bin/theomachy database backup \\
    --database 'postgresql:///theomachy?host=/var/run/postgresql' /var/lib/theomachy/backups/postgresql.sqlite
systemctl stop theomachy
step done
"""


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="needs root and debootstrap")
def test_the_page_in_a_fresh_debian(tmp_path: Path) -> None:
    root, wheels = tmp_path / "debian", tmp_path / "wheels"
    build_wheels(wheels)
    try:
        make_debian(root)
        shutil.copytree(wheels / "needed", root / "wheels")
        for wheel in (wheels / "own").iterdir():
            shutil.copy(wheel, root / "root")
        install = lines("Install", packages=True) + lines("Several processes: PostgreSQL", packages=True)
        _chroot(root, PROLOGUE + install + "apt-get install -y nginx\n")
        (unit,), (caddyfile,), (nginx,) = contents(UNIT), contents(CADDYFILE), contents(NGINX)
        sqlite, postgresql, _ = contents(ENVIRONMENT)
        write(root, UNIT, unit)
        write(root, ENVIRONMENT, sqlite, 0o600)
        write(root, "/root/postgresql.env", postgresql, 0o600)
        write(root, CADDYFILE, caddyfile)
        write(root, NGINX, nginx)
        said = _chroot(root, script(), "unshare", "--net", "--pid", "--fork", "--kill-child", "--mount")
        assert "=== done" in said
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _chroot(root: Path, text: str, *within: str) -> str:
    (root / "root/steps.sh").write_text(text)
    return _run([*within, "chroot", str(root), "/bin/bash", "/root/steps.sh"])


def _run(command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=1_800,
    )
    assert done.returncode == 0, done.stdout[-6_000:]
    return done.stdout
