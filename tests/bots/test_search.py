"""Search finds the clear move, keeps to its budget, does not peek, and is reproducible; before it is compiled it plays
by thumb. Levels are mixtures of it."""

from __future__ import annotations

import gc
import time
from random import Random
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.arena.simulate import simulate
from pioche.bots import Budget, View, bot_names, make, search_bot, weigh
from pioche.bots.levels import LEVELS
from pioche.bots.memory import hidden_cards, remember
from pioche.bots.search_bot import Style, Tree
from pioche.core import State
from pioche.table.game_registry import game
from pioche.table.position import Position
from pioche.testing.laws import reach

CLEAR = {
    "the last card ends the round, and the game": (
        "kolpa turn=A\ndiscard: R3\nA: hand R2; zone R5 Y5 G5; score 45\nB: hand ?*5; zone B5; score 40",
        "R2",
    ),
    "a row of my colour, in the last round": (
        "coloretto turn=A last=yes\nrow1: G\nrow2: R Y\nrow3: G G +\nA: cards G G G\nB: cards R Y",
        "take 3",
    ),
    "a fifth blue card would be too many": (
        "5211 turn=3\nstock:\ndiscard: ?*70\nremoved: ?*10\nA: hand B6 O2; table B3 B3 B2; pile\n"
        "B: hand ?*2; table G2 B1 Y1; pile",
        "O2",
    ),
    "a known card equals the top": (
        "kombio turn=B phase=turn ask=A\ndiscard: 12\nA: grid 12 1 2 3; knows A1 A2 A3 A4; score 0\n"
        "B: grid ?*4; knows B3 B4; score 0",
        "slap A1",
    ),
    "the fifteenth card wins": (
        "ko turn=A phase=lay\nstock: ?\nopen: ?*10\n"
        "A: hand R15 ?*14; suite R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14\nB: hand ?*15; suite",
        "lay R15",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    for name in pioche.game_names():
        search_bot.prepare(game(name))


def look(pos: Position, seed: int = 1) -> tuple[View, list[str], Random]:
    assert pos.actor is not None
    rng = Random(seed)
    return View(pos, pos.actor, rng), pos.choices, rng


def with_a_choice(pos: Position) -> Position:
    """The next position in which the asked seat can choose."""
    while len(pos.choices) < 2:
        assert pos.actor is not None
        pos.play(pos.actor, pos.choices[0])
    return pos


@pytest.mark.parametrize("why", CLEAR)
def test_the_clear_move_is_found(why: str) -> None:
    text, best = CLEAR[why]
    view, choices, rng = look(pioche.parse(text))
    assert len(choices) > 1
    weighed = weigh(view, choices, Budget(rounds=400), rng)
    assert weighed[0].move == best, weighed
    assert make("search:400").choose(view, choices, 9.0, rng).move == best


def test_weighing_orders_every_choice(name: str) -> None:
    view, choices, rng = look(reach(game(name), 3, seed=5, moves=9))
    weighed = weigh(view, choices, Budget(rounds=300), rng)
    assert sorted(each.move for each in weighed) == sorted(choices)
    assert sum(each.visits for each in weighed) == 300
    assert all(0.0 <= each.share <= 1.0 for each in weighed)
    assert [each.visits for each in weighed] == sorted((each.visits for each in weighed), reverse=True)


def test_threads_add_up() -> None:
    view, choices, rng = look(game("kolpa").deal(2, seed=3))
    assert sum(each.visits for each in weigh(view, choices, Budget(rounds=200, threads=3), rng)) == 600


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("100ms", Budget(seconds=0.1)),
        ("2s", Budget(seconds=2.0)),
        ("2000", Budget(rounds=2000)),
        ("1s:4", Budget(1.0, threads=4)),
    ],
)
def test_budgets_are_read(text: str, budget: Budget) -> None:
    assert Budget.read(text) == budget
    assert make(f"search:{text}").name == f"search:{text}"


@pytest.mark.parametrize("text", ["", "0", "0ms", "-5", "1.5s", "soon", "100 ms", "1s:0", "1s:", "99999999"])
def test_nonsense_is_no_budget(text: str) -> None:
    with pytest.raises(pioche.PiocheError) as refused:
        make(f"search:{text}")
    for language in ("fr", "en"):
        sentence = refused.value.sentence(language)
        assert f"{text}" in sentence and "100ms" in sentence


