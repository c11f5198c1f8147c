"""Write docs/observations.md: what is where in every game's observations.

python scripts/observations.py
"""

from __future__ import annotations

import re
from pathlib import Path

from pioche.core.encode_observation import VERSION
from pioche.table.game import Game
from pioche.table.game_registry import game, own_folders
from pioche.table.observation_layout import Part, layout

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"

HEAD = f"""# Observations

Layout {VERSION}. This page is written by `python scripts/observations.py`; a test says when it is stale, another
one when the layout has changed and its number has not.

What a seat knows of a table, as one row of numbers: `pos.observe(seat)`, `batch.observe()`, and what the
[environments](environments.md) hand out. First the shared places, then the places of every seat, then the public
numbers of the table, in the order of the tables below. Seats are counted from the observer: seat 0 is the one who
looks, seat 1 sits on its left. Only what the observer knows is counted: `pos.imagine(seat, rng).observe(seat)` equals
`pos.observe(seat)`, always. The row is not a memory: what was seen and is no longer known at the table is not in it.

`float32` rows hold every number as it is. In `int8` rows (the default of batches) numbers beyond ±127 are cut off.
`layout(game, players)["1.hand faces"]` of `pioche.table.observation_layout` finds a part by its name: where it starts,
and its width.

Every place has `size` (how many cards lie there) and `faces` (how many cards of each face the observer knows there,
faces in the order given); a pile that everybody looks at has `top` (a 1 at the face on top); a place that hides its
cards has `known` (how many of them each seat knows, the observer first; of cards in others' hands that the observer
does not know, only what that other seat knows is told). What the other numbers say is told where they are declared,
in each game's `state.py`, options in its `__init__.py`.
"""


def page() -> str:
    return HEAD + "".join(section(game(name)) for name in sorted(own_folders()))


def section(chosen: Game) -> str:
    """One game: the length of its rows, its faces, its parts."""
    lines = [f"\n## {chosen.id}\n", "| players | numbers | digest |", "|---|---|---|"]
    for players in chosen.players:
        found = layout(chosen, players)
        lines.append(f"| {players} | {found.width} | `{found.digest}` |")
    lines += [f"\nFaces: {' '.join(chosen.faces)}\n", "| part | numbers | what |", "|---|---|---|"]
    parts = [part for part in layout(chosen, chosen.players[0]).parts if not re.match(r"[1-9]\.", part.name)]
    return "\n".join([*lines, *rows(chosen, parts)]) + "\n"


def rows(chosen: Game, parts: tuple[Part, ...] | list[Part]) -> list[str]:
    """A line for each part; numbered places in a row get one line together, and so do the parts of one place."""
    found: dict[str, str] = {}
    for part in parts:
        name, _, what = part.name.rpartition(" ")
        if name:
            name = re.sub(r"^0\.", "each seat: ", re.sub(r"\d+$", " 1, 2 …", name))
            before = found.get(name, "").split(", ") if found.get(name) else []
            found[name] = ", ".join([*before, *([f"`{what}`"] if f"`{what}`" not in before else [])])
        else:
            found[what] = f"{numbers(chosen, what, part)} | {part.meaning}"
    return [f"| {name} | {said if '|' in said else '| ' + said} |" for name, said in found.items()]


def numbers(chosen: Game, name: str, part: Part) -> str:
    """How many numbers a field takes, whatever the number of players."""
    low, high = chosen.players[0], chosen.players[-1]
    if layout(chosen, high)[name].width == part.width:
        return str(part.width)
    return "one a seat" if part.width == low else f"{part.width // low} a seat"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
