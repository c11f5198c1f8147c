"""PettingZoo: every game as an environment of agents that act one after the other."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from pioche.core.seats import letter
from pioche.envs.catalogue import CATALOGUE
from pioche.envs.rewards import returns
from pioche.envs.svg_picture import draw
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import find_game, game, own_folders
from pioche.table.observation_layout import layout
from pioche.table.position import EXACT, Position

RENDER_MODES = ["human", "ansi", "svg"]
Observation = dict[str, np.ndarray[Any, Any]]


def aec(
    name: str | Game, players: int | None = None, render_mode: str | None = None, **options: Any
) -> AECEnv[str, Any, Any]:
    """A game as an environment that says so when it is used in the wrong order."""
    found: AECEnv[str, Any, Any] = wrappers.OrderEnforcingWrapper(PettingZooEnv(name, players, render_mode, **options))
    return found


def named(module: str) -> SimpleNamespace:
    """`kolpa_v0`, as PettingZoo names its environments: `env()` makes one, `raw_env()` one without wrappers."""
    name = module.removesuffix("_v0")
    name = next((id for id, folder in own_folders().items() if folder == name), name)
    if find_game(name) is None:
        raise AttributeError(f"module 'pioche.envs' has no attribute '{module}'")
    return SimpleNamespace(env=partial(aec, name), raw_env=partial(PettingZooEnv, name))


class PettingZooEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """One table. Agents are `player_0`, `player_1` …; an action is the number of a move.

    An observation is a dict: `observation`, see docs/observations.md, and `action_mask`, all zeros unless the agent is
    asked. At the end the winner gets 1, and the others lose it together. An illegal action raises IllegalMove.
    """

    def __init__(
        self, name: str | Game, players: int | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise PiocheError("envs.render", CATALOGUE, mode=render_mode, known=", ".join(RENDER_MODES))
        self.game = game(name)
        self.players = self.game.players[0] if players is None else players
        self.game.ready(self.players, options)  # refuses wrong options at once
        self.options, self.render_mode = options, render_mode
        self.metadata = {
            "name": f"pioche/{self.game.id}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self.pos: Position | None = None
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(self.game.moves)) for agent in self.possible_agents}

    def _space(self) -> Dict:
        width, moves = layout(self.game, self.players).width, len(self.game.moves)
        numbers = Box(-float(EXACT), float(EXACT), (width,), np.float32)
        return Dict({"observation": numbers, "action_mask": Box(0, 1, (moves,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game; the same seed deals the same game."""
        self.pos = self.game.deal(self.players, seed=secrets.randbits(48) if seed is None else seed, **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        seat = self._position().actor
        return self.agent_selection if seat is None else self.possible_agents[seat]

    def _position(self) -> Position:
        if self.pos is None:
            raise PiocheError("envs.reset_first", CATALOGUE)
        return self.pos

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do."""
        seat, pos = self.possible_agents.index(agent), self._position()
        mask = np.zeros(len(self.game.moves), np.int8)
        if pos.actor == seat:
            mask[[self.game.move_numbers[move] for move in pos.choices]] = 1
        return {"observation": pos.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play a move of the selected agent; None for an agent whose game is over."""
        agent, pos = self.agent_selection, self._position()
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        pos.play(self.possible_agents.index(agent), self._chosen(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if pos.over:
            self._end()
        self.agent_selection = self._asked()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _chosen(self, action: Any) -> str:
        """The text of an action, as the rules want it; refuses what the asked seat can't choose."""
        pos, seat = self._position(), self.possible_agents.index(self.agent_selection)
        if not 0 <= int(action) < len(self.game.moves):
            raise PiocheError("batch.number", table=0, move=action, last=len(self.game.moves) - 1)
        text = self.game.moves[int(action)].text
        if text not in pos.choices:
            pos.copy().play(seat, text)  # says which rule forbids it
            raise PiocheError("batch.illegal", table=0, move=text, seat=letter(seat))
        return text

    def _end(self) -> None:
        won = sum(1 << seat for seat in self._position().winners)
        for agent, worth in zip(self.possible_agents, returns(won, self.players), strict=True):
            self.rewards[agent] = float(worth)
            self.terminations[agent] = True

    def render(self) -> str | None:
        """The whole position, all cards seen, as text or as an SVG picture; `human` prints the text."""
        text = "\n".join(line.partition(" rng=")[0] for line in str(self._position()).splitlines())
        if self.render_mode == "svg":
            return draw(self.game, text)
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is kept open."""