def test_time_is_kept(name: str) -> None:
    """Budget and 50 ms: the best of some tries, for the machine may be busy with something else."""
    view, choices, rng = look(with_a_choice(reach(game(name), 4, seed=2, moves=12)))
    late = []
    for _ in range(6):
        started = time.perf_counter()
        make("search:100ms").choose(view, choices, 9.0, rng)
        late.append(time.perf_counter() - started - 0.1)
    assert -0.02 < min(late) < 0.05


def test_the_seconds_given_count_too() -> None:
    view, choices, rng = look(game("coloretto").deal(3, seed=2))
    started = time.perf_counter()
    make("search:10s").choose(view, choices, 0.1, rng)
    assert time.perf_counter() - started < 2.0


def test_before_it_is_compiled_the_thumb_plays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(search_bot, "is_made_ahead", lambda game: False)
    monkeypatch.setattr(search_bot, "_ready", set())
    monkeypatch.setattr(search_bot, "_preparing", set())
    monkeypatch.setattr(search_bot, "prepare", asked.append)
    pos = reach(game(name), 2, seed=4, moves=6)
    for bot in ("search:1s", "level5"):
        view, choices, rng = look(pos)
        chosen = make(bot).choose(view, choices, 1.0, rng)
        assert chosen == make("thumb").choose(*look(pos)[:2], 1.0, rng_after(bot))
    for _ in range(200):
        if asked:
            break
        time.sleep(0.01)
    assert asked == [game(name)]


def test_answers_that_are_compared_hang_on_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on how long a search may think, nor on one that becomes ready in between."""
    pos = with_a_choice(reach(game("kolpa"), 3, seed=4, moves=12))
    view, choices, _ = look(pos)
    with search_bot.comparable():
        answers = [make("level5").choose(view, choices, seconds, Random(3)) for seconds in (1e-9, 9.0)]
    assert answers[0] == answers[1] and answers[0] != make("level5").choose(view, choices, 1e-9, Random(3))
    monkeypatch.setattr(search_bot, "_ready", set())
    with search_bot.comparable():
        before = make("search").choose(view, choices, 1.0, Random(3))
        search_bot._ready.add(game("kolpa"))
        assert make("search").choose(view, choices, 1.0, Random(3)) == before


def rng_after(bot: str) -> Random:
    """The randomness that is left for the thumb: the view was dealt from it, and a level draws whether it slips."""
    rng = Random(1)
    for _ in range(4):
        rng.getrandbits(32)
    if bot.startswith("level"):
        rng.random()
    return rng


# Hidden cards


def test_nobody_peeks_when_compiled(name: str) -> None:
    """In worlds that its seat can't tell apart, every bot makes the same choice for the same reason."""
    chosen, checked = game(name), 0
    chosen.compile()
    try:
        for seed in range(40):
            pos = reach(chosen, 2 + seed % 3, seed, moves=3 * seed)
            bots = ["random", "thumb", "search:30", "level1", "level2", "level3", "level4"]
            for seat in pos.actors[:2]:
                other = pos.imagine(seat, Random(seed))
                for bot in bots if seed % 8 else [*bots, "search:1500"]:
                    assert answer(bot, pos, seat) == answer(bot, other, seat), (bot, str(pos))
                checked += 1
    finally:
        chosen.runtimes.use("interpreted")
    assert checked > 15


def answer(bot: str, pos: Position, seat: int) -> Any:
    rng = Random(11)
    choices = pos.choices if pos.actor == seat else pos.moves(seat)
    choice = make(bot).choose(View(pos, seat, rng), choices, 9.0, rng)
    assert choice.move in choices
    return choice


def test_a_view_read_from_text_gives_the_same_answer(name: str) -> None:
    """What a worker is sent is text; card numbers differ then, and must not matter."""
    for seed in range(6):
        pos = reach(game(name), 3, seed, moves=4 * seed + 2)
        if (seat := pos.actor) is not None:
            read = pioche.parse(pos.view(seat))
            for bot in ("thumb", "search:60"):
                assert answer(bot, pos, seat) == answer(bot, read, seat), (bot, str(pos))


