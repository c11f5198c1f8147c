"""A game with another deck: of any card as many as one likes, up to as many as there are in the box."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from pioche.core import BOX, EVERYONE, Rule, State, cards, event_log, hooks, rule
from pioche.core.ahead_files import symbols_of
from pioche.core.ahead_runtime import AheadRuntime
from pioche.core.cards import cards_in
from pioche.core.runtime import InterpretedRuntime, JitRuntime, Runtime
from pioche.core.runtimes import has_numba
from pioche.studies.catalogue import CATALOGUE
from pioche.studies.watching_rules import count_event, is_marked, is_spare, unpack_all, unpack_some
from pioche.table.catalogue import counted
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game

Deck = tuple[tuple[str, int], ...]  # faces, or patterns of faces, and how many cards there are of each
TRIALS = 60  # deals that are tried before a deck is believed to be playable


def faces_like(chosen: Game, pattern: str) -> list[str]:
    """The faces that a name means: `J`, `R?`, `*1`, `[RG]5`."""
    held = chosen.cards
    return [face for face in chosen.faces if face in held and fnmatchcase(face, pattern)]


@cache
def with_deck(name: str | Game, deck: Deck) -> Game:
    """The game itself, or a twin of it that leaves cards in the box."""
    chosen = game(name)
    if not deck:
        return chosen
    return chosen.with_rules(changed_rules(chosen, spare_cards(chosen, deck)))


def changed_rules(chosen: Game, spare: list[int]) -> dict[Rule[..., object], Rule[..., object]]:
    """Laying out the deck leaves the spare cards in the box; only the others are shuffled."""
    own = chosen.bindings[hooks.unpack]
    return {
        hooks.unpack: unpack_some,
        own: unpack_some,
        unpack_all: Rule(own.function),
        is_spare: listed(spare),
        cards.shuffle_deck: cards.shuffle,
    }


def listed(spare: list[int]) -> Rule[[Any, int], bool]:
    """For interpreted rules: the spare cards by their numbers."""

    @rule
    def is_listed(s: Any, card: int) -> bool:
        return spare[card] == 1

    return is_listed


def spare_cards(chosen: Game, deck: Deck) -> list[int]:
    """One number for each card: 1 if it stays in the box. Of equal cards the last ones do."""
    wanted = wanted_counts(chosen, deck)
    s, spare = chosen.blank(chosen.players[0], {}), [0] * chosen.state.cards
    for card in range(chosen.state.cards):
        face = chosen.faces[s.face[card]]
        if face in wanted and s.known[card] != EVERYONE:
            spare[card] = int(wanted[face] <= 0)
            wanted[face] -= 1
    return spare


def wanted_counts(chosen: Game, deck: Deck) -> dict[str, int]:
    held = chosen.cards
    wanted: dict[str, int] = {}
    for pattern, count in deck:
        for face in faces_like(chosen, pattern):
            if not 0 <= count <= held[face]:
                raise PiocheError("lab.copies", CATALOGUE, card=face, count=count, most=held[face])
            wanted[face] = count
    return wanted


@cache
def watching(name: str | Game, changed: bool, runtime: str) -> Runtime:
    """The rules that play and watch."""
    own = game(name)
    rules = watching_rules_of(own, changed)
    if runtime == "interpreted":
        return InterpretedRuntime(own.state, rules)
    return AheadRuntime(own.state, rules, symbols_of(own.id), lambda: compiled_here(own, rules), is_short=False)


def compiled_here(own: Game, rules: Mapping[Rule[..., Any], Rule[..., Any]]) -> Runtime:
    """Where nothing was made ahead."""
    return JitRuntime(own.state, rules, own.id) if has_numba() else InterpretedRuntime(own.state, rules)


def watching_rules_of(own: Game, changed: bool) -> dict[Rule[..., Any], Rule[..., Any]]:
    """Those rules, with the usual deck or with a changed one, whose spare cards are marked."""
    return {
        **own.bindings,
        **(changed_rules(own, []) if changed else {}),
        event_log.note: count_event,
        is_spare: is_marked,
    }


def check_deck(name: str | Game, deck: Deck, players: int, options: Mapping[str, Any]) -> None:
    """Deal it, again and again: a deck that can't be dealt is refused before anything is played."""
    chosen = with_deck(name, deck)
    spare = spare_cards(game(name), deck)
    chosen.ready(players, options)
    if 2 * sum(spare) > sum(chosen.cards.values()) + sum(spare):
        raise PiocheError("lab.few_cards", CATALOGUE, left=counted("cards", sum(chosen.cards.values())))
    for seed in range(TRIALS):
        pos = chosen.deal(players, seed=seed, **options)
        if not is_sound(pos.state, spare):
            raise PiocheError("lab.deck", CATALOGUE, title=chosen.title, deck=deck_text(deck))


def is_sound(s: State, spare: list[int]) -> bool:
    """Every card lies where it should, and what was left in the box is there."""
    places = range(len(s.sizes))
    held = [cards_in(s, place) for place in places]
    counted = all(len(held[place]) == s.sizes[place] for place in places)
    return (
        counted and sum(map(len, held)) == len(s.face) and {c for c in range(len(spare)) if spare[c]} <= set(held[BOX])
    )


def deck_text(deck: Deck) -> str:
    return " ".join(f"{face}={count}" for face, count in deck)
