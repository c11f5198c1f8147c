"""The digests of the five games: words leave them alone, and every version of Python reads the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pioche
from pioche.table.game_registry import game, own_folders

SOURCES = Path(pioche.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "digests.json"

TELL = """
from pioche.table.game_registry import game, game_names
for name in game_names():
    print(name, game(name).digest)
"""


def tell(root: Path, seed: str, python: str = sys.executable, code: str = TELL) -> dict[str, str]:
    env = {**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([python, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("copied")
    for part in ("core", "games", "table"):
        shutil.copytree(SOURCES / part, root / "pioche" / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SOURCES / "__init__.py", root / "pioche")
    return root


def test_words_change_no_game_and_a_number_exactly_one(copied: Path) -> None:
    before = tell(copied, "1")
    assert len(set(before.values())) == 5
    for file in copied.glob("pioche/*/**/*.py"):
        file.write_text("# A remark.\n" + re.sub(r'"""([A-Z])', r'"""Anew: \1', file.read_text()))
    assert tell(copied, "2") == before
    thumb = copied / "pioche" / "games" / "kolpa" / "bot_heuristic.py"
    before_it, number, after_it = re.split(r"(?<= // )(\d+)", thumb.read_text(), maxsplit=1)
    thumb.write_text(f"{before_it}{int(number) + 1}{after_it}")
    after = tell(copied, "3")
    assert [name for name in before if after[name] != before[name]] == ["kolpa"]


def test_the_games_have_the_digests_that_they_had() -> None:
    found = {name: game(name).digest for name in own_folders()}
    assert found == json.loads(GOLDEN.read_text(encoding="utf-8")), (
        "a rule, or something that it uses, has changed, and what was compiled and stored of the game is made anew: "
        "if that is meant, run python scripts/digests.py"
    )


# Other versions of Python

READ = """
import hashlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
root = next(path for path in map(Path, sys.path) if (path / "pioche").is_dir())
spec = spec_from_file_location("written", root / "pioche" / "core" / "function_source.py")
written = module_from_spec(spec)
spec.loader.exec_module(written)
for file in sorted(root.glob("pioche/core/*.py")) + sorted(root.glob("pioche/games/**/*.py")):
    for code in written.inner_codes(compile(file.read_text(encoding="utf-8"), str(file), "exec", dont_inherit=True)):
        if text := written.from_source(code, {}):
            where = f"{file.relative_to(root)}:{code.co_firstlineno}:{code.co_qualname.replace(' ', '')}"
            print(where, hashlib.blake2b(text.encode(), digest_size=12).hexdigest())
"""


def other_pythons() -> list[str]:
    """Those of pyenv, those on the path, and those that PIOCHE_PYTHONS names."""
    named = os.environ.get("PIOCHE_PYTHONS", "").split(os.pathsep)
    pyenv = sorted(map(str, Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python")))
    on_path = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    here = os.path.realpath(sys.base_prefix)
    found = {os.path.realpath(each): each for each in (*on_path, *pyenv, *named) if each and "shims" not in each}
    return [each for real, each in found.items() if not real.startswith(here + os.sep) or each in named]


@pytest.mark.elsewhere
@pytest.mark.parametrize("python", other_pythons())
def test_every_version_of_python_reads_the_rules_alike(python: str) -> None:
    """It needs nothing but Python itself."""
    here = tell(SOURCES.parent, "1", code=READ)
    assert len(here) > 500
    assert tell(SOURCES.parent, "2", python, READ) == here


@pytest.mark.elsewhere
@pytest.mark.parametrize("python", other_pythons())
def test_the_games_have_one_digest_on_every_version_of_python(python: str) -> None:
    """It needs NumPy there; where that is missing, this says so."""
    done = subprocess.run([python, "-c", "import numpy"], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(
            f"{python} has no NumPy, so the digests were not computed there; PIOCHE_PYTHONS may name one that has"
        )
    assert tell(SOURCES.parent, "1", python) == json.loads(GOLDEN.read_text(encoding="utf-8"))
