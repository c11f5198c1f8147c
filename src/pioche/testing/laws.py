"""Laws that hold for every game in every reachable position. Each raises an AssertionError that says what broke."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from pioche.bots import Choice, View, bot_names, make
from pioche.bots.search_bot import comparable
from pioche.core import BOX, WATCHERS, Move, Place, Seat, State, hooks, tell
from pioche.core.cards import cards_in, sort_place
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.tell import ALL, WATCHER
from pioche.table.errors import IllegalMove, PiocheError
from pioche.table.events import Event, told_event
from pioche.table.game import Game
from pioche.table.position import Look, Position
from pioche.table.position_parser import parse
from pioche.table.visibility import RecordSight

Law = Callable[[Position, Random], None]


def reach(game: Game, players: int, seed: int, moves: int, **options: Any) -> Position:
    """A position after some random moves; live tables take reactions out of order, so this does too."""
    pos, rng = game.deal(players, seed=seed, **options), Random(seed)
    for _ in range(moves):
        if pos.over:
            break
        pos.play(*random_move(pos, rng))
    return pos


def random_move(pos: Position, rng: Random) -> tuple[Seat, str]:
    seat = rng.choice(pos.actors) if rng.random() < 0.3 else pos.actor
    assert seat is not None
    return seat, rng.choice(pos.moves(seat) if seat != pos.actor else pos.choices)


def notation_round_trips(pos: Position, rng: Random) -> None:
    """The text is the whole position: what is parsed from it is equal, and stays so when both play on."""
    twin = parse(str(pos))
    assert str(twin) == str(pos)
    pos = pos.copy()
    for _ in range(12):
        if pos.over:
            break
        seat, move = random_move(pos, rng)
        pos.play(seat, move)
        twin.play(seat, move)
        assert str(twin) == str(pos), f"after {move}"


def cards_are_conserved(pos: Position, rng: Random) -> None:
    """Every card of the deck lies in exactly one place, and every place counts its cards right."""
    s, places = pos.state, pos.game.state.places
    found = [card for place in range(places.count) for card in cards_in(s, place)]
    assert sorted(found) == list(range(pos.game.state.cards)), "a card lies nowhere, or twice"
    for place in range(places.count):
        assert s.sizes[place] == len(cards_in(s, place)), places.names[place]
        assert all(s.place[card] == place for card in cards_in(s, place)), places.names[place]
    options = {option.name: option.text(getattr(s, option.name)) for option in pos.game.options}
    deck = pos.game.blank(pos.seats, options)
    assert faces(s) == faces(deck), "a face was lost or made"


def faces(s: State) -> list[int]:
    return sorted(s.face[card] for card in range(len(s.face)))


def somebody_can_act(pos: Position, rng: Random) -> None:
    """Until the game is over somebody may act, and whoever may has a legal move; then nobody, and somebody has won."""
    if pos.over:
        assert pos.actors == [], "the game is over"
        assert pos.actor is None, "the game is over"
        assert pos.winners, "nobody has won"
        assert not any(pos.moves(seat) for seat in range(pos.seats))
        return
    assert pos.actor in pos.actors, "the asked seat may not act"
    assert not pos.winners, "not over yet"
    for seat in range(pos.seats):
        assert bool(pos.moves(seat)) == (seat in pos.actors), f"seat {seat}"
    assert pos.choices, "nothing to choose from"
    assert set(pos.choices) <= set(pos.moves(pos.actor)), "a choice that is not legal"


def moves_are_legal_and_in_order(pos: Position, rng: Random) -> None:
    """`moves` lists exactly what `play` accepts, each once, in the order of the game's page."""
    numbers = pos.game.move_numbers
    for seat in range(pos.seats):
        listed = [numbers[move] for move in pos.moves(seat)]
        assert listed == sorted(set(listed)), "order"
        accepted = [number for number in range(len(pos.game.moves)) if is_accepted(pos, seat, number, listed)]
        assert listed == accepted, f"seat {seat}: listed {listed}, accepted {accepted}"


def is_accepted(pos: Position, seat: Seat, number: Move, listed: list[Move]) -> bool:
    """Whether the rules play a move; a copy is made only for one that is listed, as a refusal changes nothing."""
    table = pos.copy() if number in listed else pos
    why: int = table.ask(hooks.try_move, seat, number)
    return why == 0


def refusal(pos: Position, seat: Seat, move: str) -> tuple[Any, ...] | None:
    """What a seat is told about a move: nothing if it is legal, else the rule, the sentences and their arguments.

    Not the position that the error carries: that is for whoever runs the game.
    """
    try:
        pos.copy().play(seat, move)
    except IllegalMove as error:
        return error.rule, error.sentence("fr"), error.sentence("en"), str(error), error.reason
    return None


def refusals_do_not_peek(pos: Position, rng: Random) -> None:
    """Whatever a seat tries, it is refused in the same words in every world that it can't tell apart."""
    for seat in range(pos.seats):
        other = pos.imagine(seat, rng)
        for move in rng.sample(pos.game.moves, min(20, len(pos.game.moves))):
            assert refusal(other, seat, move.text) == refusal(pos, seat, move.text), f"the refusal of {move.text}"


