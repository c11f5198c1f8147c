"""OpenSpiel: every game as `pioche_<game>`, with exact chance nodes; see docs/environments.md.

    import pyspiel, pioche.envs.openspiel
    game = pyspiel.load_game("pioche_kolpa", {"players": 3, "rounds": 1})

Games of simultaneous choices (5211) are there twice: `pioche_5211` asks the seats one after the other, in secret, and
`pioche_5211_simultaneous` has simultaneous nodes. Races for a reaction are asked one after the other, in a drawn order.
`position` starts from a position as text, its hidden cards dealt by chance; cards that it does not name are out of the
game. OpenSpiel writes a game on one line without further equals signs, so `|` stands for a new line and `~` for `=`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from pioche.envs.explicit_chance import Unrolled
from pioche.envs.rewards import returns
from pioche.table.extras import check_extra
from pioche.table.game import Game
from pioche.table.game_registry import game, own_folders
from pioche.table.observation_layout import layout
from pioche.table.position_parser import parse

check_extra("openspiel", "pioche.envs.openspiel")

import pyspiel  # noqa: E402

LONGEST = 20_000  # moves and lots
RECALL = 128  # moves that an information state's tensor remembers
Kind = pyspiel.GameType


def game_type(chosen: Game, simultaneous: bool) -> Any:
    """What OpenSpiel wants to know of a game."""
    options = {option.name: option.default for option in chosen.options}
    return pyspiel.GameType(
        short_name=f"pioche_{chosen.id}" + ("_simultaneous" if simultaneous else ""),
        long_name=f"Pioche: {chosen.say('title', 'en')}",
        dynamics=Kind.Dynamics.SIMULTANEOUS if simultaneous else Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Kind.Information.IMPERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=chosen.players[-1],
        min_num_players=chosen.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": chosen.players[0], "position": "", **options},
    )


def has_simultaneous_choices(chosen: Game) -> bool:
    """Do several seats choose at once as soon as the cards are dealt?"""
    return len(chosen.deal(seed=0).actors) > 1


class PiocheGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours. An action is the number of a move; a chance outcome, the number that a lot gives."""

    def __init__(self, chosen: Game, simultaneous: bool, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.chosen, self.simultaneous = chosen, simultaneous
        self.text = str(given.pop("position", "")).replace("|", "\n").replace("~", "=")
        players = int(given.pop("players", chosen.players[0]))
        self.players = parse(self.text, game=chosen).seats if self.text else players
        self.options = given
        chosen.ready(self.players, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(chosen.moves),
            max_chance_outcomes=max(chosen.state.cards, chosen.players[-1]),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        kept = {"position": self.text.replace("\n", "|").replace("=", "~")} if self.text else {}
        super().__init__(game_type(chosen, simultaneous), info, {**(params or {}), **kept})

    def new_initial_state(self) -> PiocheState:
        return PiocheState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class PiocheState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment; between two moves there may be lots to draw."""

    def __init__(self, chosen: PiocheGame) -> None:
        super().__init__(chosen)
        self.simultaneous = chosen.simultaneous
        self.table = Unrolled(chosen.chosen, chosen.players, chosen.options, chosen.text)

    def current_player(self) -> int:
        """Whose choice it is: chance's, a seat's, all seats' at once; or the game is over."""
        if self.table.lot:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.table.pos is not None
        if self.table.pos.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self.simultaneous else int(self.table.pos.actor or 0)

    def _legal_actions(self, player: int) -> list[int]:
        pos, numbers = self.table.pos, self.table.game.move_numbers
        if pos is None or not self.simultaneous:
            return self.table.choices
        return sorted(numbers[move] for move in pos.moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self.table.lot) for outcome in range(self.table.lot)]

    def _apply_action(self, action: int) -> None:
        if self.table.lot:
            self.table.draw(action)
        else:
            self.table.play(self.current_player(), action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Everybody has chosen: the choices are made one after the other; all but the last need no lots."""
        for seat, action in enumerate(actions):
            self.table.play(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"lot {action}" if player == pyspiel.PlayerId.CHANCE else self.table.game.moves[action].text

    def is_terminal(self) -> bool:
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        pos = self.table.pos
        won = sum(1 << seat for seat in pos.winners) if pos is not None and not self.table.lot else 0
        return [float(worth) for worth in returns(won, self.table.players)]

    def resample_from_infostate(self, player: int, sampler: Any) -> PiocheState:
        """A state that the player can't tell from this one: what it does not know is dealt anew."""
        twin: PiocheState = self.clone()
        twin.table = self.table.imagined(player, Random(sampler()))
        return twin

    def __str__(self) -> str:
        return str(self.table.pos) if self.table.pos is not None else "nothing dealt yet"


class SpielObserver:
    """What a player sees: the observation's numbers; with perfect recall also the moves it has seen, last first."""

    def __init__(self, chosen: PiocheGame, recalls: bool) -> None:
        self.width = layout(chosen.chosen, chosen.players).width
        self.recalls = recalls
        self.tensor = np.zeros(self.width + 2 * RECALL * recalls, np.float32)
        self.dict = {"observation": self.tensor[: self.width]}
        if recalls:
            self.dict["moves"] = self.tensor[self.width :].reshape(RECALL, 2)

    def set_from(self, state: PiocheState, player: int) -> None:
        """Each move as two numbers: its seat counted from the player, from 1, and its number from 1, 0 if not seen."""
        self.tensor.fill(0)
        if state.table.pos is None:
            return
        self.dict["observation"][:] = state.table.pos.observe(player)
        if self.recalls:
            for i, (seat, number, witnesses) in enumerate(state.table.moves[: -RECALL - 1 : -1]):
                steps = (seat - player) % state.table.players
                self.dict["moves"][i] = 1 + steps, (number + 1) * (witnesses >> player & 1)

    def string_from(self, state: PiocheState, player: int) -> str:
        """The view; with perfect recall, after all that the player has seen."""
        if self.recalls or state.table.pos is None:
            return state.table.memory(player)
        return state.table.pos.view(player)


def register(chosen: Game) -> None:
    """Let `pyspiel.load_game` find a game."""
    for simultaneous in (False, True) if has_simultaneous_choices(chosen) else (False,):
        kind = type("PiocheGame", (PiocheGame,), {"__init__": initialiser(chosen, simultaneous)})
        pyspiel.register_game(game_type(chosen, simultaneous), kind)


def initialiser(chosen: Game, simultaneous: bool) -> Any:
    def initialise(self: Any, params: dict[str, Any] | None = None) -> None:
        PiocheGame.__init__(self, chosen, simultaneous, params)

    return initialise


for name in own_folders():
    register(game(name))
