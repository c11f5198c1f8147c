"""Make a release: `python scripts/release.py 0.2.0`, or `make release VERSION=0.2.0`.

It gives the version its number and the changelog's unreleased part its date, keeps games of the new version for later
ones to be tested with, makes the games' machine code, tests exactly that, commits and tags it. Nothing is pushed. If
anything is in the way it says so in a sentence, and the tree is as it was.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
OBJECTS = ["make", "ahead"]
TESTS = ["make", "test"]
KEEP = [sys.executable, "-m", "faults.stored_versions"]  # in tests/: row 20 wants games of every version
VERSION_FILE = "src/pioche/__init__.py"
CHANGELOG = "CHANGELOG.md"
CORPUS = "tests/faults/corpus"
NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
LINE = re.compile(r'^__version__ = "(.*)"$', re.M)
UNRELEASED = re.compile(r"^## \[Unreleased\]\n(.*?)(?=^## \[|\Z)", re.M | re.S)
DATED = re.compile(r"^## \[(\d.*?)\]", re.M)
HEADING = "## [Unreleased]\n"
BRANCH = "main"


class ReleaseRefused(Exception):
    """Why there is no release, in a sentence."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("version", help="the new one, e.g. 0.2.0")
    version: str = asked.parse_args().version
    try:
        release(ROOT, version, date.today(), TESTS, KEEP, OBJECTS)
    except ReleaseRefused as refused:
        sys.exit(f"No release: {refused}")
    print(
        f"v{version} is committed and tagged. Look at it (git show v{version}), then: git push origin main v{version}"
    )


def release(
    root: Path, version: str, day: date, tests: Sequence[str], keep: Sequence[str], objects: Sequence[str]
) -> None:
    """Everything that can be refused in a second is refused before the tests, which take minutes."""
    now = present(root)
    check_newer(version, now)
    check_changelog(root, now)
    check_tree(root, version)
    with taken_back(root, version):
        write_version(root, version)
        date_changelog(root, version, day)
        run(root / "tests", keep, f"games of {version} could not be kept ({' '.join(keep)} in tests/)")
        run(root, objects, f"the games' machine code could not be made ({' '.join(objects)})")
        run(root, tests, f"the tests are not green ({' '.join(tests)})")
        stage(root, version)
        git(root, "commit", "--quiet", "--message", f"release: call this {version}", "--message", WHY)
        git(root, "tag", "--annotate", f"v{version}", "--message", f"Pioche {version}")


WHY = "What is new in it is in CHANGELOG.md. Every test passed on what this commit holds."


# What is refused


def present(root: Path) -> str:
    """The version that the tree has: in the one file from which the package takes it."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    if said := project["project"].get("version"):
        raise ReleaseRefused(f"pyproject.toml says {said}: the version is to be in {VERSION_FILE} alone")
    if project["tool"]["hatch"]["version"]["path"] != VERSION_FILE:
        raise ReleaseRefused(f"pyproject.toml takes the version from elsewhere than {VERSION_FILE}")
    found: list[str] = LINE.findall((root / VERSION_FILE).read_text(encoding="utf-8"))
    if len(found) != 1:
        raise ReleaseRefused(f"{VERSION_FILE} should say once what __version__ is")
    return found[0]


def check_newer(version: str, now: str) -> None:
    if not NUMBER.fullmatch(version):
        raise ReleaseRefused(f"{version} is not a version: three numbers are wanted, as in 0.2.0")
    if numbers(version) <= numbers(now):
        raise ReleaseRefused(f"{version} is not greater than the present version, {now}")


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def check_changelog(root: Path, now: str) -> None:
    text = (root / CHANGELOG).read_text(encoding="utf-8")
    if (dated := DATED.search(text)) and dated[1] != now:
        raise ReleaseRefused(f"the last release in CHANGELOG.md is {dated[1]}, and pioche.__version__ is {now}")
    found = UNRELEASED.search(text)
    if found is None:
        raise ReleaseRefused("CHANGELOG.md has no part [Unreleased]")
    if not re.search(r"^- ", found[1], re.M):
        raise ReleaseRefused("CHANGELOG.md has nothing under [Unreleased]: what would be new?")


def check_tree(root: Path, version: str) -> None:
    branch = git(root, "branch", "--show-current") or "no branch"
    if branch != BRANCH:
        raise ReleaseRefused(f"this is {branch}, and releases are made on {BRANCH}")
    if changed := git(root, "status", "--porcelain"):
        raise ReleaseRefused(f"the tree has changes that are not committed:\n{changed}")
    if git(root, "tag", "--list", f"v{version}"):
        raise ReleaseRefused(f"there is a tag v{version} already")


# What is written


def write_version(root: Path, version: str) -> None:
    text = (root / VERSION_FILE).read_text(encoding="utf-8")
    write(root / VERSION_FILE, LINE.sub(f'__version__ = "{version}"', text))


def date_changelog(root: Path, version: str, day: date) -> None:
    """What was unreleased belongs to this version from today; above it there is room for what comes next."""
    text = (root / CHANGELOG).read_text(encoding="utf-8")
    write(root / CHANGELOG, text.replace(HEADING, f"{HEADING}\n## [{version}] - {day.isoformat()}\n", 1))


def write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8", newline="\n")


def stage(root: Path, version: str) -> None:
    """What was written here; tests should leave nothing, and what they leave is not released."""
    git(root, "add", "--", VERSION_FILE, CHANGELOG, f"{CORPUS}/{version}")
    left = [line for line in git(root, "status", "--porcelain").splitlines() if line[1] != " "]
    if left:
        raise ReleaseRefused("\n".join(["the tests have left something in the tree:", *left]))


@contextmanager
def taken_back(root: Path, version: str) -> Iterator[None]:
    """Whatever goes wrong, Ctrl-C too, the tree is as it was: it had no changes of its own."""
    before = git(root, "rev-parse", "HEAD")
    try:
        yield
    except BaseException:
        git(root, "reset", "--quiet", "--hard", before)
        git(root, "clean", "--quiet", "--force", "-d", "--", f"{CORPUS}/{version}")
        raise


def run(folder: Path, command: Sequence[str], otherwise: str) -> None:
    """It is seen while it runs; it may take long."""
    if subprocess.run(command, cwd=folder, check=False).returncode:
        raise ReleaseRefused(otherwise)


def git(root: Path, *words: str) -> str:
    found = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if found.returncode:
        raise ReleaseRefused(f"git {words[0]}: {found.stderr.strip()}")
    return found.stdout.rstrip()


if __name__ == "__main__":
    main()
