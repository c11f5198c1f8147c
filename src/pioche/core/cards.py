"""Cards move between places, and seats know some of them.

Every rule here works on any game's state. A place is a pile linked by card numbers, top first; card numbers never leave
the engine, and nothing here depends on them: only on faces and on the order of the cards in their places.
"""

from __future__ import annotations

from pioche.core.log import MOVED, SHUFFLED, TURNED_UP, note
from pioche.core.random import pick
from pioche.core.rule import hook, rule
from pioche.core.state import State
from pioche.core.types import EVERYONE, NOBODY, WATCHERS, Card, Face, Mask, Place, Seat, Vector

NONE: Card = -1


@hook
def audience(place: Place) -> Mask:
    """Who looks at the cards of a place."""
    raise NotImplementedError


@hook
def is_set(place: Place) -> int:
    """Is the place kept sorted by face?"""
    raise NotImplementedError


@rule
def next_seat(s: State, seat: Seat) -> Seat:
    """The seat on the left, clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def size(s: State, place: Place) -> int:
    return s.sizes[place]


@rule
def top(s: State, place: Place) -> Card:
    """The top card of a place, NONE if it is empty."""
    return s.tops[place]


@rule
def after(s: State, card: Card) -> Card:
    """The card that lies next under this one in its place."""
    return s.beneath[card]


@rule
def top_face(s: State, place: Place) -> Face:
    """The face on top of a place, -1 if it is empty."""
    card = s.tops[place]
    if card == NONE:
        return -1
    return s.face[card]


@rule
def find(s: State, place: Place, face: Face) -> Card:
    """The first card with this face in a place: in a set the one that most seats know."""
    card = s.tops[place]
    while card != NONE and s.face[card] != face:
        card = s.beneath[card]
    return card


@rule
def count(s: State, place: Place, face: Face) -> int:
    """How many cards with this face lie in a place."""
    n = 0
    card = s.tops[place]
    while card != NONE:
        if s.face[card] == face:
            n += 1
        card = s.beneath[card]
    return n


@rule
def lift(s: State, card: Card) -> None:
    """Take a card out of its pile; it must be put somewhere at once."""
    place, above, beneath = s.place[card], s.above[card], s.beneath[card]
    if above == NONE:
        s.tops[place] = beneath
    else:
        s.beneath[above] = beneath
    if beneath == NONE:
        s.bottoms[place] = above
    else:
        s.above[beneath] = above
    s.sizes[place] -= 1


@rule
def insert(s: State, card: Card, place: Place, above: Card) -> None:
    """Put a lifted card under another one of the place; NONE puts it on top."""
    beneath = s.tops[place] if above == NONE else s.beneath[above]
    s.place[card], s.above[card], s.beneath[card] = place, above, beneath
    if above == NONE:
        s.tops[place] = card
    else:
        s.beneath[above] = card
    if beneath == NONE:
        s.bottoms[place] = card
    else:
        s.above[beneath] = card
    s.sizes[place] += 1


@rule
def sorted_spot(s: State, card: Card, place: Place) -> Card:
    """The card under which this one belongs in a sorted place: by face, of equal ones the better known first."""
    above = NONE
    other = s.tops[place]
    while other != NONE and (
        s.face[other] < s.face[card] or (s.face[other] == s.face[card] and s.known[other] >= s.known[card])
    ):
        above = other
        other = s.beneath[other]
    return above


@rule
def put(s: State, card: Card, place: Place) -> None:
    """Where a card goes in a place: into its spot in a set, on top of a pile."""
    if is_set(place):
        insert(s, card, place, sorted_spot(s, card, place))
    else:
        insert(s, card, place, NONE)


@rule
def move(s: State, card: Card, to: Place) -> None:
    """Move a card in sight of all: who knew it knows it there, and so does whoever looks at the new place."""
    source, lookers = s.place[card], audience(to)
    seen = s.known[card] | lookers
    lift(s, card)
    s.known[card] = seen if lookers == EVERYONE else seen & ~(1 << WATCHERS)
    put(s, card, to)
    note(s, MOVED, s.face[card], source, to, seen)


@rule
def reveal(s: State, place: Place) -> None:
    """Turn up all the cards of a place where they lie, for everybody to see."""
    card = s.tops[place]
    while card != NONE:
        s.known[card] = EVERYONE & ~(1 << WATCHERS) | audience(place)
        note(s, TURNED_UP, s.face[card], place, place, EVERYONE)
        card = s.beneath[card]


@rule
def forget(s: State, place: Place, who: Mask) -> None:
    """These seats could not follow what happened to a place: they know none of its cards any more."""
    card = s.tops[place]
    while card != NONE:
        s.known[card] &= ~who
        card = s.beneath[card]


@rule
def deal_faces(s: State, n: int, words: Vector) -> None:
    """Deal the faces at work[cards …] anew to the n cards listed at work[0 …]."""
    room = len(s.work) // 2
    for i in range(n - 1, -1, -1):
        j = pick(words, i + 1)
        chosen = s.work[room + j]
        s.work[room + j] = s.work[room + i]
        s.face[s.work[i]] = chosen


@rule
def shuffle(s: State, place: Place) -> None:
    """Deal the faces of a pile anew among its cards; nobody knows any of them any more."""
    room = len(s.work) // 2
    n = 0
    card = s.tops[place]
    while card != NONE:
        s.work[n] = card
        s.work[room + n] = s.face[card]
        s.known[card] = NOBODY
        card = s.beneath[card]
        n += 1
    deal_faces(s, n, s.rng)
    note(s, SHUFFLED, place, n, 0, 0)


@rule
def gather(s: State, source: Place, to: Place) -> None:
    """Put all the cards of a place, as they lie, under those of another; who knew them is forgotten."""
    card = s.tops[source]
    while card != NONE:
        following = s.beneath[card]
        lift(s, card)
        s.known[card] = NOBODY
        insert(s, card, to, s.bottoms[to])
        card = following


@rule
def clear(s: State, to: Place) -> None:
    """All the cards in one place, in the order of their numbers, known to nobody."""
    n = len(s.face)
    for place in range(len(s.sizes)):
        s.tops[place], s.bottoms[place], s.sizes[place] = NONE, NONE, 0
    for card in range(n):
        s.place[card], s.known[card] = to, NOBODY
        s.above[card], s.beneath[card] = card - 1, card + 1
    s.beneath[n - 1] = NONE
    s.tops[to], s.bottoms[to], s.sizes[to] = 0, n - 1, n


@rule
def hide_and_redeal(s: State, seat: Seat, words: Vector) -> None:
    """Deal all the faces that a seat does not know anew: what it sees stays, the rest is any guess."""
    room = len(s.work) // 2
    for face in range(room):
        s.work[face] = 0
    for card in range(len(s.face)):
        if not s.known[card] >> seat & 1:
            s.work[s.face[card]] += 1
    n = 0
    for face in range(room):
        for _ in range(s.work[face]):
            s.work[room + n] = face
            n += 1
    n = 0
    for place in range(len(s.sizes)):
        card = s.tops[place]
        while card != NONE:
            if not s.known[card] >> seat & 1:
                s.work[n] = card
                n += 1
            card = s.beneath[card]
    deal_faces(s, n, words)
    for place in range(len(s.sizes)):
        if is_set(place):
            sort_place(s, place)


@rule
def sort_place(s: State, place: Place) -> None:
    """Put a set back in order after its faces changed."""
    card = s.tops[place]
    while card != NONE:
        following = s.beneath[card]
        above = s.above[card]
        while above != NONE and in_wrong_order(s, above, card):
            above = s.above[above]
        if above != s.above[card]:
            lift(s, card)
            insert(s, card, place, above)
        card = following


@rule
def in_wrong_order(s: State, first: Card, second: Card) -> bool:
    if s.face[first] != s.face[second]:
        return s.face[first] > s.face[second]
    return s.known[first] < s.known[second]
