"""What somebody may see of a table, written as numbers: the one rule from which views, events and messages are made.

`tell` writes for a recipient (a seat, whoever watches, or analysis that sees all): the fields it may see, the cards of
every place with the faces it knows, what has happened since an event, its moves, how things stand, what the table
counts for it. What it may not see is not there: a face is -1, an entry of another's is left out, and the cards of a set
lie in an order that says nothing of the hidden ones. It follows from the declarations of the state and its places, so
that it is the same for every game. `table/told.py` turns the numbers into words, with a table of names a game.

A recipient is told no more than an observation and the text view say together; of what others know: how many cards of a
place each seat knows, as far as the recipient can tell, and how many of those it knows itself.
"""

from __future__ import annotations

from pioche.core.cards import after, audience, is_set, top
from pioche.core.encode_observation import knowers
from pioche.core.event_log import FIRST_OWN, MOVED, PLAYED, SHUFFLED, TURNED_UP
from pioche.core.hooks import actor, choices, figures, legal, may_act, score, winners
from pioche.core.rule import Rule, constant_rule, hook, rule, rule_from_source
from pioche.core.state import LOG_COLUMNS, State
from pioche.core.types import EVERYONE, WATCHERS, Audience, Mask, Move, Place, Seat, Vector

FORM = 1  # of what is written
ALL, WATCHER = -2, -1  # recipients that are no seat
FIELDS, CARDS, EVENTS, MOVES, STANDING, FIGURES = 1, 2, 4, 8, 16, 32  # what may be wished for
VIEW = FIELDS | CARDS
EVERYTHING = 63
# The head: where each part begins, 0 for one that was not wished for.
THE_FORM, LENGTH, RECIPIENT, SEATS, PARTS = 0, 1, 2, 3, 4
HEAD = PARTS + 6
UNKNOWN = -1


@hook
def tell_fields(s: State, recipient: int, out: Vector, at: int) -> int:  # type: ignore[empty-body]
    """Write the fields that a recipient may see; where they end."""


@hook
def veiled(move: Move) -> int:  # type: ignore[empty-body]
    """What those are told of a move who may not see it: 0 nothing at all, else the number of a verb, from 1."""


@rule
def tell(s: State, recipient: int, wish: int, since: int, moves: Vector, out: Vector) -> int:
    """Write what a recipient may see of what is wished for; how many numbers that is. `moves` is room for a list."""
    out[THE_FORM], out[RECIPIENT], out[SEATS] = FORM, recipient, s.seats
    at = HEAD
    for part in range(6):
        out[PARTS + part] = at if wish >> part & 1 else 0
        if wish >> part & 1:
            at = tell_part(s, recipient, part, since, moves, out, at)
    out[LENGTH] = at
    return at


@rule
def tell_part(s: State, recipient: int, part: int, since: int, moves: Vector, out: Vector, at: int) -> int:
    if part == 0:
        return tell_fields(s, recipient, out, at)
    if part == 1:
        return tell_places(s, recipient, out, at)
    if part == 2:
        return tell_events(s, recipient, since, out, at)
    if part == 3:
        return tell_moves(s, recipient, moves, out, at)
    if part == 4:
        return tell_standing(s, out, at)
    out[at] = figures(s, max(recipient, WATCHER), out[at + 1 :])
    return at + 1 + out[at]


@rule
def eyes_of(recipient: int) -> Seat:
    """The bit of a known-by mask that stands for a recipient."""
    return recipient if recipient >= 0 else WATCHERS


# Cards


@rule
def tell_places(s: State, recipient: int, out: Vector, at: int) -> int:
    """Where each place's cards are written, 0 for an empty one; then place by place."""
    where, at = at, at + len(s.sizes)
    for place in range(len(s.sizes)):
        out[where + place] = at if s.sizes[place] else 0
        if s.sizes[place]:
            at = tell_place(s, recipient, place, out, at)
    return at


@rule
def tell_place(s: State, recipient: int, place: Place, out: Vector, at: int) -> int:
    """How many cards, their faces, and who knows how many of them where not everybody looks on."""
    out[at] = s.sizes[place]
    if recipient == ALL:
        return tell_all_cards(s, place, out, at + 1)
    at = tell_faces(s, eyes_of(recipient), place, out, at + 1)
    return at if audience(place) == EVERYONE else tell_knowers(s, eyes_of(recipient), place, out, at)


@rule
def tell_faces(s: State, eyes: Seat, place: Place, out: Vector, at: int) -> int:
    """The faces from the top down; of a set first those that are known, for their order would tell of the others."""
    end, spot = at + s.sizes[place], at
    card = top(s, place)
    while card >= 0:
        if s.known[card] >> eyes & 1:
            out[spot] = s.face[card]
            spot += 1
        elif not is_set(place):
            out[spot] = UNKNOWN
            spot += 1
        card = after(s, card)
    for rest in range(spot, end):
        out[rest] = UNKNOWN
    return end


@rule
def tell_knowers(s: State, eyes: Seat, place: Place, out: Vector, at: int) -> int:
    """How many cards each seat knows, as far as the recipient can tell; and how many of those it knows itself."""
    for i in range(2 * s.seats):
        out[at + i] = 0
    card = top(s, place)
    while card >= 0:
        add_knowers(s, knowers(s, eyes, card), s.known[card] >> eyes & 1, out, at)
        card = after(s, card)
    return at + 2 * s.seats


@rule
def add_knowers(s: State, known: Mask, is_own: int, out: Vector, at: int) -> None:
    for seat in range(s.seats):
        out[at + seat] += known >> seat & 1
        out[at + s.seats + seat] += is_own & known >> seat


