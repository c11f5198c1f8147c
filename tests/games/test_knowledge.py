"""Who knows what, checked by a slow tracker that shares nothing with the known-by masks.

On a tiny deck it keeps, for one observer, the set of all worlds still possible: every way in which the faces could lie,
given what that seat has physically seen. Whatever the mask says a seat knows must be true in every one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

import pioche
from pioche.core.cards import cards_in
from pioche.games.ko.cards import HAND
from pioche.table.events import Event
from pioche.table.position import Position
from pioche.testing.laws import random_move

World = tuple[tuple[str, ...], ...]  # the faces in each place, in the order of the labels

KOMBIO = [  # at most six hidden cards, so at most 720 worlds
    "kombio turn=A\nstock: 11 13\ndiscard: 5\nA: grid 3 7\nB: grid 5 12",
    "kombio turn=B\nstock: 13 14\ndiscard: 7\nA: grid 5\nB: grid 9\nC: grid 11 3",
    "kombio turn=A\nstock: 14 9\ndiscard: 3\nA: grid 5 3\nB: grid 5 7",
]
KO = [
    "ko turn=A\nstock: B1\nopen: PEEK1 R9\nA: hand STEAL R5\nB: hand PEEK2 G7\nC: hand SWAP Y4",
    "ko turn=B\nstock: ROT\nopen: STEAL G1\nA: hand R7 SWAP; suite R3\nB: hand PEEK1 G7\nC: hand STEAL",
    "ko turn=C\nstock: PEEK1\nopen: SWAP\nA: hand R5 STEAL\nB: hand SKIP PEEK1\nC: hand ROT REV",
]


class Tracker:
    """All the worlds that one observer can't rule out."""

    def __init__(self, pos: Position, observer: int) -> None:
        self.observer = observer
        self.places = pos.game.state.places
        self.labels = [self.places.label(place) for place in range(1, self.places.count)]
        truth = self.truth(pos)
        hidden = [(i, k) for i, faces in enumerate(truth) for k in range(len(faces)) if not self.sees_place(i)]
        pool = [truth[i][k] for i, k in hidden]
        self.worlds = {self.dealt(truth, hidden, deal) for deal in set(permutations(pool))}

    def truth(self, pos: Position) -> World:
        s = pos.state
        return tuple(
            tuple(pos.game.faces[s.face[card]] for card in cards_in(s, place)) for place in range(1, self.places.count)
        )

    def sees_place(self, index: int) -> bool:
        """Open places, and one's own hand and suite."""
        label = self.labels[index]
        own = label.startswith(f"{chr(65 + self.observer)}.") and "grid" not in label
        return own or label in ("discard", "open", "gone") or label.endswith("chosen")

    def dealt(self, truth: World, hidden: list[tuple[int, int]], deal: tuple[str, ...]) -> World:
        places = [list(faces) for faces in truth]
        for (i, k), face in zip(hidden, deal, strict=True):
            places[i][k] = face
        return tuple(self.tidy(i, faces) for i, faces in enumerate(places))

    def tidy(self, index: int, faces: list[str]) -> tuple[str, ...]:
        label = self.labels[index]
        return tuple(faces) if label == "stock" or "grid" in label else tuple(sorted(faces))

    # What the observer sees

    def follow(self, events: Sequence[Event], mover: int, pos: Position) -> None:
        if str(events[0].details["move"]).startswith("exchange"):
            return self.exchange(str(events[1].details["source"]), str(events[2].details["source"]))
        swapped = next((event for event in events if event.kind in ("swap", "rotate")), None)
        for event in events:
            source, target = str(event.details.get("source")), str(event.details.get("target"))
            if event.kind == "move":
                if not (swapped and source.endswith("hand") and target.endswith("hand")):
                    self.carry(source, target, str(event.details["card"]), self.sees_move(source, target, mover))
            elif event.kind == "turn" and self.sees_turn(events, mover):
                self.filter(source, [str(event.details["card"])])
            elif event.kind == "peek" and self.observer == mover:
                hand = f"{event.details['target']}.hand"
                self.filter(hand, list(self.truth(pos)[self.labels.index(hand)]))
            elif event is swapped:
                self.swap(event, pos)
        return None

    def sees_move(self, source: str, target: str, mover: int) -> bool:
        """What people at a table see: open cards; the drawer its card; both sides of a robbery; else nothing."""
        me = chr(65 + self.observer)
        if "discard" in (source, target) or {source, target} & {"open", "gone"} or target.endswith("chosen"):
            return True
        if target == "drawn" or source == "drawn":
            return self.observer == mover
        if "grid" in source or "grid" in target:
            return False
        return source.startswith(f"{me}.") or target.startswith(f"{me}.")

    def sees_turn(self, events: Sequence[Event], mover: int) -> bool:
        """A look is for whoever looks; everything else that is turned up is for all."""
        return self.observer == mover or not str(events[0].details["move"]).startswith("look")

    def carry(self, source: str, target: str, face: str, seen: bool) -> None:
        a, b = self.labels.index(source), self.labels.index(target)
        worlds = set()
        for world in self.worlds:
            movable = self.movable(source, world[a])
            for each in movable & {face} if seen else movable:
                places = [list(faces) for faces in world]
                spot = len(places[a]) - 1 if "grid" in source else places[a].index(each)
                del places[a][spot]
                places[b].insert(0, each)
                worlds.add(tuple(self.tidy(i, faces) for i, faces in enumerate(places)))
        self.worlds = worlds

    def movable(self, source: str, faces: tuple[str, ...]) -> set[str]:
        """The top of the stock; of a slot the card that was there first; of a hand any card."""
        if source == "stock":
            return set(faces[:1])
        return set(faces[-1:]) if "grid" in source else set(faces)

    def exchange(self, one: str, other: str) -> None:
        """Two cards change places, face down, in sight of all."""
        a, b = self.labels.index(one), self.labels.index(other)
        worlds = set()
        for world in self.worlds:
            places = list(world)
            places[a], places[b] = world[b], world[a]
            worlds.add(tuple(places))
        self.worlds = worlds

    def filter(self, label: str, faces: list[str]) -> None:
        index = self.labels.index(label)
        self.worlds = {world for world in self.worlds if world[index] == self.tidy(index, faces)}

    def swap(self, event: Event, pos: Position) -> None:
        """Whole hands change owners, in sight of all; each new owner looks at its hand."""
        hands = [self.labels.index(f"{chr(65 + seat)}.hand") for seat in range(pos.seats)]
        if event.kind == "rotate":
            giver = {seat: (seat + 1) % pos.seats for seat in range(pos.seats)}
        else:
            one, other = (ord(str(event.details[key])) - 65 for key in ("seat", "target"))
            giver = {seat: seat for seat in range(pos.seats)} | {one: other, other: one}
        worlds = set()
        for world in self.worlds:
            places = list(world)
            for taker, source in giver.items():
                places[hands[taker]] = world[hands[source]]
            worlds.add(tuple(places))
        self.worlds = worlds
        self.filter(f"{chr(65 + self.observer)}.hand", list(self.truth(pos)[hands[self.observer]]))

    # What must hold

    def check(self, pos: Position) -> int:
        """The truth is possible, and what the mask says the observer knows is so in every world."""
        truth = tuple(self.tidy(i, list(faces)) for i, faces in enumerate(self.truth(pos)))
        assert truth in self.worlds, "the tracker has lost the truth"
        s, claims = pos.state, 0
        for place in range(1, self.places.count):
            known = [card for card in cards_in(s, place) if s.known[card] >> self.observer & 1]
            faces = Counter(pos.game.faces[s.face[card]] for card in known)
            if not known or self.sees_place(place - 1):
                continue
            claims += len(known)
            for world in self.worlds:
                missing = faces - Counter(world[place - 1])
                assert not missing, f"{self.labels[place - 1]}: the mask claims {dict(missing)}"
        return claims


