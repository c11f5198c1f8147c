"""The contract: positions, moves, errors, events, records, as documented in docs/notation.md."""

from __future__ import annotations

import pickle
import subprocess
import sys
import traceback
from pathlib import Path
from random import Random

import pytest

import pioche
from pioche.core import EVERYONE, hooks
from pioche.testing.laws import reach, seen

GOLDEN = Path(__file__).parents[1] / "golden"

KOLPA = """kolpa turn=A
stock: ?
discard: R3
A: hand R1 B2 G4; zone B3/B5 Y2; score 12
B: hand ?*5; zone; score 0
"""


def test_a_position_from_the_page() -> None:
    pos = pioche.parse(KOLPA)
    assert pos.seats == 2
    assert not pos.over
    assert pos.scores == [12, 0]
    assert pos.winners == []
    assert pos.actor == 0
    assert pos.actors == [0]
    assert pos.moves(1) == []
    assert pos.moves(0) == pos.choices == ["R1", "zone B3"]
    assert pos.game.title in ("Kolpa!", "Kolpa !")


def test_a_view_hides_and_the_spectator_sees_least() -> None:
    pos = pioche.parse(KOLPA)
    lines = pos.view(1).splitlines()
    assert lines[0] == "kolpa turn=A"
    assert lines[1] == "stock: ?*52"
    assert lines[3] == "A: hand ?*3; zone Y2 B3/B5; score 12"
    assert "?" not in lines[4].partition("zone")[0]
    assert pos.view(None).splitlines()[4] == "B: hand ?*5; zone; score 0"


def test_a_refused_move_says_why_in_both_languages() -> None:
    pos = pioche.parse(KOLPA)
    with pytest.raises(pioche.IllegalMove) as refused:
        pos.play(0, "kolpa G4")
    assert refused.value.rule == "KOL-09"
    assert refused.value.reason[0] == "refuse.KOL-09"
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    with pytest.raises(pioche.NotYourTurn):
        pos.play(1, "R1")
    with pytest.raises(pioche.IllegalMove) as nonsense:
        pos.play(0, "fly away")
    assert nonsense.value.rule == "WORD"


def test_a_refusal_carries_its_position_for_whoever_runs_the_game() -> None:
    """In `repr` and in a traceback, as it was then; the sentence says nothing of it. Pasted, it reproduces."""
    pos = pioche.parse(KOLPA)
    text = str(pos)
    for move in ("kolpa G4", "fly away"):
        with pytest.raises(pioche.IllegalMove) as refused:
            pos.play(0, move)
        error = refused.value
        assert not error.position.startswith(str(error)) and text not in str(error)
        assert error.position == text and repr(error).endswith(text.rstrip())
        assert text in "".join(traceback.format_exception(error))
    with pytest.raises(pioche.IllegalMove, match="B3") as again:
        pioche.parse(error.position).play(0, "kolpa G4")
    pos.play(0, "R1")
    again.value.add_note("What was done before.")
    assert "What was done before." in "".join(traceback.format_exception(again.value))
    assert pickle.loads(pickle.dumps(again.value)).position == text


def test_a_position_is_written_only_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = pioche.parse(KOLPA)
    monkeypatch.setattr(type(pos.game.notation), "write", None)
    with pytest.raises(pioche.IllegalMove) as refused:
        pos.play(0, "kolpa G4")
    assert refused.value.rule == "KOL-09" and refused.value.sentence("en")


def test_events_tell_each_seat_what_it_may_see() -> None:
    pos = pioche.parse("kolpa turn=A\nstock: P5 ?\ndiscard: R3\nA: hand G4 G5\nB: hand ?*5\nC: hand ?*5")
    events = pos.play(0, "kolpa G4")
    assert [event.kind for event in events] == ["play", "move", "move"]
    laid, drawn = events[1:]
    assert laid.details == {"card": "G4", "source": "A.hand", "target": "A.zone3"}
    assert drawn.details == {"card": "P5", "source": "stock", "target": "A.hand"}
    for seat, card in ((0, "P5"), (1, "?"), (None, "?")):
        assert [event.details["card"] for event in seen(events, seat)] == ["G4", "G4", card]
    assert events[0].sentence("en")
    assert drawn.sentence() is None


