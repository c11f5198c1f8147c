"""How often each rule came into play, from games that were followed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pioche.core.refusals import id_of
from pioche.table.game import Game


class RuleUse(NamedTuple):
    """One rule: in which share of the games it came into play, how often in a game, and at which share of the moves it
    forbade something."""

    id: str
    games: float
    times: float
    forbids: float


def rule_uses(
    chosen: Game, followed: Sequence[Mapping[str, int]], forbids: Mapping[str, int], moves: int
) -> list[RuleUse]:
    """Every rule of a game, in the order of its page."""
    reached = least_reached(followed)
    forbidden = {id_of(int(number), chosen.prefix): count for number, count in forbids.items()}
    return [RuleUse(id, *reached.get(id, (0.0, 0.0)), forbidden.get(id, 0) / max(moves, 1)) for id in chosen.rule_ids]


def least_reached(followed: Sequence[Mapping[str, int]]) -> dict[str, tuple[float, float]]:
    """For each id the place that cites it and was reached in the fewest games: in which share, how often in a game."""
    places: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for game in followed:
        for place, times in game.items():
            places[place.partition(" ")[0]][place].append(times)
    games = max(len(followed), 1)
    return {
        id: min((sum(times > 0 for times in seen) / games, sum(seen) / games) for seen in cited.values())
        for id, cited in places.items()
    }
