"""Catalogues are files: what is wrong in one is said with its line, and what the program says is in one, once."""

from __future__ import annotations

import ast
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from pioche.table import catalogue
from pioche.table.catalogue import catalogue_beside, read_sentences, say
from pioche.table.game_registry import game
from support.catalogues import BENCH, CATALOGUES, FILES, OF_GAMES, SOURCES

LAYERS = ("core", "table", "games", "bots", "testing", "arena", "studies", "envs", "server", "terminal")
SENT = {"table", "server"}  # a browser gets these whole, and may say what the program itself does not
SPEAKERS = {"text", "say", "refuse", "phrase", "PiocheError", "Conflict", "counted", "numbered"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fr.toml").write_text('title = "Un"\n"move.play" = "{seat} joue."\n', encoding="utf-8")
    (tmp_path / "en.toml").write_text('title = "One"\n"move.play" = "{seat} plays."\n', encoding="utf-8")
    return tmp_path


WRONG = [
    (b'title = "One"\nidea = "Two\n', r"en\.toml: .*line 2"),
    (b'title = "One"\n\n"move.play" "{seat}"\n', r"en\.toml: .*line 3"),
    (b'title = "One"\nidea = "Two"\ntitle = "Three"\n', r"en\.toml: .*line 3"),
    (b'title = "One"\nidea = "\xe9t\xe9"\n', r"en\.toml: .*line 2"),
    (b'title = "One"\nmove.play = "{seat}"\n', r"en\.toml: move is no sentence"),
    (b'title = "One"\nidea = 2\n', r"en\.toml: idea is no sentence"),
]


@pytest.mark.parametrize(("written", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_mistake_is_said_with_its_file_and_line(folder: Path, written: bytes, said: str) -> None:
    (folder / "en.toml").write_bytes(written)
    broken = catalogue_beside(str(folder / "rules.py"))
    for _ in range(2):
        with pytest.raises(ValueError, match=f"{re.escape(str(folder))}.{said}"):
            broken["en"]
    assert broken["fr"]["title"] == "Un"


def test_a_file_that_is_not_there_is_named(folder: Path) -> None:
    (folder / "en.toml").unlink()
    with pytest.raises(FileNotFoundError, match=re.escape(str(folder / "en.toml"))):
        say("title", "en", catalogue_beside(str(folder / "rules.py")))


def test_a_catalogue_is_a_mapping_of_two_languages(folder: Path) -> None:
    found = catalogue_beside(str(folder / "rules.py"))
    assert (list(found), len(found), "fr" in found, "../fr" in found) == (["fr", "en"], 2, True, False)
    assert found == {language: dict(found[language]) for language in ("fr", "en")}
    with pytest.raises(KeyError):
        found["de"]


def test_only_the_language_asked_for_is_read_and_only_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(path: Path) -> dict[str, str]:
        read.append(path.name)
        return read_sentences(path)

    monkeypatch.setattr(catalogue, "read_sentences", noted)
    found = catalogue_beside(str(folder / "rules.py"))
    assert read == []
    with ThreadPoolExecutor(8) as threads:
        said = list(threads.map(lambda _: say("move.play", "fr", found, seat="A"), range(64)))
    assert (set(said), read) == ({"A joue."}, ["fr.toml"])


def test_a_catalogue_travels_without_its_files(folder: Path) -> None:
    here = catalogue_beside(str(folder / "rules.py"))
    sent = pickle.dumps(here)
    assert deepcopy(here) is here
    for file in folder.iterdir():
        file.unlink()
    assert pickle.loads(sent) == {
        "fr": {"title": "Un", "move.play": "{seat} joue."},
        "en": {"title": "One", "move.play": "{seat} plays."},
    }


def test_a_game_with_a_house_rule_takes_its_words_along() -> None:
    own = game("kolpa")
    sent = pickle.loads(pickle.dumps(replace(own, bots=replace(own.bots, margin=1))))
    assert sent.words == own.words
    assert sent.say("title", "fr") == own.say("title", "fr")


def test_other_words_are_the_same_game(name: str) -> None:
    """What was compiled and stored of it serves on."""
    assert replace(game(name), words={"fr": {}, "en": {}}).digest == game(name).digest


@pytest.mark.parametrize("file", [each for file in FILES for each in (file, file.with_name("en.toml"))], ids=str)
def test_the_lines_of_a_file_are_short(file: Path) -> None:
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    assert [number for number, line in lines if len(line) > 120 or line != line.rstrip()] == []


def test_no_key_is_in_two_packages() -> None:
    """A game's own sentences come before those of all games, and the games' are all called the same."""
    counts = Counter(key for name in CATALOGUES.keys() - OF_GAMES for key in CATALOGUES[name]["en"])
    assert [key for key, count in counts.items() if count > 1] == []


def test_nobody_takes_sentences_from_a_package_above() -> None:
    for below, package in enumerate(LAYERS):
        for file in (SOURCES / package).rglob("*.py"):
            taken = set(re.findall(r"pioche\.(\w+)(?:\.| import )catalogue\b", file.read_text(encoding="utf-8")))
            assert taken <= set(LAYERS[: below + 1]), file


def sources() -> Iterator[ast.AST]:
    for file in (*SOURCES.rglob("*.py"), *BENCH.glob("*.py")):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def named(call: ast.Call) -> str | None:
    """The key that a call speaks by, if it is written there."""
    speaker = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = call.args[0] if call.args else None
    if speaker not in SPEAKERS or not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return None
    key = f"count.{first.value}" if speaker == "counted" else first.value
    return key if re.fullmatch(r"[a-z_]+\.\w+", key) else None  # `text` is a function of SQL too


def test_every_key_that_is_named_has_a_sentence() -> None:
    keys = {key for node in sources() if isinstance(node, ast.Call) and (key := named(node))}
    known = {key for each in CATALOGUES.values() for key in each["en"]}
    assert len(keys) > 300
    assert keys - known == set()


def test_every_sentence_is_said() -> None:
    """Its key is written somewhere, whole or as the beginning of one that is put together."""
    whole = {str(node.value) for node in sources() if isinstance(node, ast.Constant)}
    begun = tuple(start for node in sources() if isinstance(node, ast.JoinedStr) and (start := beginning(node)))
    for name in CATALOGUES.keys() - OF_GAMES - SENT:
        unsaid = [key for key in CATALOGUES[name]["en"] if key not in whole and not key.startswith(begun)]
        assert unsaid == [], name


def beginning(text: ast.JoinedStr) -> str:
    """Of a key that is put together, as `f"arena.{key}"` is."""
    first = text.values[0].value if isinstance(text.values[0], ast.Constant) else ""
    return str(first) if re.fullmatch(r"([a-z_]+\.)+", str(first)) else ""
