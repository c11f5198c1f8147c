"""Catanatron's own loop with its random players, four at a board."""

from __future__ import annotations

from collections.abc import Callable

NAME = "Catanatron, 4 random players, its own loop"


def play() -> Callable[[], int]:
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def one_game() -> int:
        game = Game([RandomPlayer(colour) for colour in colours])
        game.play()
        return len(getattr(game.state, "action_records", None) or getattr(game.state, "actions", ()))

    return one_game