def run_beside(text: str, seed: int, moves: int) -> int:
    """Play at random with a tracker for every seat; how often somebody knew something hidden."""
    pos, rng = pioche.parse(text), Random(seed)
    trackers = [Tracker(pos, seat) for seat in range(pos.seats)]
    claims = 0
    for _ in range(moves):
        if pos.over:
            break
        mover, move = random_move(pos, rng)
        before = pos.copy()
        events = pos.play(mover, move)
        if any(event.kind in ("shuffle", "round") for event in events):
            break  # a new deal, or an order that nobody can follow
        for tracker in trackers:
            # A peek is seen before the robbed hand changes, a swap after it has.
            tracker.follow(events, mover, before if any(e.kind == "peek" for e in events) else pos)
            claims += tracker.check(pos)
    return claims


@pytest.mark.parametrize("text", KOMBIO)
def test_kombio_knows_nothing_that_is_not_so(text: str) -> None:
    assert sum(run_beside(text, seed, 20) for seed in range(20)) > 50


@pytest.mark.parametrize("text", KO)
def test_ko_knows_nothing_that_is_not_so(text: str) -> None:
    assert sum(run_beside(text, seed, 25) for seed in range(20)) > 20


def test_the_tracker_catches_a_mask_that_claims_too_much() -> None:
    pos = pioche.parse(KO[0])
    tracker = Tracker(pos, 0)
    tracker.check(pos)
    hidden = next(card for card in range(pos.game.state.cards) if pos.state.place[card] == HAND + 1)
    pos.state.known[hidden] |= 1
    with pytest.raises(AssertionError, match="the mask claims"):
        tracker.check(pos)


def test_the_tracker_catches_knowledge_that_should_have_been_forgotten() -> None:
    """B has peeked at A's hand; after A lays a card that B can't see, keeping all of it would be wrong."""
    pos = pioche.parse("ko turn=A\nstock: B1\nopen: R9\nA: hand R5 T3; suite R3 R4\nB: hand G7")
    tracker = Tracker(pos, 1)
    tracker.filter("A.hand", ["R5", "T3"])
    tracker.carry("A.hand", "A.suite", "R5", seen=False)
    assert len({world[tracker.labels.index("A.hand")] for world in tracker.worlds}) == 2
