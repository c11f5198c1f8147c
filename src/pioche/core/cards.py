"""Cards move between places, and seats know some of them.

Every rule here works on any game's state. A place is a ring of links: its own link, then its cards from the top down.
Card numbers never leave the engine, and nothing here depends on them: only on faces and on the order of the cards.
"""

from __future__ import annotations

from pioche.core.event_log import MOVED, SHUFFLED, TURNED_UP, note
from pioche.core.rng import pick_ahead, skip_draws
from pioche.core.rule import hook, rule
from pioche.core.state import State
from pioche.core.types import EVERYONE, NOBODY, WATCHERS, Card, Face, Mask, Move, Place, Seat, Vector

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
def link(s: State, place: Place) -> int:
    """The place's own link, above its top card and beneath its bottom one."""
    return len(s.face) + place


@rule
def card_at(s: State, at: int) -> Card:
    """The card of a link, NONE for a place's own."""
    return at if at < len(s.face) else NONE


@rule
def top(s: State, place: Place) -> Card:
    """The top card of a place, NONE if it is empty."""
    return card_at(s, s.beneath[link(s, place)])


@rule
def bottom(s: State, place: Place) -> Card:
    """The bottom card of a place, NONE if it is empty."""
    return card_at(s, s.above[link(s, place)])


@rule
def after(s: State, card: Card) -> Card:
    """The card that lies next under this one in its place, NONE at the bottom."""
    return card_at(s, s.beneath[card])


@rule
def before(s: State, card: Card) -> Card:
    """The card that lies next above this one in its place, NONE at the top."""
    return card_at(s, s.above[card])


@rule
def top_face(s: State, place: Place) -> Face:
    """The face on top of a place, -1 if it is empty."""
    card = top(s, place)
    return s.face[card] if card >= 0 else -1


@rule
def find(s: State, place: Place, face: Face) -> Card:
    """The first card with this face in a place: in a set the one that most seats know."""
    if is_set(place):
        card = card_at(s, s.beneath[last_below(s, place, face)])
        return card if card >= 0 and s.face[card] == face else NONE
    card = top(s, place)
    while card >= 0 and s.face[card] != face:
        card = after(s, card)
    return card


@rule
def last_below(s: State, place: Place, face: Face) -> int:
    """The link in a set under which this face begins or would begin; looked for from both ends at once."""
    cards = len(s.face)
    lower = link(s, place)
    upper = s.above[lower]
    while upper < cards and s.face[upper] >= face:
        following = s.beneath[lower]
        if following == upper or s.face[following] >= face:
            return lower
        lower, upper = following, s.above[upper]
    return upper


@rule
def equal_from(s: State, card: Card) -> int:
    """How many cards with the face of this one lie from it on in a set."""
    n, face = 0, s.face[card]
    while card >= 0 and s.face[card] == face:
        n += 1
        card = after(s, card)
    return n


@rule
def count(s: State, place: Place, face: Face) -> int:
    """How many cards with this face lie in a place."""
    n = 0
    card = top(s, place)
    while card >= 0:
        if s.face[card] == face:
            n += 1
        card = after(s, card)
    return n


@rule
def list_faces(s: State, place: Place, first: Move, moves: Vector) -> int:
    """Write each different face of a set as a move numbered from `first`; say how many."""
    n, last = 0, -1
    card = top(s, place)
    while card >= 0:
        face = s.face[card]
        moves[n] = first + face  # written either way, and kept if it counts: quicker than to branch
        n += face != last
        last = face
        card = after(s, card)
    return n


def cards_in(s: State, place: Place) -> list[Card]:
    """The cards of a place from the top down; for what is not compiled."""
    found, at = [], link(s, place)
    while (at := s.beneath[at]) < len(s.face):
        found.append(at)
    return found


@rule
def lift(s: State, card: Card) -> None:
    """Take a card out of its place; it must be put somewhere at once."""
    above, beneath = s.above[card], s.beneath[card]
    s.beneath[above] = beneath
    s.above[beneath] = above
    s.sizes[s.place[card]] -= 1


@rule
def insert(s: State, card: Card, place: Place, under: Card) -> None:
    """Put a lifted card under another one of the place; under NONE puts it on top."""
    above = under if under >= 0 else link(s, place)
    beneath = s.beneath[above]
    s.place[card], s.above[card], s.beneath[card] = place, above, beneath
    s.beneath[above] = card
    s.above[beneath] = card
    s.sizes[place] += 1


