"""A worker whose judgements take as long as real ones, and say nothing: nothing has to be compiled for them."""

from __future__ import annotations

import time
from random import Random

from pioche.bots import View
from pioche.server import worker


def judgement(view: View, question: worker.Question, rng: Random) -> worker.Answer:
    time.sleep(question.seconds)
    first = question.choices[0]
    return worker.Answer(first, weighed=[(first, 0.5), (first, 0.5)])


if __name__ == "__main__":
    worker.judgement = judgement
    worker.compile_behind = lambda game: None
    worker.main()
