"""What a warm parent runs: it imports everything once, and forks a server for every line of JSON that it is told.

An order may name a planted bug, which that server then has.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import alembic.command
import alembic.config

import pioche.bots
import pioche.cli
import pioche.server.app
from faults.planted_bugs import every_planted_bug

LOADED = (alembic.command, alembic.config, pioche.bots, pioche.server.app)  # before the first fork


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(json.loads(line))
        print(child, flush=True)


def serve(order: dict[str, Any]) -> None:
    """In the child: never returns."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        redirect(order["output"], order["errors"])
        every_planted_bug.plant(order["bug"])
        sys.argv = ["pioche", *order["words"]]
        pioche.cli.main()
    except SystemExit:
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def redirect(output: str, errors: str) -> None:
    for number, path in ((0, os.devnull), (1, output), (2, errors)):
        opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)


if __name__ == "__main__":
    main()