@pytest.mark.parametrize("bot", [*bot_names(), "search:20"])
def test_a_bot_keeps_no_position(bot: str) -> None:
    view, choices, rng = look(game("kombio").deal(2, seed=1))
    player = make(bot)
    player.choose(view, choices, 0.1, rng)
    held, seen = [player], set()
    while held:
        thing = held.pop()
        assert not isinstance(thing, (Position, View, State, np.ndarray, Tree)), bot
        if id(thing) not in seen and not isinstance(thing, (type, type(gc))):
            seen.add(id(thing))
            held += [each for each in gc.get_referents(thing) if not callable(each)]


# Levels


def test_levels_go_by_number_too() -> None:
    assert [make(str(number)).name for number in LEVELS] == [f"level{number}" for number in (1, 2, 3, 4, 5)]
    for name in ("0", "6", "level0", "level9", "11"):
        with pytest.raises(pioche.PiocheError, match=name):
            make(name)


@pytest.mark.parametrize("number", LEVELS)
def test_levels_are_the_same_by_seed(number: int) -> None:
    pos = reach(game("kolpa"), 2, seed=1, moves=4)
    answers = [make(str(number)).choose(*look(pos, 5)[:2], 9.0, Random(8)) for _ in range(2)]
    assert answers[0] == answers[1]


def test_levels_react_faster_the_better_they_are() -> None:
    view, choices, _ = look(game("kolpa").deal(2, seed=1))
    means = [
        sum(make(str(number)).reaction(view, choices, Random(seed)) for seed in range(100)) / 100 for number in LEVELS
    ]
    assert means == sorted(means, reverse=True)
    assert 0.5 < means[-1] < means[0] < 1.5


def test_levels_have_names_in_both_languages() -> None:
    for bot in bot_names():
        assert game("kolpa").say(f"bot.{bot}", "fr") and game("kolpa").say(f"bot.{bot}", "en")
    assert game("kolpa").say("bot.level5", "fr") == "maître"


def test_memory_fails_for_hidden_cards_alone() -> None:
    pos = pioche.parse("kombio turn=A\ndiscard: 3\nA: grid 9 1 2 3; knows A1 A2 A3 A4 B1\nB: grid 14 ? ? ?; knows B3")
    view, choices, rng = look(pos)
    assert len(hidden_cards(view)) == 5
    assert remember(view, choices, 0.0, rng) is view
    assert "grid ?*4; knows" not in view.text
    everything = remember(view, choices, 1.0, rng)
    assert not hidden_cards(everything)
    assert everything.text.splitlines()[1:3] == view.text.splitlines()[1:3]
    assert len(hidden_cards(view)) == 5


def test_memory_holds_while_a_hand_is_looked_through() -> None:
    pos = pioche.parse(
        "ko turn=A phase=peek target=B effect=PEEK1 fresh=PEEK1\nopen: PEEK1 ?*9\n"
        "A: hand ?*14; knows B:R1,R2,R3,R4,R5,R6,R7,R8,R9,R10,R11,R12,R13,R14,R15\n"
        "B: hand R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15"
    )
    view, choices, rng = look(pos)
    assert len(choices) == 15
    assert remember(view, choices, 1.0, rng) is view


def test_simulation_says_which_bots_it_plays() -> None:
    with pytest.raises(pioche.PiocheError, match="search"):
        simulate(game("kolpa"), 2, 1, seed=1, bots=["search"])


# The tree


def test_a_node_is_what_its_seat_can_tell_apart(name: str) -> None:
    """From one table, after the first move, one's own next choice falls in one node for all that one can't see."""
    view, choices, rng = look(with_a_choice(reach(game(name), 2, seed=3, moves=5)))
    tree = Tree(view, choices, rng, Style())
    tree.grow(200)
    nodes, edges, counts = tree.paper.nodes, tree.paper.edges, tree.paper.counts
    used = nodes[nodes[:, 0] != 0]
    assert used[:, 3].max() == 200  # the root
    assert (used[:, 2] > 1).all()
    assert edges[: counts[0], 1].sum() == used[:, 3].sum()


def test_searching_beats_the_thumb() -> None:
    """A few games are enough: it wins four of five."""
    won = 0.0
    chosen = game("kolpa")
    for seed in range(10):
        pos, rng, seat = chosen.deal(2, seed=seed), Random(seed), seed % 2
        while (actor := pos.actor) is not None:
            bot = make("search:200" if actor == seat else "thumb")
            pos.play(actor, bot.choose(View(pos, actor, rng), pos.choices, 9.0, rng).move)
        won += (seat in pos.winners) / len(pos.winners)
    assert won >= 6
