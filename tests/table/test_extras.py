"""Extras: what is missing is said in one sentence, and what is said to bring it does."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from pioche.table.errors import MissingExtra, PiocheError
from pioche.table.extras import EXTRAS, check_extra, is_installed
from support.source_tree import ROOT

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
FOR_DEVELOPERS = {"ahead", "all", "bench", "dev"}
NOT_HERE = {"cuda"}  # for machines with a GPU; Numba itself comes with it


def brought(extra: str) -> set[str]:
    """The distributions that an extra brings, those of extras that it names included."""
    found: set[str] = set()
    for wanted in DECLARED[extra]:
        name = plain(re.split(r"[<>=;\[ ]", wanted)[0])
        inner = re.search(r"\[(.*?)\]", wanted)
        if name == "pioche" and inner is not None:
            found |= {each for other in inner[1].split(",") for each in brought(other)}
        else:
            found |= {name} | {f"{name}-{each}" for each in (inner[1].split(",") if inner else ())}
    return found | ({"distributed"} if "dask" in found else set())


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_extra_is_known() -> None:
    assert DECLARED.keys() - FOR_DEVELOPERS == EXTRAS.keys()


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_brings_what_is_looked_for(extra: str) -> None:
    installed = packages_distributions()
    for package in EXTRAS[extra]:
        assert brought(extra) & set(map(plain, installed[package])), package


def test_all_is_all_that_needs_no_gpu() -> None:
    assert brought("all") == {each for extra in EXTRAS.keys() - NOT_HERE for each in brought(extra)}
    assert brought("dev") >= brought("all")


def test_what_is_there_is_let_through() -> None:
    assert all(map(is_installed, EXTRAS))
    check_extra("server", "pioche serve")


def test_what_is_not_there_is_said_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(MissingExtra) as refused:
        check_extra("server", "pioche serve")
    assert isinstance(refused.value, PiocheError)
    english = "pioche serve needs the extra [server]: pip install 'pioche[server]'"
    french = "pioche serve a besoin de l'extra [server]\N{NO-BREAK SPACE}: pip install 'pioche[server]'"
    assert (refused.value.sentence("en"), refused.value.sentence("fr")) == (english, french)


COMMANDS = [
    ("serve", "server", "pioche serve"),
    ("admin tables", "server", "pioche admin"),
    ("arena kolpa --games 2 --backend ray", "ray", "--backend ray"),
    ("arena kolpa --games 2 --out games.parquet", "parquet", "Parquet"),
    ("simulate kolpa --engine jit", "jit", "--engine jit"),
    ("lab kolpa --games 2 --report report.html", "reports", "A report of the lab"),
]


@pytest.mark.parametrize(("command", "extra", "what"), COMMANDS, ids=[command for command, *_ in COMMANDS])
def test_a_command_whose_extra_is_missing_says_so_and_ends(command: str, extra: str, what: str) -> None:
    hidden = {package: None for packages in EXTRAS.values() for package in packages}
    program = f"import sys; sys.modules.update({hidden}); from pioche.cli import main; main()"
    words = [sys.executable, "-c", program, *command.split(), "--lang", "en"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip() == f"{what} needs the extra [{extra}]: pip install 'pioche[{extra}]'"
