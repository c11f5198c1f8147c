"""What a table of Coloretto counts for its players: the room and the worth of every row, and each colour's points."""

from __future__ import annotations

from pioche.core import Seat, Vector, rule
from pioche.core.hooks import STOP
from pioche.games.coloretto.bot_heuristic import gain
from pioche.games.coloretto.cards import COLOURS, GOLDEN, JOKER
from pioche.games.coloretto.rules import capacity, rows
from pioche.games.coloretto.scoring import colour_points, count_cards, may_become, recolour, worth
from pioche.games.coloretto.state import ColorettoState

FIGURES = ("room", "gain", "points", "jokers")


@rule
def figures(s: ColorettoState, seat: Seat, numbers: Vector) -> int:
    """COL-R3  Row by row, room and gain (those who watch see that of the seat in turn); seat by seat, seven colours."""
    n = write_rows(s, s.turn if seat < 0 else seat, numbers)
    for each in range(s.seats):
        count_cards(s, each)
        jokers = s.work[JOKER] + s.work[GOLDEN]
        write_seat(s, numbers, n + COLOURS * each, n + COLOURS * (s.seats + each) + 1, jokers, best_colours(s, jokers))
    middle = n + COLOURS * s.seats
    numbers[middle] = numbers[middle + COLOURS * s.seats + 1] = STOP
    return middle + COLOURS * s.seats + 2


@rule
def write_rows(s: ColorettoState, seat: Seat, numbers: Vector) -> int:
    """COL-05  How many cards each row holds, and what taking it now would add to the seat's score."""
    count = rows(s)
    for row in range(count):
        numbers[row] = capacity(s, row)
        numbers[count + 1 + row] = gain(s, seat, row, -1)
    numbers[count] = numbers[2 * count + 1] = STOP
    return 2 * count + 2


@rule
def best_colours(s: ColorettoState, jokers: int) -> int:
    """COL-10  Which colours the counted jokers become for the best total, the first in the number's last digit."""
    best, found = -1000, 0
    for first in range(COLOURS if jokers > 0 else 1):
        for second in range(first, COLOURS if jokers > 1 else first + 1):
            for third in range(second, COLOURS if jokers > 2 else second + 1):
                if may_become(s, first, second, third, jokers):
                    recolour(s, first, second, third, jokers, 1)
                    points = colour_points(s)
                    recolour(s, first, second, third, jokers, -1)
                    if points > best:
                        best, found = points, first + COLOURS * (second + COLOURS * third)
    return found


@rule
def write_seat(s: ColorettoState, numbers: Vector, points: int, becomes: int, jokers: int, found: int) -> None:
    """COL-10  Three colours count plus, the others minus; and how many jokers each colour has got."""
    first, second, third = found % COLOURS, found // COLOURS % COLOURS, found // (COLOURS * COLOURS)
    recolour(s, first, second, third, jokers, 1)
    for colour in range(COLOURS):
        value = worth(s, s.work[colour])
        numbers[points + colour] = value if ahead(s, colour) < 3 else -value
        numbers[becomes + colour] = 0
    numbers[becomes + first] += jokers > 0
    numbers[becomes + second] += jokers > 1
    numbers[becomes + third] += jokers > 2


@rule
def ahead(s: ColorettoState, colour: int) -> int:
    """How many colours are worth more than this one; of equal ones the first is ahead."""
    own, n = worth(s, s.work[colour]), 0
    for other in range(COLOURS):
        value = worth(s, s.work[other])
        n += value > own or (value == own and other < colour)
    return n
