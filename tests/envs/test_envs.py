"""Environments: PettingZoo's and Gymnasium's own conformance tests, and what they do not look at."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, render_test, seed_test

import pioche
import pioche.envs
from pioche.envs import aec, single, vector
from pioche.envs.gym_vector import GymVectorEnv
from pioche.envs.rewards import returns
from pioche.table.errors import IllegalMove, PiocheError

pytestmark = pytest.mark.xdist_group("batches")  # one process compiles what they share
SMALL: dict[str, dict[str, Any]] = {
    "5211": {},
    "coloretto": {},
    "ko": {"max_turns": 10},
    "kolpa": {"rounds": 1},
    "kombio": {"limit": 20, "max_turns": 50},
}
OBSERVATIONS_ARE_DICTS = "ignore:Observation(s? space for each agent probably| is not a NumPy)"
NOBODY_IS_ASKED_AT_THE_END = "ignore:Action mask numpy array is all zeros"


@pytest.fixture(autouse=True)
def in_english() -> None:
    pioche.speak("en")


def test_returns_by_hand() -> None:
    assert returns(0b10, 2).tolist() == [-1, 1]
    assert returns(0b11, 2).tolist() == [0, 0]
    assert returns(0b001, 3).tolist() == [1, -0.5, -0.5]
    assert returns(0b101, 3).tolist() == [0.25, -0.5, 0.25]
    assert returns(np.array([0, 4]), 3).tolist() == [[0, 0, 0], [-0.5, -0.5, 1]]


def test_the_python_of_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) == 2
    told = subprocess.run([sys.executable, "-c", "\n".join(blocks)], capture_output=True, text=True, check=False)
    assert told.returncode == 0 and "was the last move at table 0" in told.stdout, told.stderr


# PettingZoo


@pytest.mark.filterwarnings(OBSERVATIONS_ARE_DICTS, NOBODY_IS_ASKED_AT_THE_END)
def test_pettingzoo_api(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec(name, **SMALL[name]), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_seeds(name: str) -> None:
    seed_test(lambda: aec(name, 3, **SMALL[name]), num_cycles=20)


def test_pettingzoo_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec("kolpa", render_mode=render_mode), custom_tests={"svg": is_picture})
    assert "discard:" in capsys.readouterr().out


def is_picture(text: str) -> bool:
    return ElementTree.fromstring(text).tag.endswith("svg")


def test_environments_have_pettingzoo_names() -> None:
    from pioche.envs import g5211_v0, kolpa_v0

    env = kolpa_v0.env(players=4, target=30)
    assert env.metadata["name"] == "pioche/kolpa_v0" and len(env.possible_agents) == 4
    assert g5211_v0.raw_env().metadata["name"] == "pioche/5211_v0"
    with pytest.raises(AttributeError):
        _ = pioche.envs.chess_v0


def test_an_agent_sees_its_own_cards_and_only_the_asked_one_may_act() -> None:
    env = aec("kolpa", 3, rounds=1)
    env.reset(seed=5)
    asked = env.agent_selection
    for agent in env.agents:
        seen = env.observe(agent)
        assert bool(seen["action_mask"].any()) == (agent == asked)
        seat = env.possible_agents.index(agent)
        assert (seen["observation"] == pioche.game("kolpa").deal(3, seed=5, rounds=1).observe(seat)).all()


def test_a_game_ends_with_rewards_that_add_up_to_nothing() -> None:
    env, rng = aec("coloretto", 3), np.random.default_rng(1)
    env.reset(seed=2)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else rng.choice(seen["action_mask"].nonzero()[0]))
    assert max(total.values()) == 1 and abs(sum(total.values())) < 1e-6 and not env.agents


def test_a_wrong_action_is_refused_by_its_rule_and_changes_nothing() -> None:
    env = aec("kolpa", 2)
    env.reset(seed=1)
    before = str(env.unwrapped.pos)
    wrong = int(env.observe(env.agent_selection)["action_mask"].argmin())
    with pytest.raises(IllegalMove) as refused:
        env.step(wrong)
    assert refused.value.rule
    with pytest.raises(PiocheError, match="no move 999"):
        env.step(999)
    assert str(env.unwrapped.pos) == before


def test_bad_settings_are_said_in_a_sentence() -> None:
    with pytest.raises(PiocheError, match="human, ansi, svg"):
        aec("kolpa", render_mode="rgb_array")
    with pytest.raises(PiocheError, match="2 to 6"):
        aec("kolpa", 7)
    with pytest.raises(PiocheError, match="ansi, svg"):
        vector("kolpa", 2, render_mode="human")
    with pytest.raises(PiocheError, match="error"):
        vector("kolpa", 2, illegal="ignore")
    with pytest.raises(PiocheError, match="random, thumb"):
        vector("kolpa", 2, opponents="search")
    with pytest.raises(PiocheError, match="reset"):
        vector("kolpa", 2).step(np.zeros(2, np.int64))


@pytest.mark.parametrize(("module", "wanted"), [("pettingzoo", "aec"), ("gymnasium", "vector")])
def test_a_missing_extra_says_what_to_install(module: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for loaded in [each for each in sys.modules if each.startswith(("pioche.envs.", f"{module}."))]:
        if not loaded.endswith(".catalogue"):
            monkeypatch.delitem(sys.modules, loaded)
    for attribute in ("pettingzoo_env", "gym_vector", "gym_single"):
        monkeypatch.delattr(pioche.envs, attribute, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(PiocheError, match=r"pip install 'pioche\[envs\]'"):
        getattr(pioche.envs, wanted)


# Gymnasium


@pytest.mark.filterwarnings("ignore:.*WARN.*")
def test_gymnasium_checker(name: str) -> None:
    """The checker knows no masks: what it may not choose loses the game."""
    check_env(single(name, illegal="loss", **SMALL[name]), skip_render_check=False)


def play_at_random(env: GymVectorEnv, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    told: list[Any] = [seen, info["action_mask"]]
    for _ in range(steps):
        mask = info["action_mask"]
        seen, rewards, over, cut, info = env.step((mask * rng.random(mask.shape)).argmax(axis=1))
        assert env.observation_space.contains(seen) and not cut.any()
        told += [seen, rewards, over, info["action_mask"]]
    return told


def test_a_vector_plays_the_same_on_any_number_of_threads() -> None:
    for one, two in zip(*(play_at_random(vector("coloretto", 300, threads=t), 40, 4) for t in (1, 2)), strict=True):
        assert (one == two).all()


def test_tables_of_a_vector_are_dealt_anew_in_the_next_step() -> None:
    env = vector("coloretto", 50, 3, opponents="thumb")
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    rng, ends = np.random.default_rng(1), 0
    _, info = env.reset(seed=1)
    done = np.zeros(50, bool)
    for _ in range(80):
        mask = info["action_mask"]
        assert (mask.any(axis=1) != done).all(), "who is asked has a choice, and only who is asked"
        _, rewards, over, _, info = env.step((mask * rng.random(mask.shape)).argmax(axis=1))
        assert not (done & over).any() and not rewards[done].any()
        assert (rewards[over] != 0).all() and not rewards[~over].any()
        ends += int(over.sum())
        done = over
    assert ends > 50


def test_statistics_of_gymnasium_find_random_equal_to_random_and_thumb_better() -> None:
    shares = {}
    for opponents in ("random", "thumb"):
        env = RecordEpisodeStatistics(vector("coloretto", 400, 2, opponents=opponents), buffer_length=4000)
        rng = np.random.default_rng(5)
        _, info = env.reset(seed=6)
        for _ in range(120):
            mask = info["action_mask"]
            *_, info = env.step((mask * rng.random(mask.shape)).argmax(axis=1))
        shares[opponents] = float(np.mean(env.return_queue))
    assert abs(shares["random"]) < 0.1
    assert shares["thumb"] < -0.6


def test_a_wrong_action_in_a_vector_is_an_error_or_a_loss() -> None:
    env = vector("kolpa", 4, 2)
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[2] = info["action_mask"][2].argmin()
    before = env.tables.device.tables.tobytes()  # type: ignore[attr-defined]
    with pytest.raises(PiocheError, match="Table 2"):
        env.step(actions)
    with pytest.raises(PiocheError, match="4 whole numbers"):
        env.step(actions[:3])
    assert env.tables.device.tables.tobytes() == before  # type: ignore[attr-defined]
    env = vector("kolpa", 4, 2, illegal="loss")
    env.reset(seed=1)
    _, rewards, over, _, _ = env.step(actions)
    assert rewards.tolist() == [0, 0, -1, 0] and over.tolist() == [False, False, True, False]
    _, rewards, over, _, info = env.step(np.where(over, 0, env._mask.argmax(axis=1)))
    assert not over[2] and info["action_mask"][2].any()


def test_gymnasium_finds_the_games_by_name(name: str) -> None:
    assert gymnasium.make(f"pioche/{name}-v0", **SMALL[name]).reset(seed=1)[0].dtype == np.int8
    made = gymnasium.make_vec(f"pioche/{name}-v0", num_envs=3, **SMALL[name])
    assert made.reset(seed=1)[0].shape[0] == 3


def test_a_vector_is_drawn_as_its_learners_see_it() -> None:
    env = vector("kolpa", 3, 3, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render() or ()
    assert len(drawn) == 3 and drawn[1] == env.tables.position(1).view(1) and "?" in drawn[1]