@rule
def tell_all_cards(s: State, place: Place, out: Vector, at: int) -> int:
    """For who sees all: the faces, then who knows each card."""
    spot, n = at, s.sizes[place]
    card = top(s, place)
    while card >= 0:
        out[spot], out[spot + n] = s.face[card], s.known[card]
        spot += 1
        card = after(s, card)
    return at + 2 * n


# Events


@rule
def tell_events(s: State, recipient: int, since: int, out: Vector, at: int) -> int:
    """How many, then each as five numbers; one that the recipient may not even notice is left out."""
    count, end = at, at + 1
    out[count] = 0
    for event in range(since, s.noted):
        if tell_event(s, recipient, LOG_COLUMNS * event, out, end):
            out[count] += 1
            end += LOG_COLUMNS
    return end


@rule
def tell_event(s: State, recipient: int, row: int, out: Vector, at: int) -> bool:
    """Write one event; False if nothing of it may be told."""
    kind = s.log[row]
    for i in range(LOG_COLUMNS):
        out[at + i] = s.log[row + i]
    if kind == PLAYED:
        return tell_move_made(recipient, s.log[row + 2], s.log[row + 3], out, at)
    if kind == MOVED or kind == TURNED_UP:
        out[at + 4] = sees(recipient, s.log[row + 4])
        if not out[at + 4]:
            out[at + 1] = UNKNOWN
    elif kind < FIRST_OWN and kind != SHUFFLED:
        return False
    return True


@rule
def sees(recipient: int, seen: Mask) -> int:
    return 1 if recipient == ALL else seen >> eyes_of(recipient) & 1


@rule
def tell_move_made(recipient: int, move: Move, seen: Mask, out: Vector, at: int) -> bool:
    """The move that was made; to others, where there is a word for it, that something was done."""
    out[at + 3], out[at + 4] = 0, sees(recipient, seen)
    if out[at + 4]:
        return True
    out[at + 2], out[at + 3] = UNKNOWN, veiled(move)
    return bool(out[at + 3])


# Moves, and how things stand


@rule
def tell_moves(s: State, recipient: int, moves: Vector, out: Vector, at: int) -> int:
    """How many moves a seat may make, and which; then what it chooses from if it is asked in sequential play."""
    n = legal(s, recipient, moves) if recipient >= 0 and may_act(s, recipient) else 0
    at = tell_list(moves, n, out, at)
    n = choices(s, recipient, moves) if recipient >= 0 and actor(s) == recipient else 0
    return tell_list(moves, n, out, at)


@rule
def tell_list(moves: Vector, n: int, out: Vector, at: int) -> int:
    out[at] = n
    for i in range(n):
        out[at + 1 + i] = moves[i]
    return at + 1 + n


@rule
def tell_standing(s: State, out: Vector, at: int) -> int:
    """Is it over, who is asked next, who may act, who has won, the points so far."""
    out[at], out[at + 1] = s.over, actor(s)
    out[at + 2], out[at + 3] = 0, winners(s) if s.over else 0
    for seat in range(s.seats):
        out[at + 4 + seat] = score(s, seat)
        if may_act(s, seat):
            out[at + 2] |= 1 << seat
    return at + 4 + s.seats


# Fields


@rule
def tell_number(value: int, out: Vector, at: int) -> int:
    out[at] = value
    return at + 1


@rule
def tell_numbers(values: Vector, out: Vector, at: int) -> int:
    for i in range(len(values)):
        out[at + i] = values[i]
    return at + len(values)


@rule
def tell_own(values: Vector, recipient: int, out: Vector, at: int) -> int:
    """How many entries are told, then those: one's own, or all of them to whoever sees all."""
    out[at] = 0
    for seat in range(len(values)):
        if recipient == ALL or recipient == seat:
            out[at] += 1
            out[at + out[at]] = values[seat]
    return at + 1 + out[at]


@rule
def tell_words(words: Vector, recipient: int, out: Vector, at: int) -> int:
    """The generator's words in halves, only to whoever sees all."""
    if recipient != ALL:
        return at
    for i in range(len(words)):
        out[at + 2 * i], out[at + 2 * i + 1] = words[i] & 0xFFFF, words[i] >> 16
    return at + 2 * len(words)


def told_fields(state: type[State]) -> tuple[list[str], list[str]]:
    """The fields that are told, in order: those for everybody, then those of which each seat has its own entry."""
    public = [name for name, who in state.audience.items() if who is Audience.EVERYONE and name != "sizes"]
    return public, [name for name, who in state.audience.items() if who is Audience.OWNER]


def rule_for_fields(state: type[State]) -> Rule[..., object]:
    """The rule that tells a game's fields, written out from how they are declared."""
    public, owned = told_fields(state)
    calls = [
        f"tell_numbers(s.{name}, out, at)" if state.windows[name] == name else f"tell_number(s.{name}, out, at)"
        for name in public
    ]
    calls += [f"tell_own(s.{name}, recipient, out, at)" for name in owned]
    calls.append("tell_words(s.rng, recipient, out, at)")
    lines = ["def tell_fields(s, recipient, out, at):", *(f"    at = {call}" for call in calls), "    return at"]
    return rule_from_source("\n".join(lines), {name: each for name, each in globals().items() if name[:5] == "tell_"})


def rule_for_veils(verbs: list[int]) -> Rule[[Move], int]:
    """The rule that knows what is said of a move that is not seen."""
    return constant_rule(verbs) if any(verbs) else say_nothing_of


@rule
def say_nothing_of(move: Move) -> int:
    return 0