def refusals_change_nothing(pos: Position, rng: Random) -> None:
    before = str(pos)
    for move in rng.sample(pos.game.moves, min(12, len(pos.game.moves))):
        for seat in range(pos.seats):
            if move.text not in pos.moves(seat):
                assert raises_illegal(pos, seat, move.text), f"{move.text} was accepted"
    assert str(pos) == before


def raises_illegal(pos: Position, seat: Seat, move: str) -> bool:
    try:
        pos.play(seat, move)
    except IllegalMove:
        return True
    return False


def imagined_looks_the_same(pos: Position, rng: Random) -> None:
    """A seat can't tell the position it imagines, nor one parsed from its view, from the real one."""
    for seat in range(pos.seats):
        view = pos.view(seat)
        assert pos.imagine(seat, rng).view(seat) == view
        assert parse(view).view(seat) == view
    assert parse(pos.view(None)).view(None) == pos.view(None)
    everybody = [*range(pos.seats), None]
    assert pos.looks(everybody) == [asked_one_by_one(pos, each) for each in everybody]


def asked_one_by_one(pos: Position, seat: Seat | None) -> Look:
    """What a recipient is shown, by the questions that there are for each part of it."""
    moves = [] if seat is None else pos.moves(seat)
    choices = pos.choices if seat is not None and seat == pos.actor else []
    return Look(pos.view(seat), moves, choices, pos.figures(seat))


def imagining_knows_nothing_more(pos: Position, rng: Random) -> None:
    """What a seat imagines depends on what it knows alone: the same draw gives the same from any such world."""
    for seat in range(pos.seats):
        other_world = pos.imagine(seat, rng)
        draw = rng.random()
        assert pos.imagine(seat, Random(draw)) == other_world.imagine(seat, Random(draw))


def observations_do_not_peek(pos: Position, rng: Random) -> None:
    """What a seat observes is the same in every world that it can't tell apart."""
    for seat in range(pos.seats):
        assert pos.imagine(seat, rng).observe(seat).tolist() == pos.observe(seat).tolist(), "the observation"


def nothing_interferes(pos: Position, rng: Random) -> None:
    """Everything handed to a seat is the same in every world that it can't tell apart."""
    for seat in range(pos.seats):
        other = pos.imagine(seat, rng)
        assert other.view(seat) == pos.view(seat), "the view"
        assert other.moves(seat) == pos.moves(seat), "the legal moves"
        assert (other.actor, other.actors) == (pos.actor, pos.actors), "who may act"
        if pos.actor == seat:
            assert other.choices == pos.choices, "the choices"
        assert (other.over, other.scores, other.winners) == (pos.over, pos.scores, pos.winners), "the scores"
        if not pos.over:
            mover = rng.choice(pos.actors)
            events_tell_nothing_more(pos, seat, mover, rng.choice(pos.moves(mover)), rng)


def events_tell_nothing_more(pos: Position, seat: Seat, mover: Seat, move: str, rng: Random) -> None:
    """Play a move in two worlds that differ only in what it does not show to the seat: it sees the same events."""
    played = pos.copy()
    events = seen(played.play(mover, move), seat)
    other = imagine_all_but(pos, seat, shown_cards(pos, played, seat, events), rng)
    moves = other.moves(mover)
    if move not in moves and is_veiled(events):  # in the other world it may be another such move
        moves = [each for each in moves if seen(other.copy().play(mover, each), seat)[:1] == events[:1]]
        move = rng.choice(moves) if moves else move
    if move in moves:
        others = seen(other.play(mover, move), seat)
        if mover == seat and luck(played) != luck(pos):  # its luck may have been another
            events, others = without_cards(events), without_cards(others)
        assert others == events, f"the events of {move}"


def is_veiled(events: Sequence[Event]) -> bool:
    """Of these events the move itself was not shown."""
    return not events or events[0].kind != "play" or events[0].details["move"] == "?"


def luck(pos: Position) -> list[int]:
    return [pos.state.rng[i] for i in range(4)]


def without_cards(events: Sequence[Event]) -> list[Event]:
    return [replace(event, details={**event.details, "card": "?"}) for event in events]


def imagine_all_but(pos: Position, seat: Seat, shown: list[int], rng: Random) -> Position:
    """What a seat could imagine if it knew these cards too; it does not know them any more in the position given."""
    start = pos.copy()
    for card in shown:
        start.state.known[card] |= 1 << seat
    other = start.imagine(seat, rng)
    for card in shown:
        other.state.known[card] = pos.state.known[card]
    for place, is_set in enumerate(pos.game.state.places.sorted):
        if is_set:
            sort_place(other.state, place)
    for i in range(4):
        other.state.rng[i] = pos.state.rng[i]
    return other


