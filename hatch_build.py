"""The build of a wheel takes the games' machine code with it: what `make ahead` made, or what can be made now.

Where it is not that of the present sources and can't be made (no Numba or no ziglang, as in pip's own environment for
builds), the wheel has none, and a line says so; with PIOCHE_OBJECTS=required that is an error. An editable install
needs none.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = ("llvmlite", "numba", "numpy", "ziglang")


class ObjectsHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        package, objects = root / "src" / "pioche", root / "src" / "pioche" / "objects"
        stale = found(package).stale
        if stale(package, objects) and all(map(importlib.util.find_spec, NEEDED)):
            make(root, objects)
        if missing := stale(package, objects):
            self.missing(", ".join(missing))
        else:
            build_data["artifacts"] += [f"src/pioche/objects/*.{kind}" for kind in ("dll", "dylib", "json", "so")]

    def missing(self, names: str) -> None:
        said = f"no machine code made ahead of these sources ({names}): `make ahead` makes it"
        if os.environ.get("PIOCHE_OBJECTS") == "required":
            raise SystemExit(f"No wheel: {said}")
        self.app.display_warning(f"The wheel has {said}")


def found(package: Path) -> Any:
    """The module that knows of what objects were made; nothing else of the package can be loaded here."""
    spec = importlib.util.spec_from_file_location("source_digest", package / "ahead" / "source_digest.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(root: Path, objects: Path) -> None:
    """If it fails the wheel has none, and what failed is seen."""
    env = {**os.environ, "PYTHONPATH": str(root / "src")}
    subprocess.run([sys.executable, "-m", "pioche.ahead", "--all", str(objects)], cwd=root, env=env, check=False)
