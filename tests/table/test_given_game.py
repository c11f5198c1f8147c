"""Whatever takes a game plays the very one that it was given, here and in other processes; names go on working."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import pioche
from pioche.arena import arena
from pioche.arena import match_store as arena_store
from pioche.arena.code_fingerprint import made_by
from pioche.arena.seatings import Match
from pioche.bots import search_bot
from pioche.core import Rule, rule
from pioche.envs.explicit_chance import Unrolled
from pioche.envs.pettingzoo_env import PettingZooEnv
from pioche.games.coloretto import rules as standard
from pioche.games.coloretto import scoring
from pioche.studies import study_store as lab_store
from pioche.studies.custom_deck import with_deck
from pioche.studies.play_chunks import StudyCase, StudyChunk, play_chunk
from pioche.studies.review import decisions, judged
from pioche.studies.run_study import plan_of
from pioche.table.errors import NotationError
from pioche.table.game import Game
from pioche.table.game_registry import game
from pioche.table.position_parser import parse
from pioche.table.record import record, replay

GAME = game("coloretto")
counted: Rule[..., int] = scoring.score


@rule
def score(s: object, seat: int) -> int:
    """HOU-01  Ten points more for everybody."""
    return counted(s, seat) + 10


played: Rule[..., None] = standard.play


@rule
def play(s: object, seat: int, move: int) -> None:
    """HOU-02  As ever."""
    played(s, seat, move)


@pytest.fixture(scope="module")
def house() -> Game:
    """The standard game, by its own name, with a house rule."""
    return replace(GAME, rules=replace(GAME.rules, score=score, play=play))


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here."""
    monkeypatch.setattr(Game, "compile", lambda game: None)


def test_a_game_is_itself_and_a_name_the_one_of_that_name(house: Game) -> None:
    assert game(house) is house
    assert game(GAME.id) is GAME is game(GAME)


def test_the_arena(house: Game) -> None:
    found = [arena(which, ["random"], 2, games=2, seed=1, workers=1, on_views=True) for which in (GAME, house)]
    plain, changed = ([row.score for row in each.rows] for each in found)
    assert changed == [points + 10 for points in plain]
    assert [each.as_json()["game"] for each in found] == ["coloretto", "coloretto"]


def scores(case: StudyCase) -> list[list[int]]:
    chunk: StudyChunk = play_chunk(case, 0, 2, "interpreted")
    return chunk.scores


def test_a_study_and_its_decks(house: Game) -> None:
    for wish in ({}, {"R": 5}):
        plain, changed = (plan_of(which, 2, wish, ["random"], 2, 1, skill=False).all_cases for which in (GAME, house))
        for (usual, _), (own, _) in zip(plain, changed, strict=True):
            assert scores(own) == [[points + 10 for points in row] for row in scores(usual)]


def test_a_study_follows_the_rules_of_the_house(house: Game) -> None:
    case = StudyCase(Match(house, 2, ("random",), 1), follow=True)
    (found,) = play_chunk(case, 0, 1, "interpreted").rules
    assert found["HOU-02 play"] > 0


def test_what_is_stored_is_of_one_game(house: Game) -> None:
    matches = [Match(which, 2, ("thumb",)) for which in (GAME, "coloretto", house)]
    for keys in ([arena_store.key(match) for match in matches], [lab_store.key(StudyCase(match)) for match in matches]):
        assert keys[0] == keys[1] != keys[2]
    assert made_by(house) != made_by(GAME)


def test_environments(house: Game) -> None:
    table = PettingZooEnv(house, 2)
    table.reset(seed=1)
    assert table.game is house
    assert table.metadata["name"] == "pioche/coloretto_v0"
    unrolled = Unrolled(house, 2, {}, str(GAME.deal(2, seed=1)))
    while unrolled.lot:
        unrolled.draw(0)
    again = pickle.loads(pickle.dumps(unrolled))
    for each in (unrolled, again):
        assert each.pos is not None
        assert each.pos.scores == [12, 12]


def test_texts(house: Game) -> None:
    pos = house.deal(2, seed=1)
    text = str(pos)
    assert (parse(text).scores, parse(text, game=house).scores) == ([2, 2], [12, 12])
    pos.play(pos.actor or 0, "draw")
    assert [each.scores for each in replay(record(pos), house)] == [[12, 12], [12, 12]]
    for read in (lambda: parse(text, game=game("kolpa")), lambda: [*replay(record(pos), game("kolpa"))]):
        with pytest.raises(NotationError):
            read()


def test_a_review(house: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Game] = []
    monkeypatch.setattr("pioche.studies.review.judge", lambda view, *given: seen.append(view.game))
    pos = house.deal(2, seed=1)
    for _ in range(6):
        pos.play(pos.actor or 0, pos.choices[0])
    decision = next(decisions(record(pos), 0, house))
    judged(decision, search_bot.Budget(rounds=1))
    assert seen == [house]


def test_a_search_is_ready_for_one_game(house: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "_ready", {GAME})
    assert search_bot.is_ready(GAME)
    assert not search_bot.is_ready(house)


# To other processes


def test_a_known_game_goes_by_its_name(name: str) -> None:
    assert pickle.loads(pickle.dumps(game(name))) is game(name)
    assert len(pickle.dumps(game(name))) < 200


def test_a_game_goes_as_what_it_is(name: str) -> None:
    twin = replace(game(name))
    first, second = (pickle.loads(pickle.dumps(twin)) for _ in range(2))
    assert first is second is not twin
    assert first.digest == twin.digest == game(name).digest
    assert str(first.deal(seed=1)) == str(twin.deal(seed=1))


def test_a_house_rule_goes_along(house: Game) -> None:
    there = pickle.loads(pickle.dumps(house))
    assert there.digest == house.digest != GAME.digest
    assert there.deal(2, seed=1).scores == [12, 12]
    assert pickle.loads(pickle.dumps(with_deck(house, (("R", 5),)))).digest != house.digest
    assert copy.deepcopy(house) is house


SCRIPT = """
from dataclasses import replace
from joblib import Parallel, delayed
import pioche
from pioche.core import rule
from pioche.games.coloretto import scoring
old = scoring.score

@rule
def score(s, seat):
    return old(s, seat) + BONUS

BONUS = 10
known = pioche.game("coloretto")
house = replace(known.rules, score=score)

class Own(known.state, cards=known.state.cards, places=known.state.places, seats=len(known.players) + 1):
    pass

def play(game):
    return game.deal(2, seed=1).scores, game.digest

if __name__ == "__main__":
    games = known, replace(known, rules=house), replace(known, rules=house, state=Own)
    there = Parallel(n_jobs=2)(delayed(play)(game) for game in games)
    assert there == [play(game) for game in games], there
    print([scores for scores, _ in there])
"""


def test_workers_play_what_a_script_wrote(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    env = {**os.environ, "PYTHONPATH": str(Path(pioche.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[[2, 2], [12, 12], [12, 12]]"
