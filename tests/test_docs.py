"""The Python in the documents runs, and what they say of commands, programs and files is true."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from pioche.table.extras import EXTRAS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").glob("**/*.md"),
    *(ROOT / ".github").glob("*.md"),
    ROOT / "scripts" / "README.md",
    ROOT / "web" / "README.md",
]


def test_the_readme_python_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len(blocks) == 2
    found = subprocess.run([sys.executable, "-c", "\n".join(blocks)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()
    assert lines[1].startswith("['R1', 'zone B3', 'J R'")
    assert lines[2].startswith("KOL-09 ")


def test_the_python_in_adding_a_game_runs() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    block = re.findall(r"```python\n(from random.*?)```", page, re.S)[0]
    found = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


def test_the_python_of_the_arena_runs() -> None:
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    match, watched = re.findall(r"```python\n(.*?)```", page, re.S)
    for block, expected in ((match, "thumb 0.9"), (watched, "")):
        found = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr
        assert found.stdout.startswith(expected)
    assert int(found.stdout) > 30, "the longest of some games"


def test_the_python_of_the_lab_runs() -> None:
    page = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    found = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "turns_low" in found.stdout and "KOL-R6" in found.stdout.splitlines()[-1]


def test_the_python_in_bots_runs() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    block = re.findall(r"```python\n(from random.*?)```", page, re.S)[0]
    found = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "kolpa" in found.stdout


def test_the_python_in_contributing_runs() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    found = subprocess.run([sys.executable, "-c", textwrap.dedent(block)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("KOL-09 ")


def test_the_positions_in_contributing_can_be_shown() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (position,) = re.findall(r"pioche show - <<END\n(.*?)END", page, re.S)
    shown = subprocess.run(
        [sys.executable, "-m", "pioche", "show", "-"], input=textwrap.dedent(position), capture_output=True, text=True
    )
    assert shown.returncode == 0, shown.stderr
    assert "R1 | zone B3 | J R" in shown.stdout


def test_the_readme_commands_exist() -> None:
    help_text = subprocess.run([sys.executable, "-m", "pioche", "--help"], capture_output=True, text=True).stdout
    for command in set(re.findall(r"^pioche (\w+)", README, re.M)):
        assert command in help_text


def test_the_readme_has_a_line_for_every_extra() -> None:
    part = README.split("\n## What to install\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", part, re.M)
    assert sorted(re.findall(r"`(\w+)`", "\n".join(rows))) == sorted({*EXTRAS, "all"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    """Links, targets of make, programs of ours and files of tests."""
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.S))
    for target in set(re.findall(r"`make ([a-z][\w-]*)", text) + re.findall(r"^make ([a-z][\w-]*)", blocks, re.M)):
        assert re.search(rf"^{target}:", MAKEFILE, re.M), f"make {target}"
    for program in set(re.findall(r"\bscripts/\w+\.\w+|\btests/test_\w+\.py", text)):
        assert (ROOT / program).exists(), program
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        assert link.startswith("http") or (page.parent / link).exists(), link


FILE = re.compile(r"[\w.<>*/-]+\.(?:py|md|txt|toml|json|js|mjs|ts|svelte|c|db)|(?:[\w.<>*-]+/)+")
PACKAGE = ROOT / "src" / "pioche"
TREES = (ROOT, PACKAGE, PACKAGE / "core", PACKAGE / "server", ROOT / "web" / "src")


@pytest.mark.parametrize("page", [ROOT / "README.md", *(ROOT / "docs").glob("*.md")], ids=lambda page: page.name)
def test_a_file_that_a_page_names_is_there(page: Path) -> None:
    """Named from the top of the project, or of a tree in it; a name without a folder is some game's file."""
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for named in {word for word in re.findall(r"`([^`\s]+)`", prose) if FILE.fullmatch(word) and word[0] != "/"}:
        pattern = re.sub(r"<\w+>", "*", named.rstrip("/"))
        places = TREES if "/" in named.rstrip("/") else (*TREES, ROOT / "src" / "pioche" / "games" / "ko")
        assert any(any(tree.glob(pattern)) for tree in places), named


def test_the_page_of_the_server_names_what_is_there() -> None:
    """Each function and class is defined in one of the files beside it."""
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"(`[^|]*\.py`[^|]*) \| `([\w.]+)` \|", page)
    assert len(rows) > 35
    for files, names in rows:
        paths = [ROOT / "src" / "pioche" / "server" / file for file in re.findall(r"`([\w/]+\.py)`", files)]
        defined = "\n".join(path.read_text(encoding="utf-8") for path in paths)
        for name in names.split("."):
            assert re.search(rf"^ *(?:async )?(?:def|class) {name}\b|^{name} = ", defined, re.M), (files, name)


def test_make_help_has_a_sentence_for_every_target() -> None:
    phony = re.search(r"^\.PHONY:((?:.*\\\n)*.*)", MAKEFILE, re.M)
    assert phony
    described = re.findall(r"^([a-z-]+):.* ## [A-Z].*[.]$", MAKEFILE, re.M)
    assert sorted(described) == sorted(phony[1].replace("\\", "").split())
    if shutil.which("make"):
        listed = subprocess.run(
            ["make", "--silent", "help"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        assert re.findall(r"^make (\S+)", listed, re.M) == described


def test_play_is_what_make_does_when_asked_for_nothing() -> None:
    assert re.findall(r"^([a-z-]+):", MAKEFILE, re.M)[0] == "play"


def test_every_program_has_its_line() -> None:
    page = (ROOT / "scripts" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"`(\w+\.(?:py|js))`", page)
    assert listed == sorted(listed)
    assert set(listed) == {path.name for path in (ROOT / "scripts").iterdir() if path.suffix in (".py", ".js")}


def test_the_glossary_is_in_order() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("\n## ")[0]
    words = re.findall(r"^\| (.+?) \| .+[.] \|$", page, re.M)
    assert len(words) == page.count("\n|") - 2, "an entry is no sentence"
    assert words == sorted(words, key=str.lower)


def test_the_changelog_knows_what_is_unreleased() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
