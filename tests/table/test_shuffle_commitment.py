"""Games of a key: where their randomness comes from, their records, and what can be checked afterwards."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from random import Random

import pytest

import pioche
from pioche.table.position import Position
from pioche.table.shuffle_commitment import Fair, commitment, entropy, make_key
from pioche.testing.laws import random_move

KEY = bytes(range(100, 132))
SEED = bytes(range(32))
FAIR = Fair(SEED, ["4f", None, "00ff"])


def words(key: bytes, n: int) -> list[int]:
    """By hand: the first sixteen bytes of the hash of key and number, as four words, the high byte first."""
    digest = hashlib.sha256(key + bytes(7) + bytes([n])).digest()
    return [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12)]


def generator(pos: Position) -> list[int]:
    return [pos.state.rng[i] for i in range(4)]


def play_on(pos: Position, moves: int, rng: Random) -> Position:
    for _ in range(moves):
        if not pos.over:
            pos.play(*random_move(pos, rng))
    return pos


# The derivation


def test_the_hashes_are_the_documented_ones() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest() == FAIR.commit
    assert make_key(SEED, []) == hashlib.sha256(b"pioche 1\n" + SEED).digest()
    assert make_key(SEED, ["4f", None, "00ff"]) == hashlib.sha256(b"pioche 1\n" + SEED + b"\nA=4f\nC=00ff").digest()
    assert FAIR.key == make_key(SEED, FAIR.salts) == make_key(SEED, [*FAIR.salts, None])
    assert entropy(KEY, 258) == hashlib.sha256(KEY + b"\0\0\0\0\0\0\1\2").digest()[:16]


def test_a_salt_counts_for_its_seat() -> None:
    keys = {make_key(SEED, salts) for salts in ([], ["4f"], [None, "4f"], ["4", "f"], ["4f", "4f"])}
    assert len(keys) == 5


@pytest.mark.parametrize("salt", ["", "4F", "0x1", "é", "a b", "f" * 65, "a\n", 7])
def test_a_bad_salt_is_refused(salt: str) -> None:
    with pytest.raises(pioche.PiocheError) as error:
        make_key(SEED, [salt])
    assert error.value.reason[0] == "setup.salt"


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    for call in (lambda: commitment(seed), lambda: make_key(seed, [])):
        with pytest.raises(pioche.PiocheError) as error:
            call()
        assert error.value.reason == ("setup.key", {"bytes": 32})


# The generator


def test_every_move_begins_with_its_own_words(engine: str) -> None:
    """Coloretto uses no randomness after the deal, so the words of the last move are still there."""
    pos = pioche.game("coloretto").deal(3, key=KEY)
    dealt = generator(pos)
    assert dealt[2:] == words(KEY, 0)[2:], "the second half is the generator's own key, which a shuffle leaves alone"
    assert dealt != words(KEY, 0)
    for n in range(1, 9):
        pos.play(pos.actor or 0, pos.choices[0])
        assert generator(pos) == words(KEY, n)


def test_a_shuffle_in_the_middle_comes_from_its_move(engine: str) -> None:
    """Kombio: the order of asking after the second move is drawn from words 2 of the key."""
    pos = pioche.game("kombio").deal(4, key=KEY)
    pos.play(pos.actor or 0, "draw")
    assert generator(pos) == words(KEY, 1)
    pos.play(pos.actor or 0, "keep 2")
    low, *rest = words(KEY, 2)
    assert generator(pos) == [low + 4, *rest], "four seats were asked: four lots"


def test_the_same_key_gives_the_same_game(name: str, engine: str) -> None:
    first, second = (play_on(pioche.game(name).deal(3, key=KEY), 60, Random(1)) for _ in range(2))
    assert pioche.record(first) == pioche.record(second)
    assert pioche.game(name).deal(3, key=KEY) != pioche.game(name).deal(3, key=bytes(32))


def test_a_refused_move_leaves_every_byte(engine: str) -> None:
    pos = play_on(pioche.game("kombio").deal(3, key=KEY), 20, Random(2))
    before = pos.table_bytes()
    for seat in range(3):
        for move in {each.text for each in pos.game.moves} - set(pos.moves(seat)):
            with pytest.raises(pioche.IllegalMove):
                pos.play(seat, move)
            assert pos.table_bytes() == before, move


def test_copies_and_batches_keep_the_count() -> None:
    pos = pioche.game("ko").deal(3, key=KEY)
    twin = pos.copy()
    seat = pos.actor or 0
    moves = [pos.choices[0], "done"]
    with pytest.raises(pioche.PiocheError):
        pos.play_all(seat, [*moves, "nonsense"])
    assert pioche.record(pos) == pioche.record(twin)
    pos.play_all(seat, moves)
    for move in moves:
        twin.play(seat, move)
    assert generator(pos) == generator(twin) == words(KEY, 2)


def test_a_used_generator_is_noticed_in_a_game_of_a_key() -> None:
    """The words change with every move there; only a move that draws lots itself ends a batch."""
    text = "kombio turn=A phase=drawn drawn=5\nA: grid 1 2 3 4; knows A1 A2 A3 A4\nB: grid ? ? ? ?\n"
    pos = pioche.parse(text)
    pos.sow(KEY, 7)
    with pytest.raises(pioche.PiocheError) as refused:
        pos.play_all(0, ["discard", "pass"])
    assert refused.value.reason[0] == "batch.reveals"


def test_what_is_imagined_does_not_know_the_key(name: str) -> None:
    """Two games that differ in their key alone: what a seat imagines of them is the same, and goes on the same."""
    pos = play_on(pioche.game(name).deal(3, key=KEY), 15, Random(3))
    other = pioche.parse(str(pos))
    other.sow(bytes(32), 15)
    dreams = [play_on(each.imagine(0, Random(4)), 40, Random(5)) for each in (pos, other)]
    assert dreams[0] == dreams[1]
    assert KEY.hex() not in pioche.record(dreams[0])


def test_a_position_goes_on_from_its_text(name: str) -> None:
    pos = play_on(pioche.game(name).deal(3, key=KEY), 15, Random(6))
    twin = pioche.parse(str(pos))
    twin.sow(KEY, 15)
    play_on(pos, 40, Random(7))
    play_on(twin, 40, Random(7))
    assert twin == pos
    *_, last = pioche.replay(pioche.record(twin))
    assert last == pos
    assert pioche.record(last) == pioche.record(twin)


# Records


def fair_game(moves: int = 30, **options: int) -> Position:
    return play_on(pioche.game("kolpa").deal(3, key=FAIR.key, **options), moves, Random(8))


def test_a_record_of_a_key_replays() -> None:
    pos = fair_game(target=30)
    text = pioche.record(pos)
    assert text.splitlines()[1] == f"deal kolpa 3 key={FAIR.key.hex()} target=30"
    *_, last = pioche.replay(text)
    assert last == pos
    assert pioche.record(last) == text


def test_a_record_says_what_its_key_was_made_of() -> None:
    text = pioche.record(fair_game(), FAIR)
    assert text.splitlines()[2] == f"fair commit={FAIR.commit} seed={SEED.hex()} A=4f C=00ff"
    *_, last = pioche.replay(text)
    assert pioche.record(last, FAIR) == text


def test_a_record_does_not_say_what_is_not_so() -> None:
    for fair in (Fair(SEED), Fair(bytes(32), FAIR.salts), Fair(SEED, ["4f", None, "00ff", None])):
        with pytest.raises(pioche.PiocheError) as error:
            pioche.record(fair_game(), fair)
        assert error.value.reason[0] == "setup.fair"
    with pytest.raises(pioche.PiocheError):
        pioche.record(pioche.game("kolpa").deal(2, seed=1), FAIR)


HEX = "0" * 64
BAD_LINES = [
    (2, "deal kolpa 3 key=12"),
    (2, f"deal kolpa 3 key={HEX.replace('0', 'A')}"),
    (2, f"deal kolpa 3 key={HEX} seed=1"),
    (2, "deal kolpa 3"),
    (2, "deal kolpa"),
    (3, f"fair commit={HEX}"),
    (3, f"fair seed={HEX} commit={HEX}"),
    (3, f"fair commit={HEX} seed={HEX[1:]}"),
    (3, f"fair commit={HEX} seed={HEX} D=00"),
    (3, f"fair commit={HEX} seed={HEX} C=00 A=00"),
    (3, f"fair commit={HEX} seed={HEX} A=00 A=00"),
    (3, f"fair commit={HEX} seed={HEX} A="),
    (3, f"fair commit={HEX} seed={HEX} A=0G"),
    (3, f"fair commit={HEX} seed={HEX} A={'0' * 65}"),
]


@pytest.mark.parametrize(("number", "line"), BAD_LINES, ids=lambda each: str(each)[-12:])
def test_a_bad_line_is_refused(number: int, line: str) -> None:
    lines = pioche.record(fair_game(), FAIR).splitlines()
    lines[number - 1] = line
    for read in (lambda text: list(pioche.replay(text)), pioche.verify):
        with pytest.raises(pioche.NotationError) as error:
            read("\n".join(lines))
        assert (error.value.line, error.value.word) == (number, line)


@pytest.mark.parametrize("line", ["sow 12 3", f"sow {HEX} -1", f"sow {HEX}"])
def test_a_bad_sow_line_is_refused(line: str) -> None:
    pos = pioche.parse("kolpa turn=A\nA: hand ?*5\nB: hand ?*5")
    pos.sow(KEY, 3)
    text = pioche.record(pos)
    assert f"\nsow {KEY.hex()} 3\nend 0" in text
    with pytest.raises(pioche.NotationError) as error:
        list(pioche.replay(text.replace(f"sow {KEY.hex()} 3", line)))
    assert error.value.word == line


def test_a_game_of_an_open_seed_can_not_claim_to_be_fair() -> None:
    lines = pioche.record(fair_game(), FAIR).splitlines()
    lines[1] = "deal kolpa 3 seed=1"
    with pytest.raises(pioche.NotationError) as error:
        pioche.verify("\n".join(lines))
    assert error.value.reason[0] == "notation.fair_key"


# Verifying


def outcome(text: str, commit: str | None = None) -> dict[str, bool]:
    verdict = pioche.verify(text, commit)
    for check in verdict.checks:
        assert check.sentence("fr") != check.sentence("en")
    found = {check.name: check.ok for check in verdict.checks}
    assert verdict.ok == all(found.values())
    assert len(found) == len(verdict.checks)
    return found


def test_an_honest_record_passes() -> None:
    text = pioche.record(fair_game(), FAIR)
    assert outcome(text) == {"commit": True, "key": True, "moves": True, "end": True}
    assert outcome(text, FAIR.commit)["noted"]
    sentences = [check.sentence("en") for check in pioche.verify(text).checks]
    assert sentences[1] == "The key is made of the seed and of the salts of A, C."
    assert sentences[2] == "All moves (30) are legal, and all shuffles come from the key."


def test_a_key_without_salts_is_said_to_be_the_house_s_own() -> None:
    fair = Fair(SEED)
    found = pioche.verify(pioche.record(pioche.game("kolpa").deal(2, key=fair.key), fair))
    assert found.ok
    assert "no seat gave a salt" in found.checks[1].sentence("en")


def test_each_lie_is_found() -> None:
    text = pioche.record(fair_game(), FAIR)
    digest = text.split()[-1]
    lies = {
        "another commitment": ((FAIR.commit, HEX), {"commit"}),
        "another seed": ((SEED.hex(), HEX), {"commit", "key"}),
        "a seed with its own commitment": ((f"{FAIR.commit} seed={SEED.hex()}", other_fair()), {"key"}),
        "a salt left out": ((" A=4f", ""), {"key"}),
        "a salt changed": (("C=00ff", "C=00fe"), {"key"}),
        "a salt of another seat": ((" A=4f", " B=4f"), {"key"}),
        "another end": ((digest, "0" * 16), {"end"}),
    }
    for what, ((old, new), wrong) in lies.items():
        changed = text.replace(old, new)
        assert changed != text
        assert {name for name, ok in outcome(changed).items() if not ok} == wrong, what


def other_fair() -> str:
    return f"{commitment(bytes(32))} seed={HEX}"


def test_another_key_leads_to_another_game() -> None:
    found = outcome(pioche.record(fair_game(), FAIR).replace(f"key={FAIR.key.hex()}", f"key={HEX}"))
    assert found == {"commit": True, "key": False, "moves": False, "end": False}


def test_the_commitment_that_a_player_noted() -> None:
    """A house that made up another seed after the game has an honest-looking record, but not the right commitment."""
    text = pioche.record(fair_game(), FAIR)
    assert outcome(text, f" {FAIR.commit.upper()}\n")["noted"]
    assert outcome(text, commitment(bytes(32))) == {
        "commit": True, "noted": False, "key": True, "moves": True, "end": True,
    }  # fmt: skip
    with pytest.raises(pioche.PiocheError) as error:
        pioche.verify(text, "12")
    assert error.value.reason[0] == "setup.commit"


def test_a_shuffle_that_was_helped_along_is_found() -> None:
    """The house puts another state into the generator before one move that draws lots; all its moves are legal."""
    pos = pioche.game("kombio").deal(3, key=FAIR.key)
    seat = pos.actor or 0
    pos.play(seat, "draw")
    pos.origin = replace(pos.origin, key=bytes(32))
    pos.play(seat, "keep 2")
    pos.origin = replace(pos.origin, key=FAIR.key)
    found = outcome(pioche.record(pos, FAIR))
    assert found == {"commit": True, "key": True, "moves": True, "end": False}


def test_an_illegal_move_is_named_by_its_line() -> None:
    lines = pioche.record(fair_game(), FAIR).splitlines()
    lines[10] = f"{lines[10][0]} R9"
    found = pioche.verify("\n".join(lines))
    assert {check.name for check in found.checks if not check.ok} == {"moves", "end"}
    assert "Line 11: the move" in found.checks[2].sentence("en")
    lines[10] = "Z R1"
    assert not pioche.verify("\n".join(lines)).ok


def test_without_a_commitment_nothing_is_proved() -> None:
    opened = play_on(pioche.game("kolpa").deal(3, seed=1), 10, Random(1))
    assert outcome(pioche.record(opened)) == {"deal": False, "moves": True, "end": True}
    assert not outcome(pioche.record(opened), FAIR.commit)["noted"]
    assert outcome(pioche.record(fair_game())) == {"commit": False, "moves": True, "end": True}
    written = pioche.parse(str(opened))
    assert outcome(pioche.record(written)) == {"deal": False, "moves": True, "end": True}
    written.sow(FAIR.key, 10)
    assert outcome(pioche.record(written, FAIR)) == {
        "deal": False, "commit": True, "key": True, "moves": True, "end": True,
    }  # fmt: skip
