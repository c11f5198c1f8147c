"""Write tests/views.json: views, moves and events of every game, for the tests of the client.

python web/tests/make_views.py > web/tests/views.json
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pioche

MOVES = 120  # of each game


def sample(name: str, players: int) -> dict[str, Any]:
    """A game of chance: what seat A sees on the way, one move of each verb, and the places that events name."""
    pos, rng = pioche.game(name).deal(players=players, seed=7), Random(3)
    views, places = [pos.view(0)], set()
    for number in range(MOVES):
        seat = pos.actor
        if seat is None:
            break
        events = pos.play(seat, rng.choice(pos.choices))
        places |= {str(each.details[end]) for each in events if each.kind == "move" for end in ("source", "target")}
        if number % 20 == 5:
            views.append(pos.view(0))
    verbs = {move.verb: move.text for move in reversed(pos.game.moves)}
    return {"game": name, "players": players, "faces": list(pos.game.faces), "views": views, "verbs": verbs,
            "places": sorted(places)}  # fmt: skip


if __name__ == "__main__":
    games = [(name, pioche.game(name).players) for name in pioche.game_names()]
    samples = [sample(name, players) for name, allowed in games for players in (allowed[0], allowed[-1])]
    print(json.dumps(samples, ensure_ascii=False, indent=1))
