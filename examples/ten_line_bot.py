"""A bot in ten lines, and where it ranks.

python examples/ten_line_bot.py [number of games]
pioche arena coloretto --code examples/ten_line_bot.py --bots greedy,thumb,random
"""

import sys
from random import Random

from pioche.arena import arena
from pioche.bots import Choice, View, register
from pioche.bots.random_bot import RandomBot


class Greedy(RandomBot):
    """Plays whatever has most points right afterwards, on a table that it can't tell from the real one."""

    name = "greedy"

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        def points(move: str) -> tuple[int, float]:
            twin = view.table.copy()
            twin.play(view.seat, move)
            return twin.scores[view.seat], rng.random()

        return Choice(max(choices, key=points))


register("greedy", Greedy)

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    result = arena("coloretto", ["greedy", "thumb", "random"], players=3, games=games, seed=1)
    for place, bot in enumerate(result.summary, 1):
        low, high = bot.win_interval or (0.0, 1.0)
        print(f"{place}. {bot.bot:7} wins {bot.win_share:.0%} ({low:.0%} to {high:.0%}), {bot.score:.1f} points")