def test_a_secret_move_without_a_veil_is_not_even_mentioned() -> None:
    secret = pioche.Event("play", {"seat": "B", "move": "R1"}, seen=1 << 1)
    assert seen([secret], 1)[0].details == secret.details
    assert [secret.seen_by(seat) for seat in (0, 2, None)] == [None, None, None]
    assert seen([secret], 0) == []


PEEK = "ko turn=A phase=peek fresh=PEEK1 effect=PEEK1 target=B need=1\nopen: PEEK1\nA: hand G1\nB: hand G7\nC: hand G2"


def test_every_secret_move_has_a_veil() -> None:
    """No game has moves that others may not even notice; whoever adds one sees here that callers must drop them."""
    restricted: dict[str, set[str]] = {}
    for pos in [*(reach(pioche.game(name), 3, seed=1, moves=20) for name in pioche.game_names()), pioche.parse(PEEK)]:
        for number, move in enumerate(pos.game.moves):
            if any(pos.ask(hooks.who_sees, seat, number) != EVERYONE for seat in range(pos.seats)):
                assert move.hidden_verb, f"{pos.game.id}: {move.text}"
                restricted.setdefault(pos.game.id, set()).add(move.verb)
    assert restricted == {"5211": {"choose"}, "ko": {"lay", "take"}}


def test_the_end_of_a_round_turns_up_what_was_scored() -> None:
    pos = pioche.parse("kolpa turn=A\ndiscard: R3\nA: hand R1\nB: hand Y4 J; zone G5")
    events = pos.play(0, "R1")
    turned = [event.details["card"] for event in seen(events, None) if event.kind == "turn"]
    assert turned == ["Y4", "J"]
    scores = [event.details for event in events if event.kind == "score"]
    assert scores == [{"seat": "A", "points": 0, "total": 0}, {"seat": "B", "points": -9, "total": -9}]
    assert [event.kind for event in events][-1] == "round"


def test_the_end_of_a_game_names_the_winners() -> None:
    pos = pioche.parse("kolpa turn=A target=10\ndiscard: R3\nA: hand R1; zone G5/G4 P3\nB: hand Y4")
    events = pos.play(0, "R1")
    assert [event.details for event in events if event.kind == "winners"] == [{"seats": "A"}]
    assert pos.over
    assert pos.winners == [0]
    assert pos.scores == [12, -4]


def test_a_copy_is_independent() -> None:
    pos = pioche.game("coloretto").deal(3, seed=1)
    twin = pos.copy()
    twin.play(twin.actor or 0, "draw")
    assert twin != pos
    assert hash(twin) != hash(pos)
    assert pos == pioche.game("coloretto").deal(3, seed=1)
    assert "coloretto" in repr(pos)


