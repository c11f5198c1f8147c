"""`python -m pioche.ahead [games …]`: make what is not there yet, for this machine; with `--all` for every platform."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pioche.ahead.build_objects import build_everywhere, build_here, is_made, tidy
from pioche.ahead.build_wasm import build_wasm
from pioche.ahead.game_processes import Lost, one_by_one
from pioche.ahead.link_library import has_linker
from pioche.ahead.ways_in import made_of_now
from pioche.core.ahead_files import SHIPPED, symbols_of
from pioche.core.runtimes import has_numba
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game, game_names


def is_made_here(name: str) -> bool:
    found = symbols_of(name)
    return all(made in found and found[made].address for made in made_of_now(game(name)))


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m pioche.ahead", description=__doc__)
    asked.add_argument("games", nargs="*", help="default: all")
    asked.add_argument(
        "--all", nargs="?", type=Path, const=SHIPPED, metavar="FOLDER",
        help="shared libraries for every platform, into this folder; without one into the package itself",
    )  # fmt: skip
    asked.add_argument("--wasm", type=Path, metavar="FOLDER", help="WebAssembly, into this folder")
    asked.add_argument("--check", action="store_true", help="make nothing; fail if something is not there")
    given = asked.parse_args()
    try:
        names = [game(name).id for name in given.games or game_names()]
    except PiocheError as why:
        sys.exit(str(why))
    if given.all is not None and not has_linker():
        sys.exit("Libraries for every platform are made with ziglang: pip install 'pioche[ahead]'")
    if not has_numba():
        sys.exit("Machine code is made with Numba: pip install 'pioche[ahead]'")
    work: Callable[[str], object] = partial(build_everywhere, folder=given.all) if given.all else build_here
    if given.wasm:
        missing, work = names, partial(build_wasm, folder=given.wasm)
    else:
        missing = [name for name in names if not (is_made(name, given.all) if given.all else is_made_here(name))]
    if given.check:
        sys.exit(f"not made ahead: {', '.join(missing)}" if missing else None)
    try:
        make(missing, work)
    except KeyboardInterrupt:
        sys.exit(130)
    except Lost as why:
        sys.exit(str(why))
    except OSError as why:
        sys.exit(f"nothing can be kept there: {why}")
    finally:
        if given.all is not None and given.all.is_dir():
            tidy(given.all, missing)


def make(missing: Sequence[str], work: Callable[[str], object]) -> None:
    if missing:
        print(f"making ahead: {', '.join(missing)}", file=sys.stderr, flush=True)
    for number, (name, seconds) in enumerate(one_by_one(work, missing), 1):
        print(f"made ahead {number}/{len(missing)}: {name}, after {seconds:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
