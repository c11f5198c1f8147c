"""Every catalogue there is, found by its files."""

from __future__ import annotations

from pathlib import Path

import bench
import pioche
from pioche.table.catalogue import Catalogue, catalogue_beside

SOURCES = Path(pioche.__file__).parent
BENCH = Path(bench.__file__ or "").parent
FILES = [*sorted(SOURCES.rglob("fr.toml")), BENCH / "fr.toml"]

CATALOGUES: dict[str, Catalogue] = {file.parent.name: catalogue_beside(str(file)) for file in FILES}  # by package
OF_GAMES = {file.parent.name for file in FILES if file.parent.parent.name == "games"}
