"""`make release`: what it refuses, what it writes, and that nothing is left behind where it went wrong."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

import pioche

ROOT = Path(__file__).parents[2]
DAY = date(2026, 11, 30)
KEEP = [sys.executable, "-c", "import pathlib; pathlib.Path('faults/corpus/0.2.0').mkdir(parents=True); "
        "pathlib.Path('faults/corpus/0.2.0/games.txt').write_text('kept')"]  # fmt: skip
GREEN, RED = [sys.executable, "-c", ""], [sys.executable, "-c", "raise SystemExit(1)"]
CHANGELOG = """# Changelog
Kept by hand.

## [Unreleased]
### Added
- A sixth game.

## [0.1.0] - 2026-01-02
- Five games.
"""
PROJECT = """[project]
name = "pioche"
dynamic = ["version"]

[tool.hatch.version]
path = "src/pioche/__init__.py"
"""

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "scripts" / "release.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of four files, on main, that has nothing of whoever runs this."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for part in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{part}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{part}_EMAIL", "ada@example.org")
    made = tmp_path / "tree"
    for name, text in {
        "src/pioche/__init__.py": '"""Cards."""\n\n__version__ = "0.1.0"\n',
        "CHANGELOG.md": CHANGELOG,
        "pyproject.toml": PROJECT,
        "tests/test_nothing.py": "",
    }.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    git(made, "init", "--quiet", "--initial-branch=main")
    commit(made)
    return made


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "one more")


def edited(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(root: Path) -> None:
        text = (root / name).read_text()
        assert old in text
        (root / name).write_text(text.replace(old, new))
        commit(root)

    return edit


def untouched(root: Path) -> None:
    pass


def test_a_release_is_dated_numbered_committed_and_tagged(script: ModuleType, root: Path) -> None:
    script.release(root, "0.2.0", DAY, GREEN, KEEP, GREEN)
    assert '__version__ = "0.2.0"' in (root / "src/pioche/__init__.py").read_text()
    assert (
        "## [Unreleased]\n\n## [0.2.0] - 2026-11-30\n### Added\n- A sixth game.\n\n## [0.1.0]"
        in (root / "CHANGELOG.md").read_text()
    )
    assert git(root, "status", "--porcelain") == ""
    assert git(root, "log", "-1", "--format=%s") == "release: call this 0.2.0"
    assert git(root, "rev-parse", "v0.2.0^{commit}") == git(root, "rev-parse", "HEAD")
    assert git(root, "show", "v0.2.0:tests/faults/corpus/0.2.0/games.txt") == "kept"


def test_what_is_tested_is_what_is_released(script: ModuleType, root: Path) -> None:
    looks = "import pathlib, sys; sys.exit('0.2.0' not in pathlib.Path('src/pioche/__init__.py').read_text())"
    script.release(root, "0.2.0", DAY, [sys.executable, "-c", looks], KEEP, GREEN)
    assert git(root, "tag") == "v0.2.0"


def test_nothing_new_can_be_released_twice(script: ModuleType, root: Path) -> None:
    script.release(root, "0.2.0", DAY, GREEN, KEEP, GREEN)
    with pytest.raises(script.ReleaseRefused, match=r"nothing under \[Unreleased\]"):
        script.release(root, "0.2.1", DAY, GREEN, KEEP, GREEN)


@pytest.mark.parametrize(
    ("version", "prepare", "sentence"),
    [
        ("0.2", untouched, "0.2 is not a version: three numbers are wanted"),
        ("v0.2.0", untouched, "v0.2.0 is not a version"),
        ("0.02.0", untouched, "0.02.0 is not a version"),
        ("0.2.0rc1", untouched, "0.2.0rc1 is not a version"),
        ("0.1.0", untouched, "0.1.0 is not greater than the present version, 0.1.0"),
        ("0.0.10", untouched, "0.0.10 is not greater"),
        ("0.2.0", lambda root: (root / "stray.txt").write_text(""), r"not committed:\n\?\? stray.txt"),
        ("0.2.0", lambda root: (root / "CHANGELOG.md").write_text(CHANGELOG + "- x\n"), "M CHANGELOG.md"),
        ("0.2.0", lambda root: git(root, "switch", "--quiet", "--create", "mine"), "this is mine, .* made on main"),
        ("0.2.0", lambda root: git(root, "switch", "--quiet", "--detach"), "this is no branch"),
        ("0.2.0", lambda root: git(root, "tag", "v0.2.0"), "there is a tag v0.2.0 already"),
        ("0.2.0", edited("CHANGELOG.md", "- A sixth game.\n", ""), r"nothing under \[Unreleased\]"),
        ("0.2.0", edited("CHANGELOG.md", "## [Unreleased]\n", ""), r"has no part \[Unreleased\]"),
        ("0.2.0", edited("CHANGELOG.md", "[0.1.0]", "[0.1.1]"), "is 0.1.1, and pioche.__version__ is 0.1.0"),
        ("0.2.0", edited("pyproject.toml", 'dynamic = ["version"]', 'version = "0.1.1"'), "pyproject.toml says 0.1.1"),
        ("0.2.0", edited("pyproject.toml", "__init__.py", "version.py"), "takes the version from elsewhere"),
        ("0.2.0", edited("src/pioche/__init__.py", "__version__", "version"), "should say once"),
    ],
)  # fmt: skip
def test_a_refusal_is_a_sentence_and_comes_before_the_tests(
    script: ModuleType, root: Path, version: str, prepare: Callable[[Path], object], sentence: str
) -> None:
    prepare(root)
    before = state(root)
    with pytest.raises(script.ReleaseRefused, match=sentence):
        script.release(root, version, DAY, ["no such command"], ["no such command"])
    assert state(root) == before


@pytest.mark.parametrize(
    ("tests", "keep", "sentence"),
    [
        (RED, KEEP, "the tests are not green"),
        (GREEN, RED, "games of 0.2.0 could not be kept"),
        ([sys.executable, "-c", "open('left.txt', 'w')"], KEEP, r"left something in the tree:\n\?\? left.txt"),
    ],
)
def test_what_goes_wrong_later_is_taken_back(
    script: ModuleType, root: Path, tests: list[str], keep: list[str], sentence: str
) -> None:
    before = state(root)
    with pytest.raises(script.ReleaseRefused, match=sentence):
        script.release(root, "0.2.0", DAY, tests, keep)
    (root / "left.txt").unlink(missing_ok=True)
    assert state(root) == before


def test_a_commit_that_git_refuses_is_taken_back(script: ModuleType, root: Path) -> None:
    hook = root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    before = state(root)
    with pytest.raises(script.ReleaseRefused, match="git commit: not today"):
        script.release(root, "0.2.0", DAY, GREEN, KEEP, GREEN)
    assert state(root) == before


def state(root: Path) -> list[str]:
    files = sorted(path for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    return [git(root, "rev-parse", "HEAD"), git(root, "tag"), git(root, "status", "--porcelain"),
            *(f"{path}: {path.read_text()}" for path in files)]  # fmt: skip


def test_it_knows_this_tree(script: ModuleType) -> None:
    assert script.present(ROOT) == pioche.__version__
    assert (ROOT / script.CORPUS / pioche.__version__).is_dir()
    *_, module = script.KEEP
    assert (ROOT / "tests" / f"{module.replace('.', '/')}.py").is_file()
