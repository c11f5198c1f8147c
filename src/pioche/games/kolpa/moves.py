"""Whose move it is at a table of Kolpa!, and what is legal."""

from __future__ import annotations

from pioche.core import (
    CARD,
    CARD_NONE,
    TURN,
    Card,
    Face,
    Move,
    Seat,
    Vector,
    after,
    find,
    is_asked,
    refusals,
    rule,
    size,
    top,
    top_face,
)
from pioche.games.kolpa.cards import COLOURS, DISCARD, HAND, JOKER, ZONE, colour, zone
from pioche.games.kolpa.matching import closed, matches
from pioche.games.kolpa.state import KolpaState

# Moves by number, in the order in which they are listed: each verb with a face, then a joker with its call.
PLAY, FROM_ZONE, LAY, CALL, LAST_JOKER, CALL_OUT, PASS, MOVES = 0, 30, 61, 92, 103, 104, 105, 106

KOL_04, KOL_08, KOL_09, KOL_13, KOL_14 = refusals("KOL-04", "KOL-08", "KOL-09", "KOL-13", "KOL-14")
KOL_R3, KOL_R6 = refusals("KOL-R3", "KOL-R6")


# Whose move


@rule
def offender(s: KolpaState) -> Seat:
    """KOL-R6  The seat before the one in turn laid the card that may be called out."""
    return (s.turn - 1) % s.seats


@rule
def mover(s: KolpaState) -> Seat:
    """KOL-16  The seat in turn plays a card; KOL-R6: a seat caught puts its lay right first."""
    return offender(s) if s.amend else s.turn


@rule
def may_act(s: KolpaState, seat: Seat) -> bool:
    """KOL-R6  Besides the seat whose move it is, all who may still call out."""
    return not s.over and (seat == mover(s) or is_asked(s, seat))


@rule
def actor(s: KolpaState) -> Seat:
    """KOL-R6  In sequential play those who may call out are asked before the next turn."""
    if s.over:
        return -1
    return s.ask[0] if s.asking else mover(s)


# What is legal


@rule
def refusal(s: KolpaState, seat: Seat, m: Move) -> int:
    """KOL-03  On its turn a seat plays exactly one card."""
    if not may_act(s, seat):
        return TURN
    if m >= CALL_OUT:
        return 0 if is_asked(s, seat) else KOL_R6
    if seat != mover(s):
        return TURN
    if held_card(s, seat, m) < 0:
        return CARD
    return forbidden(s, seat, m, closed(s, seat))


@rule
def held_card(s: KolpaState, seat: Seat, m: Move) -> Card:
    """The card that a move names: KOL-06, a zone pile's top; KOL-05, KOL-07, one of the hand."""
    face = face_of(m)
    if m < FROM_ZONE or m >= LAY:
        return find(s, HAND + seat, face)
    if face != JOKER and top_face(s, ZONE + COLOURS * seat + colour(face)) == face:
        return top(s, ZONE + COLOURS * seat + colour(face))
    return CARD_NONE


@rule
def face_of(m: Move) -> Face:
    """The face that a card move names."""
    if m < FROM_ZONE:
        return m
    if m < LAY:
        return m - FROM_ZONE
    return min(m - LAY, JOKER)


@rule
def forbidden(s: KolpaState, seat: Seat, m: Move, is_closed: bool) -> int:
    """What forbids a move with a card that the seat has."""
    if s.amend and not FROM_ZONE <= m < LAY:
        return KOL_R6
    if m < LAY:
        return refuse_discard(s, face_of(m))
    if m < CALL:
        return refuse_lay(s, face_of(m), is_closed)
    return refuse_joker(s, m, size(s, HAND + seat) == 1)


@rule
def refuse_discard(s: KolpaState, face: Face) -> int:
    """KOL-04  Only a matching card goes to the discard; KOL-14: under a joker, one that was called."""
    if matches(s, face):
        return 0
    return KOL_14 if top_face(s, DISCARD) == JOKER else KOL_04


@rule
def refuse_lay(s: KolpaState, face: Face, is_closed: bool) -> int:
    """KOL-07, KOL-10  A card that does not match may be laid, whatever else the hand holds."""
    if face == JOKER:
        return KOL_13
    if matches(s, face):
        return KOL_08
    return KOL_09 if is_closed else 0


@rule
def refuse_joker(s: KolpaState, m: Move, is_last: bool) -> int:
    """KOL-13, KOL-14  A joker goes on anything, with a call; KOL-R3: the last hand card without one."""
    if is_last:
        return 0 if m == LAST_JOKER else KOL_R3
    return KOL_14 if m == LAST_JOKER else 0


@rule
def legal(s: KolpaState, seat: Seat, moves: Vector) -> int:
    """The legal moves: hand, zone, kolpa, joker, callout, pass."""
    n = 0
    if not s.over and seat == mover(s):
        n = card_moves(s, seat, moves)
    if is_asked(s, seat):
        moves[n], moves[n + 1] = CALL_OUT, PASS
        n += 2
    return n


@rule
def choices(s: KolpaState, seat: Seat, moves: Vector) -> int:
    """KOL-R6  A seat that is asked calls out or passes."""
    if s.asking:
        moves[0], moves[1] = CALL_OUT, PASS
        return 2
    return card_moves(s, seat, moves)


@rule
def card_moves(s: KolpaState, seat: Seat, moves: Vector) -> int:
    """KOL-03  All the ways to play one card: those that match from hand and zone, those that may be laid, jokers."""
    n = layable = 0
    card = top(s, HAND + seat)
    last = -1
    while card >= 0 and s.face[card] != JOKER:
        face = s.face[card]
        is_new, fits = face != last, matches(s, face)
        moves[n] = PLAY + face  # written either way, and kept if it counts: quicker than to branch
        n += is_new and fits
        s.work[layable] = face
        layable += is_new and not fits
        last = face
        card = after(s, card)
    joker = card
    if s.amend:
        n = layable = 0
    plays = n
    for pile in zone(seat):
        card = top(s, pile)
        face = s.face[card]  # of an empty pile some other card's, which does not count
        moves[n] = FROM_ZONE + face
        n += (card >= 0) & matches(s, face)
    if n == plays or s.vigilance:  # KOL-09
        for i in range(layable):
            moves[n] = LAY + s.work[i]
            n += 1
    if joker >= 0 and not s.amend:
        n = joker_moves(s, seat, moves, n)
    return n


@rule
def joker_moves(s: KolpaState, seat: Seat, moves: Vector, n: int) -> int:
    """KOL-14  A joker with each call; KOL-R3: as the last card without one."""
    for m in range(CALL, CALL_OUT):
        if refuse_joker(s, m, size(s, HAND + seat) == 1) == 0:
            moves[n] = m
            n += 1
    return n
