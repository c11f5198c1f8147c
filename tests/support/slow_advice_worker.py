"""A worker whose judgements take as long as real ones, and say nothing: nothing has to be compiled for them."""

from __future__ import annotations

import time
from random import Random

from pioche.bots import View
from pioche.server.bots import bot_worker


def judgement(view: View, question: bot_worker.BotQuestion, rng: Random) -> bot_worker.BotAnswer:
    time.sleep(question.seconds)
    first = question.choices[0]
    return bot_worker.BotAnswer(first, weighed=[(first, 0.5), (first, 0.5)])


if __name__ == "__main__":
    bot_worker.judgement = judgement
    bot_worker.main()