@rule
def sorted_spot(s: State, card: Card, place: Place) -> Card:
    """The card under which this one belongs in a sorted place: by face, of equal ones the better known first."""
    above = last_below(s, place, s.face[card])
    beneath = card_at(s, s.beneath[above])
    while beneath >= 0 and s.face[beneath] == s.face[card] and s.known[beneath] >= s.known[card]:
        above = beneath
        beneath = after(s, beneath)
    return card_at(s, above)


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
def move_unseen(s: State, card: Card, to: Place, who: Mask) -> None:
    """Move a card that these seats alone can follow: they know it where it lies then, nobody else does."""
    source = s.place[card]
    lift(s, card)
    s.known[card] = who
    put(s, card, to)
    note(s, MOVED, s.face[card], source, to, who)


@rule
def reveal(s: State, place: Place) -> None:
    """Turn up all the cards of a place where they lie, for everybody to see."""
    card = top(s, place)
    while card >= 0:
        s.known[card] = EVERYONE & ~(1 << WATCHERS) | audience(place)
        note(s, TURNED_UP, s.face[card], place, place, EVERYONE)
        card = after(s, card)


@rule
def show(s: State, card: Card, who: Mask) -> None:
    """Let these seats look at a card where it lies."""
    s.known[card] |= who
    note(s, TURNED_UP, s.face[card], s.place[card], s.place[card], s.known[card])


@rule
def forget(s: State, place: Place, who: Mask) -> None:
    """These seats could not follow what happened to a place: they know none of its cards any more."""
    card = top(s, place)
    while card >= 0:
        s.known[card] &= ~who
        card = after(s, card)


@rule
def deal_faces(s: State, n: int, words: Vector) -> None:
    """Deal the faces at work[cards …] anew to the n cards listed at work[0 …]."""
    room = len(s.work) // 2
    for i in range(n - 1, -1, -1):
        j = pick_ahead(words, n - 1 - i, i + 1)
        chosen = s.work[room + j]
        s.work[room + j] = s.work[room + i]
        s.face[s.work[i]] = chosen
    skip_draws(words, n)


@rule
def shuffle(s: State, place: Place) -> None:
    """Deal the faces of a pile anew among its cards; nobody knows any of them any more."""
    room = len(s.work) // 2
    n = 0
    card = top(s, place)
    while card >= 0:
        s.work[n] = card
        s.work[room + n] = s.face[card]
        s.known[card] = NOBODY
        card = after(s, card)
        n += 1
    deal_faces(s, n, s.rng)
    note(s, SHUFFLED, place, n, 0, 0)


@rule
def shuffle_deck(s: State, place: Place) -> None:
    """Shuffle a place that holds the whole deck as it was unpacked: the same, without making a list of it first."""
    last = len(s.face) - 1
    for card in range(last, 0, -1):
        other = pick_ahead(s.rng, last - card, card + 1)
        face = s.face[card]
        s.face[card] = s.face[other]
        s.face[other] = face
    skip_draws(s.rng, last)
    note(s, SHUFFLED, place, len(s.face), 0, 0)


@rule
def collect_under(s: State, source: Place, to: Place) -> None:
    """Put all the cards of a place, as they lie, under those of another; who knew them is forgotten."""
    card = top(s, source)
    while card >= 0:
        following = after(s, card)
        lift(s, card)
        s.known[card] = NOBODY
        insert(s, card, to, bottom(s, to))
        card = following


@rule
def reshuffle_discard(s: State, discard: Place, stock: Place) -> bool:
    """The top of the discard stays, all its other cards are shuffled into a new stock; False if there are none."""
    if s.sizes[discard] < 2:
        return False
    card = top(s, discard)
    lift(s, card)
    collect_under(s, discard, stock)
    insert(s, card, discard, NONE)
    shuffle(s, stock)
    return True


@rule
def lay_out(s: State, to: Place) -> None:
    """All the cards in one place, in the order of their numbers, known to nobody."""
    n = len(s.face)
    for place in range(len(s.sizes)):
        s.above[n + place], s.beneath[n + place], s.sizes[place] = n + place, n + place, 0
    for card in range(n):
        s.place[card], s.known[card] = to, NOBODY
        s.above[card], s.beneath[card] = max(card - 1, 0), card + 1
    s.above[0], s.beneath[n - 1] = n + to, n + to
    s.above[n + to], s.beneath[n + to], s.sizes[to] = n - 1, 0, n


@rule
def sort_sets(s: State) -> None:
    for place in range(len(s.sizes)):
        if is_set(place):
            sort_place(s, place)


@rule
def sort_place(s: State, place: Place) -> None:
    """Put a set back in order after its faces changed."""
    card = top(s, place)
    while card >= 0:
        following = after(s, card)
        above = before(s, card)
        while above >= 0 and in_wrong_order(s, above, card):
            above = before(s, above)
        if above != before(s, card):
            lift(s, card)
            insert(s, card, place, above)
        card = following


@rule
def in_wrong_order(s: State, first: Card, second: Card) -> bool:
    if s.face[first] != s.face[second]:
        return s.face[first] > s.face[second]
    return s.known[first] < s.known[second]
