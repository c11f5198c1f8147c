"""A process in which bots think: one request a line on the standard input, one answer a line on the output.

The first line of the output says that it is ready.
It is given a seat's view as text, never the position; whatever a bot does here, the server goes on.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from random import Random
from typing import BinaryIO

import msgspec

from pioche.bots import View, make
from pioche.bots.search_bot import Budget
from pioche.table.position_parser import parse

PATIENCE = 4  # seconds beyond its time after which a bot that does not answer is ended
MEMORY = 2 << 30  # bytes that a bot may take
COMPILING = 180  # the same where a search that is not yet compiled is waited for
HINT = "?"


class BotQuestion(msgspec.Struct):
    bot: str
    seat: int
    view: str
    choices: list[str]
    seconds: float
    seed: int
    ahead: bool  # the server has machine code of the game: objects may have been made since this process began
    wait: bool = False  # also say how long a person would take
    judge: str = ""  # not a bot's move, but how good this one was; "?" for a hint: which ones are best


class BotAnswer(msgspec.Struct):
    move: str
    wait: float = 0.0
    weighed: list[tuple[str, float]] = []  # moves, and the share of a victory that each is thought to bring


def answer(question: BotQuestion) -> BotAnswer:
    rng = Random(question.seed)
    table = parse(question.view)
    if question.ahead and not table.game.runtimes.is_ahead:
        table.game.runtimes.look_again()
    view = View(table, question.seat, rng)
    if question.judge:
        return judgement(view, question, rng)
    bot = make(question.bot)
    choice = bot.choose(view, question.choices, question.seconds, rng)
    return BotAnswer(choice.move, bot.reaction(view, question.choices, rng) if question.wait else 0.0)


def judgement(view: View, question: BotQuestion, rng: Random) -> BotAnswer:
    """A hint, or a move that was played and the best one."""
    from pioche.bots.advice import hint, judge

    budget = Budget(seconds=question.seconds)
    if question.judge == HINT:
        best = hint(view, question.choices, budget, rng)
        return BotAnswer(best[0].move, weighed=[(each.move, each.share) for each in best])
    found = judge(view, question.choices, question.judge, budget, rng)
    return BotAnswer(found.best, weighed=[(found.move, found.share), (found.best, found.best_share)])


def limit_memory() -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):  # not every system can
        pass


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, out of reach of bots: what one prints is no answer, and there is nothing to read."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    return questions, answers


def answer_in_time(line: bytes) -> BotAnswer:
    """An answer, or none; whoever never comes to an end is ended, even if the server should be gone."""
    question = msgspec.json.decode(line, type=BotQuestion)
    set_alarm(math.ceil(question.seconds) + (COMPILING if question.judge else PATIENCE))
    try:
        return answer(question)
    except Exception as error:
        print(f"bot failed: {type(error).__name__}", file=sys.stderr)
        return BotAnswer("")
    finally:
        set_alarm(0)


def set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # not every system has one
        signal.alarm(seconds)


def main() -> None:
    limit_memory()
    questions, answers = own_pipes()
    write(answers, BotAnswer(""))  # it is ready
    for line in questions:
        write(answers, answer_in_time(line))


def write(answers: BinaryIO, reply: BotAnswer) -> None:
    answers.write(msgspec.json.encode(reply) + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