def test_seeds_and_options() -> None:
    kolpa = pioche.game("kolpa")
    assert kolpa.deal(4, seed=7, target=30) == kolpa.deal(4, seed=7, target="30")
    assert kolpa.deal(4, seed=7, vigilance=True) == kolpa.deal(4, seed=7, vigilance="on")
    assert kolpa.deal(4, seed=7) != kolpa.deal(4, seed=8)
    assert kolpa.deal(4) != kolpa.deal(4)
    assert sum(kolpa.cards.values()) == 64
    assert kolpa.cards["J"] == 4
    assert pioche.game("coloretto").cards["+"] == 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pioche.game("chess"), "no game “chess”; the games are: "),
        (lambda: pioche.game("kolpa").deal(7), "2 to 6 players, not 7"),
        (lambda: pioche.game("kolpa").deal(True), "players, not True"),
        (lambda: pioche.game("kolpa").deal(2, target=9), "target can't be “9”: a number from 10 to 200"),
        (lambda: pioche.game("kolpa").deal(2, target="many"), "target can't be “many”"),
        (lambda: pioche.game("kolpa").deal(2, vigilance="maybe"), "one of: off, on"),
        (lambda: pioche.game("kolpa").deal(2, colour=1), "“colour” is no option of Kolpa!"),
        (lambda: pioche.game("kolpa").deal(2, seed=-1), "seed “-1”"),
        (lambda: pioche.game("kolpa").deal(2, seed=1, key=bytes(32)), "from a seed or from a key"),
        (lambda: pioche.game("kolpa").deal(2, key=bytes(31)), "exactly 32 bytes"),
        (lambda: pioche.game("kolpa").deal(2, key="0" * 32), "exactly 32 bytes"),  # type: ignore[arg-type]
        (lambda: pioche.game("kolpa").deal(2, seed=1).sow(bytes(32), -1), "moves played “-1”"),
        (lambda: pioche.game("kolpa").deal(2, seed=1).view(2), "no seat 2"),
        (lambda: pioche.game("kolpa").deal(2, seed=1).play(5, "R1"), "no seat 5"),
        (lambda: pioche.speak("de"), "“de” is not available"),
    ],
)
def test_bad_input_gets_one_clear_sentence(call: object, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(pioche.PiocheError, match=r"^[^\n]*$") as error:
        call()  # type: ignore[operator]
    assert message in str(error.value)
    assert error.value.sentence("fr") != error.value.sentence("en")


BAD_POSITIONS = [
    ("", 1, ""),
    ("chess turn=A", 1, "chess"),
    ("kolpa", 1, "turn="),
    ("kolpa turn=A colour=R\nA: hand\nB: hand", 1, "colour=R"),
    ("kolpa turn=A turn=B\nA: hand\nB: hand", 1, "turn=B"),
    ("kolpa turn=C\nA: hand\nB: hand", 1, "C"),
    ("kolpa turn=A round=0\nA: hand\nB: hand", 1, "round=0"),
    ("kolpa turn=A call=R\ndiscard: R3\nA: hand\nB: hand", 1, "call=R"),
    ("kolpa turn=A call=9\nA: hand\nB: hand", 1, "call=9"),
    ("kolpa turn=A rng=12\nA: hand\nB: hand", 1, "rng=12"),
    ("kolpa turn=A seed=x\nA: hand\nB: hand", 1, "seed=x"),
    ("kolpa turn=A over=maybe\nA: hand\nB: hand", 1, "over=maybe"),
    ("kolpa turn=A laid=G4\nA: hand\nB: hand; zone G4", 1, "laid="),
    ("kolpa turn=A vigilance=on laid=G4\nA: hand\nB: hand; zone G5", 1, "laid=G4"),
    ("kolpa turn=A vigilance=on laid=G4 ask=B\nA: hand\nB: hand; zone G4", 1, "ask=B"),
    ("kolpa turn=A vigilance=on ask=A\nA: hand\nB: hand", 1, "ask=A"),
    ("kolpa turn=A\ndiscard: R3\npond: R1\nA: hand\nB: hand", 3, "pond"),
    ("kolpa turn=A\nstock ?\nA: hand\nB: hand", 2, "stock"),
    ("kolpa turn=A\nA: hand R1 R1 R1\nB: hand", 2, "R1"),
    ("kolpa turn=A\nA: hand R7\nB: hand", 2, "R7"),
    ("kolpa turn=A\nA: hand ?*65\nB: hand", 2, "hand"),
    ("kolpa turn=A\nA: purse R1\nB: hand", 2, "purse"),
    ("kolpa turn=A\nA: hand R1; hand R2\nB: hand", 2, "hand"),
    ("kolpa turn=A\nA: hand; zone B3/Y2\nB: hand", 2, "B3/Y2"),
    ("kolpa turn=A\nA: hand; zone B3 B2\nB: hand", 2, "B2"),
    ("kolpa turn=A\nA: hand; score many\nB: hand", 2, "many"),
    ("kolpa turn=A\nA: hand R1; knows B:R2\nB: hand R3", 2, "B:R2"),
    ("kolpa turn=A\nA: hand R1; knows R2\nB: hand ?", 2, "R2"),
    ("kolpa turn=A\nA: hand\nC: hand", 3, "C"),
    ("kolpa turn=A\nA: hand", 2, "A"),
    ("coloretto turn=A\nrow1: R R R R\nA: cards\nB: cards\nC: cards", 2, "row1"),
    ("coloretto turn=A\nrow1: R R\nA: cards\nB: cards", 2, "row1"),
    ("coloretto turn=A\nrow1: taken R\nA: cards\nB: cards\nC: cards", 2, "row1"),
    ("coloretto turn=A\nrow4: R\nA: cards\nB: cards\nC: cards", 2, "row4"),
    ("coloretto turn=A without=R\nA: cards\nB: cards", 1, "without=R"),
    ("coloretto turn=A without=RO\nA: cards R\nB: cards", 2, "R"),
    ("coloretto turn=A\nA: cards; out\nB: cards\nC: cards", 1, "turn=A"),
    ("coloretto turn=A last=yes\nstock: L ?\nA: cards\nB: cards\nC: cards", 2, "L"),
    ("coloretto turn=A\nA: cards K\nB: cards\nC: cards", 2, "K"),
]


@pytest.mark.parametrize(("text", "line", "word"), BAD_POSITIONS)
def test_a_bad_position_names_line_and_word(text: str, line: int, word: str) -> None:
    with pytest.raises(pioche.NotationError) as error:
        pioche.parse(text)
    assert (error.value.line, error.value.word) == (line, word), str(error.value)
    assert str(line) in str(error.value)
    assert error.value.sentence("fr") != error.value.sentence("en")


def test_unnamed_cards_are_dealt_by_the_seed() -> None:
    texts = [f"kolpa turn=A seed={seed}\nA: hand ?*5\nB: hand ?*5" for seed in (0, 0, 1)]
    first, again, other = map(pioche.parse, texts)
    assert first == again
    assert str(first) != str(other)


def test_a_hand_known_to_somebody_holds_that_card() -> None:
    pos = pioche.parse("kolpa turn=A vigilance=on\nA: hand ?*3\nB: hand ?*5; knows A:G4,P1")
    assert {"G4", "P1"} <= set(str(pos).splitlines()[3].split(";")[0].split())
    assert "knows A:G4,P1" in pos.view(1)
    assert "knows A:?,?" in pos.view(0)


# Records


def test_a_record_replays_to_every_position(name: str) -> None:
    pos = reach(pioche.game(name), 3, seed=5, moves=40)
    positions = list(pioche.replay(pioche.record(pos)))
    assert positions[0] == pioche.game(name).deal(3, seed=5)
    assert positions[-1] == pos
    assert pioche.record(positions[-1]) == pioche.record(pos)


def test_a_record_may_begin_with_a_written_position() -> None:
    pos = pioche.parse(KOLPA)
    pos.play(0, "R1")
    *_, last = pioche.replay(pioche.record(pos))
    assert last == pos


def test_an_imagined_position_has_a_record_of_its_own() -> None:
    pos = pioche.game("kolpa").deal(2, seed=1).imagine(0, Random(1))
    pos.play(pos.actor or 0, pos.choices[0])
    *_, last = pioche.replay(pioche.record(pos))
    assert last == pos


def test_a_bad_record_is_refused_with_its_line() -> None:
    good = pioche.record(reach(pioche.game("kolpa"), 3, seed=5, moves=10)).splitlines()
    changes = {
        "cut": (good[:-1], 12),
        "one move lost": (good[:5] + good[6:], 12),
        "wrong head": (["recording"] + good[1:], 1),
        "no move": (good[:4] + ["nonsense"] + good[5:], 5),
        "illegal": (good[:4] + ["A R9"] + good[5:], 5),
        "no such seat": (good[:4] + ["Z R1"] + good[5:], 5),
        "other end": (good[:-1] + ["end 10 0000000000000000"], 13),
        "bad deal": (["record 1", "deal kolpa many seed=1"] + good[2:], 2),
        "bad players": (["record 1", "deal kolpa 9 seed=1"] + good[2:], 2),
        "no game": (["record 1", "deal chess 2 seed=1"] + good[2:], 2),
        "no option": (["record 1", "deal kolpa 3 seed=5 players=3"] + good[2:], 2),
        "a seed that is no number": (["record 1", "deal kolpa 3 seed=²"] + good[2:], 2),
        "two seeds": (["record 1", "deal kolpa 3 seed=5 seed=5"] + good[2:], 2),
    }
    for what, (lines, line) in changes.items():
        with pytest.raises(pioche.NotationError) as error:
            list(pioche.replay("\n".join(lines)))
        assert error.value.line == line, f"{what}: {error.value}"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_games_replay(path: Path) -> None:
    """Recorded games lead where they led: a change of behaviour is seen here, and meant or not."""
    text = path.read_text(encoding="utf-8")
    *_, last = pioche.replay(text)
    assert last.over
    assert pioche.record(last) == text


def test_there_are_golden_games(name: str) -> None:
    assert list(GOLDEN.glob(f"{name}-*.txt"))


def test_importing_pioche_is_cheap() -> None:
    code = "import sys, pioche, pioche.cli; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_what_follows_a_deck_is_a_question_of_the_long_game_only() -> None:
    """FIV-R4"""
    with pytest.raises(pioche.PiocheError, match="only in the long game"):
        pioche.game("5211").deal(2, seed=1, between="at_once")
    pioche.game("5211").deal(2, seed=1, between="at_once", long="on")