def shown_cards(before: Position, after: Position, seat: Seat, events: Sequence[Event]) -> list[int]:
    """The cards that a move showed to a seat. Where all was taken up and dealt anew: everything but the stock."""
    s = before.state
    turned = [i for i, event in enumerate(events) if event.kind == "turn" and event.details["card"] != "?"]
    whole = str(before.game.state.cards)
    taken_up = [i for i, e in enumerate(events) if e.kind == "shuffle" and str(e.details["cards"]) == whole][:1]
    if turned or taken_up:
        stock: Place = before.game.notation.shared[0].place  # type: ignore[attr-defined]
        last = (taken_up or turned)[-1]
        drawn = [e for e in events[:last] if e.kind == "move" and e.details["source"] == "stock"]
        rest = cards_in(s, stock)[len(drawn) :]
        return [card for card in range(before.game.state.cards) if s.place[card] != BOX and card not in rest]
    known = after.state.known
    return [
        card for card in range(before.game.state.cards) if known[card] >> seat & 1 and not s.known[card] >> seat & 1
    ]


def seen(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    """What a seat, or a spectator (None), sees of some events; of those that it may not even know of, nothing."""
    return [each for event in events if (each := event.seen_by(seat)) is not None]


def batches_do_not_peek(pos: Position, rng: Random) -> None:
    """A batch is accepted, or refused with the same words, in every world that the seat can't tell apart."""
    for seat in pos.actors:
        other = pos.imagine(seat, rng)
        for _ in range(4):
            batch = random_batch(pos, seat, rng)
            assert batch_refusal(other, seat, batch) == batch_refusal(pos, seat, batch), f"the refusal of {batch}"


def random_batch(pos: Position, seat: Seat, rng: Random) -> list[str]:
    """Some moves that the seat could make one after the other; the last one may be any move of the game."""
    pos, batch = pos.copy(), []
    for _ in range(rng.randint(1, 4)):
        if moves := pos.moves(seat):
            batch.append(rng.choice(moves))
            pos.play(seat, batch[-1])
    return [*batch, rng.choice(pos.game.moves).text] if rng.random() < 0.5 else batch


def batch_refusal(pos: Position, seat: Seat, batch: list[str]) -> tuple[str, str] | None:
    """What a seat is told about a batch, in both languages; a refused one must leave everything as it was."""
    pos = pos.copy()
    before = pos.mark()
    try:
        pos.play_all(seat, batch)
    except PiocheError as error:
        assert pos.mark() == before, f"{batch} was refused and left something behind"
        return error.sentence("fr"), error.sentence("en")
    return None


def bots_do_not_peek(pos: Position, rng: Random) -> None:
    """The same randomness: every bot makes the same choice, for the same reason, in worlds that its seat can't tell."""
    for seat in pos.actors:
        other = pos.imagine(seat, rng)
        choices = pos.choices if pos.actor == seat else pos.moves(seat)
        for move in choices:
            number = pos.game.move_numbers[move]
            assert pos.ask(hooks.heuristic, seat, number) == other.ask(hooks.heuristic, seat, number), (
                f"the thumb on {move}"
            )
        with comparable():
            for name in bot_names():
                draw = rng.random()
                assert answer(name, pos, seat, choices, draw) == answer(name, other, seat, choices, draw), name


def answer(name: str, pos: Position, seat: Seat, choices: list[str], draw: float) -> Choice:
    rng = Random(draw)
    choice = make(name).choose(View(pos, seat, rng), choices, 1.0, rng)
    assert choice.move in choices, f"{name} chose {choice.move}"
    return choice


def what_is_told_is_what_may_be_seen(pos: Position, rng: Random) -> None:
    """The numbers told to anybody say what the record's slow reader may see; so do the events."""
    game = pos.game
    for recipient in (*range(pos.seats), WATCHER, ALL):
        told = game.notation.write(game, pos.tell(recipient, tell.VIEW))
        assert told == game.notation.write(game, RecordSight(pos.state, recipient)), f"the view of {recipient}"
    if not pos.over:
        later = pos.copy()
        events = later.play(*random_move(pos, rng))
        events = events[: -1 - pos.seats] if later.over else events
        for recipient in (*range(pos.seats), WATCHER):
            rows = later.tell(recipient, tell.EVENTS).event_rows()
            eyes = None if recipient == WATCHER else recipient
            assert [told_event(game, row) for row in rows] == seen(events, eyes), f"the events for {recipient}"


def telling_does_not_peek(pos: Position, rng: Random) -> None:
    """Every number told to a seat, or to those who watch, is the same in every world that they can't tell apart."""
    for recipient in (*range(pos.seats), WATCHER):
        other = pos.copy()
        other.ask(imagine, recipient if recipient >= 0 else WATCHERS, np.array([rng.getrandbits(32) for _ in range(4)]))
        wish = tell.EVERYTHING & ~tell.EVENTS
        assert other.tell(recipient, wish).row == pos.tell(recipient, wish).row, f"what {recipient} is told"


LAWS: tuple[Law, ...] = (
    what_is_told_is_what_may_be_seen,
    telling_does_not_peek,
    notation_round_trips,
    cards_are_conserved,
    somebody_can_act,
    moves_are_legal_and_in_order,
    refusals_change_nothing,
    imagined_looks_the_same,
    imagining_knows_nothing_more,
    observations_do_not_peek,
    nothing_interferes,
    refusals_do_not_peek,
    batches_do_not_peek,
    bots_do_not_peek,
)
