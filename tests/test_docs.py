"""The README's Python runs, and what it says of commands is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


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
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    found = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("thumb 0.9")


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


def test_the_readme_commands_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.M), target
    help_text = subprocess.run([sys.executable, "-m", "pioche", "--help"], capture_output=True, text=True).stdout
    for command in set(re.findall(r"^pioche (\w+)", README, re.M)):
        assert command in help_text


def test_links_in_the_docs_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert link.startswith("http") or (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_changelog_knows_what_is_unreleased() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
