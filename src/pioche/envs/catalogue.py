"""What the environments say, in French and English."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pioche.table.errors import PiocheError

FR: dict[str, str] = {
    "envs.missing": "{what} n'est pas installé : pip install 'pioche[{extra}]'.",
    "envs.render": "render_mode={mode} n'existe pas ; il y a : {known}.",
    "envs.illegal": "Table {table} : « {move} » n'est pas un coup permis. Rien n'a été joué, à aucune table.",
    "envs.how": "illegal={how} n'existe pas : « error » refuse le coup, « loss » compte la partie comme perdue.",
    "envs.reset_first": "Il faut d'abord appeler reset().",
}
EN: dict[str, str] = {
    "envs.missing": "{what} is not installed: pip install 'pioche[{extra}]'.",
    "envs.render": "There is no render_mode={mode}; there are: {known}.",
    "envs.illegal": "Table {table}: “{move}” is no move that may be chosen. Nothing was played, at any table.",
    "envs.how": "There is no illegal={how}: “error” refuses the move, “loss” counts the game as lost.",
    "envs.reset_first": "Call reset() first.",
}
CATALOGUE = {"fr": FR, "en": EN}


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Say what to install if a package is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in (what, "gymnasium"):
            raise
        raise PiocheError("envs.missing", CATALOGUE, what=missing.name, extra=extra) from missing
