"""Several moves at once: all or none, and nothing hidden is shown that could be taken back; marks."""

from __future__ import annotations

import pytest

import pioche


def test_a_batch_of_moves_is_played_whole_or_not_at_all() -> None:
    text = "ko turn=A\nstock: B1 B2 B3 B4\nopen: R9\nA: hand R5 B7 R6 G2\nB: hand G7\n"
    pos, twin = pioche.parse(text), pioche.parse(text)
    before = str(pos)
    with pytest.raises(pioche.IllegalMove) as refused:
        pos.play_all(0, ["discard R5", "discard B7", "done"])  # 5 and 7: a run with a gap
    assert refused.value.rule == "KOO-06"
    assert str(pos) == before
    assert pioche.record(pos) == pioche.record(twin)
    events = pos.play_all(0, ["discard R5", "discard B7", "discard R6", "done"])
    for move in ("discard R5", "discard B7", "discard R6", "done"):
        twin.play(0, move)
    assert pos == twin
    assert [event.details["move"] for event in events if event.kind == "play"][-1] == "done"


def test_a_seat_foresees_what_its_moves_lead_to_but_nothing_new() -> None:
    pos = pioche.parse("ko turn=A\nstock: B1 B2 B3 B4\nopen: R9\nA: hand R5 B7 R6 G2\nB: hand G7\n")
    before = str(pos)
    later = pos.foresee(0, ["discard R5", "discard R6", "done"])
    assert later is not None and "phase=refill fresh=R5,R6 need=13" in str(later)
    assert pos.foresee(0, ["discard R5", "done", "from stock"]) is None  # it would show cards of the stock
    with pytest.raises(pioche.IllegalMove) as illegal:
        pos.foresee(0, ["discard R5", "discard B7", "done"])
    assert illegal.value.rule == "KOO-06"
    with pytest.raises(pioche.PiocheError) as refused:
        pos.foresee(0, ["done", "from stock", "done"])
    assert refused.value.reason[0] == "batch.reveals"
    assert str(pos) == before


KO_TURN = """ko turn=A
stock: B1 B2 B3 B4 B5 B6
open: G9 G10 S3
A: hand {card} R5 R6 O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 O11 Y2
B: hand G7 G8
C: hand P1 P2
"""
LAYING = [f"lay O{number}" for number in range(1, 9)]


@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("Y1", ["discard R5", "discard R6", "done", "from open", "take G9", "take G10", *LAYING, "done", "from stock"]),
        ("REV", ["discard REV", "done", "effect REV", "from open", "take G9", "done"]),
        ("SKIP", ["discard SKIP", "done", "effect SKIP", "target B", "from open", "take G9", "done"]),
        ("PEEK1", ["discard PEEK1", "done", "effect none", "from open", "take S3", "done"]),
        ("PEEK1", ["discard PEEK1", "done", "effect PEEK1", "target B"]),
        ("SWAP", ["discard SWAP", "done", "effect SWAP", "target B", "from open", "take G9"]),
    ],
)
def test_a_turn_of_ko_is_one_batch_while_nothing_hidden_is_shown(card: str, moves: list[str]) -> None:
    pos, twin = pioche.parse(KO_TURN.format(card=card)), pioche.parse(KO_TURN.format(card=card))
    events = pos.play_all(0, moves)
    assert events == [event for move in moves for event in twin.play(0, move)]
    assert pos == twin


@pytest.mark.parametrize(
    ("card", "moves", "blamed"),
    [
        ("Y1", ["discard R5", "done", "from stock", "done"], "from stock"),
        ("PEEK1", ["discard PEEK1", "done", "effect PEEK1", "target B", "take G7"], "target B"),
        ("STEAL", ["discard STEAL", "done", "effect STEAL", "target B", "done"], "target B"),
        ("SWAP", ["discard SWAP", "done", "effect SWAP", "target B", "from open", "take G9", "done"], "take G9"),
        ("ROT", ["discard ROT", "done", "effect ROT", "from open", "take G9", "done"], "take G9"),
    ],
)
def test_a_batch_goes_no_further_than_a_hidden_card(card: str, moves: list[str], blamed: str) -> None:
    pos = pioche.parse(KO_TURN.format(card=card))
    before = pos.mark()
    with pytest.raises(pioche.PiocheError) as refused:
        pos.play_all(0, moves)
    assert refused.value.reason == ("batch.reveals", {"move": blamed})
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    assert pos.mark() == before


def test_a_batch_can_not_be_used_to_look_at_the_next_card() -> None:
    """Whatever comes after the draw, and whatever was drawn, the answer is the same."""
    pos = pioche.game("coloretto").deal(3, seed=1)
    told = set()
    for row in ("place 1", "place 3", "take 9", "nonsense"):
        with pytest.raises(pioche.PiocheError) as refused:
            pos.play_all(pos.actor or 0, ["draw", row])
        told.add(str(refused.value))
    assert len(told) == 1
    assert pos == pioche.game("coloretto").deal(3, seed=1)


def test_the_generator_may_not_be_tried_out() -> None:
    """Kombio: a card on the discard draws the order of asking; the seat knows the card, and yet no more may follow."""
    text = "kombio turn=A phase=drawn drawn=5\nA: grid 1 2 3 4; knows A1 A2 A3 A4\nB: grid ? ? ? ?\n"
    pos = pioche.parse(text)
    with pytest.raises(pioche.PiocheError) as refused:
        pos.play_all(0, ["discard", "pass"])
    assert refused.value.reason[0] == "batch.reveals"
    assert pos.play_all(0, ["discard"])
    assert pos.play_all(1, []) == []


def test_the_turn_of_another_seat_is_refused_as_ever() -> None:
    pos = pioche.parse(KO_TURN.format(card="Y1"))
    with pytest.raises(pioche.NotYourTurn):
        pos.play_all(1, ["discard G7", "done"])
    with pytest.raises(pioche.IllegalMove) as refused:
        pos.play_all(0, ["discard R5", "discard Y2", "done"])
    assert refused.value.rule == "KOO-06"


def test_marks_bring_everything_back() -> None:
    pos = pioche.game("kolpa").deal(3, key=bytes(32))
    marks, texts = [], []
    for _ in range(6):
        marks.append(pos.mark())
        texts.append(pioche.record(pos))
        pos.play(pos.actor or 0, pos.choices[-1])
    for k in (4, 1, 3, 5, 0):  # forward too: a mark does not hang on what was played since
        pos.restore(marks[k])
        assert pioche.record(pos) == texts[k]
        assert pos.mark() == marks[k]
