"""With how many players, and with which options, engines are compared: every number of players, then some options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pioche.table.game import Game

Options = dict[str, Any]
OPTIONS: dict[str, tuple[tuple[int, Options], ...]] = {
    "5211": ((3, {"long": "on"}), (4, {"long": "on", "between": "at_once"})),
    "coloretto": (
        (2, {"golden": "on", "start": "choose", "table": "grey"}),
        (4, {"golden": "on", "last_round": "above15"}),
    ),
    "ko": ((4, {"colours": 5, "ko_cards": 4}), (2, {"ko_cards": 1, "trumps_in_runs": "off"})),
    "kolpa": ((4, {"vigilance": "on", "rounds": 2}), (5, {"renew": "empty"})),
    "kombio": ((3, {"limit": 20, "max_turns": 50}),),
}


def seatings(game: Game) -> Iterator[tuple[int, Options]]:
    """Those of a game."""
    yield from ((players, {}) for players in game.players)
    yield from OPTIONS.get(game.id, ())
