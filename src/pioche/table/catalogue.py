"""Message catalogues: every sentence that a person reads, in French and English, found by its key.

They are in `fr.toml` and `en.toml` beside what says them. What every part of the program may say is here.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

Catalogue = Mapping[str, Mapping[str, str]]  # language, then key
LANGUAGES = ("fr", "en")

_chosen: list[str] = []
_reading = Lock()


def language() -> str:
    """The language of sentences: the one chosen, else the user's locale, else English."""
    if _chosen:
        return _chosen[0]
    user = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "fr" if user.startswith("fr") else "en"


def speak(lang: str) -> None:
    """Choose the language of all sentences from now on: "fr" or "en"."""
    if lang not in LANGUAGES:
        from pioche.table.errors import PiocheError

        raise PiocheError("setup.language", lang=lang)
    _chosen[:] = [lang]


class Phrase(NamedTuple):
    """A part of a sentence that is itself found by a key, in the language of the sentence."""

    key: str
    details: Mapping[str, Any]
    catalogue: Catalogue | None = None

    def sentence(self, lang: str | None = None) -> str:
        return say(self.key, lang, self.catalogue, **self.details)


def phrase(key: str, **details: Any) -> Phrase:
    return Phrase(key, details)


def numbered(key: str, number: int) -> str:
    """The key of a sentence about so many: languages differ in what they say of none and of one, up or down."""
    return key + {0: "_none", 1: "_one", -1: "_one"}.get(number, "")


def counted(what: str, number: int, shown: str = "") -> Phrase:
    """So many of something: "1 move", "2 moves". A large number may be shown in a way of its own."""
    return phrase(numbered(f"count.{what}", number), number=shown or number)


def say(key: str, lang: str | None = None, catalogue: Catalogue | None = None, /, **details: Any) -> str:
    """The sentence for a key: the game's own if it has one, else the shared one."""
    lang = lang or language()
    own = catalogue[lang] if catalogue else {}
    said = {name: part.sentence(lang) if hasattr(part, "sentence") else part for name, part in details.items()}
    return (own.get(key) or CATALOGUE[lang][key]).format(**said)


class CatalogueFiles(Mapping[str, Mapping[str, str]]):
    """`fr.toml` and `en.toml` of a folder; each is read, once, when somebody first asks for that language."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, dict[str, str]] = {}

    def __getitem__(self, lang: str) -> dict[str, str]:
        return self._read.get(lang) or self._load(lang)

    def _load(self, lang: str) -> dict[str, str]:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        with _reading:
            if lang not in self._read:
                self._read[lang] = read_sentences(self._folder / f"{lang}.toml")
        return self._read[lang]

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the sentences themselves: it may not have the files."""
        return dict, (dict(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> CatalogueFiles:
        return self


def catalogue_beside(module: str) -> Catalogue:
    """The catalogue in the folder of a module, which gives its `__file__`."""
    return CatalogueFiles(Path(module).parent)


def read_sentences(path: Path) -> dict[str, str]:
    """What a file says, by key; an error says where it is wrong, down to the line."""
    try:
        found = tomllib.loads(path.read_bytes().decode())
    except tomllib.TOMLDecodeError as wrong:  # it says the line itself
        raise ValueError(f"{path}: {wrong}") from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise ValueError(f"{path}: {wrong} (at line {line})") from None
    for key, text in found.items():
        if not isinstance(text, str):
            raise ValueError(f"{path}: {key} is no sentence; write a key with a dot in quotation marks")
    return found


CATALOGUE = catalogue_beside(__file__)
