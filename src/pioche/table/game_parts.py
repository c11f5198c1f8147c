"""What a game is made of beside its cards: its rules, its moves as text, facts that tools may ask, its bots' ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from pioche.core import Rule, hooks

AnyRule = Rule[..., Any]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Which rule of the game fills in which hook; see `pioche.core.hooks`. What is left out is done by default."""

    unpack: AnyRule
    deal: AnyRule
    legal: AnyRule
    refusal: AnyRule
    play: AnyRule
    score: AnyRule
    winners: AnyRule
    actor: AnyRule | None = None
    may_act: AnyRule | None = None
    choices: AnyRule | None = None
    who_sees: AnyRule | None = None
    redeal: AnyRule | None = None
    repair: AnyRule | None = None
    figures: AnyRule | None = None


@dataclass(frozen=True, kw_only=True)
class BotProfile:
    """What bots go by in this game. What is left out is done by default."""

    heuristic: AnyRule | None = None  # a rule of thumb: how good a move looks
    evaluate: AnyRule | None = None  # how well a seat stands on a table with all cards seen
    luck_epoch: AnyRule | None = None
    reweigh: AnyRule | None = None
    hide_choices: AnyRule | None = None
    horizon: int = 200  # moves that a search plays on, at most, in each round
    margin: int = 1000  # a lead, in hundredths of a point, that is half of the greatest one can have
    thinking: tuple[int, ...] = (0, 0, 0, 100, 1000)  # rounds of search at each level, 0: by the rule of thumb
    slips: tuple[float, ...] = (0.5, 0.2, 0.05, 0.0, 0.0)  # the share of its moves that each level does not think about


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """What kind of game it is, for whoever runs games without knowing their rules."""

    low_wins: bool = False  # the fewest points win
    rounds: bool = False  # it is played in rounds
    simultaneous: bool = False  # several seats choose at once
    reactions: tuple[str, ...] = ()  # verbs of moves that may be made out of turn
    occasions: tuple[str, ...] = ()  # verbs of moves that give reason to react
    stalls: tuple[str, ...] = ()  # events that say that a limit ended what nobody did


def filled_in(part: Rules | BotProfile) -> dict[AnyRule, AnyRule]:
    """The rules that a part of a game puts in place of hooks."""
    if not isinstance(part, Rules | BotProfile):
        raise TypeError(f"a game's rules are Rules(deal=…, legal=…, …), or replace(game.rules, score=…), not {part!r}")
    given = {each.name: getattr(part, each.name) for each in fields(part)}
    return {getattr(hooks, name): own for name, own in given.items() if isinstance(own, Rule)}


@dataclass(frozen=True)
class MoveText:
    """A move as text, and what the log says of it: a verb of the catalogue and its arguments."""

    text: str
    verb: str
    details: Mapping[str, str] = field(default_factory=dict)
    hidden_verb: str = ""  # what the log says to those who may not see the move
