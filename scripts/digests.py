"""Write tests/golden/digests.json: the digest of every game's program.

python scripts/digests.py
"""

from __future__ import annotations

import json
from pathlib import Path

from pioche.table.game_registry import game, own_folders

FILE = Path(__file__).parent.parent / "tests" / "golden" / "digests.json"


def text() -> str:
    return json.dumps({name: game(name).digest for name in sorted(own_folders())}, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
