"""What a player kept of a game, besides the commitment: was it asked, and is the record of the game that it saw?"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from faults.shuffle_cheats import Deal, honest, told
from pioche.table.browser_notes import read_kept
from pioche.table.errors import PiocheError
from pioche.table.verify_fairness import Noted, first_lost, verify

DEAL = honest(Random(3))


def kept(deal: Deal, whole: bool = True) -> Noted:
    seen = {"whole": whole, "over": True, "lines": deal.seen()}
    part = {"salt": deal.parts[0][7:], "table": deal.table, "noted": told(deal), "seen": seen}
    return read_kept(json.dumps(part))[1]


def wrong(record: str, noted: Noted) -> list[str]:
    return [check.name for check in verify(record, None, noted).checks if not check.ok]


def test_what_was_seen_is_in_the_record() -> None:
    assert wrong(DEAL.record(), kept(DEAL)) == []


@pytest.mark.parametrize("whole", [False, True])
def test_who_missed_something_says_nothing_of_it(whole: bool) -> None:
    noted = replace(kept(DEAL, whole), moves=(), views=kept(DEAL).views[-1:])
    assert wrong(DEAL.record(), noted) == (["seen"] if whole else [])


def test_moves_and_views_that_were_not_there_are_found() -> None:
    noted = kept(DEAL)
    assert wrong(DEAL.record(), replace(noted, moves=(*noted.moves, noted.moves[0]))) == ["seen"]
    assert wrong(DEAL.record(), replace(noted, views=noted.views[::-1])) == ["shown"]
    assert wrong(DEAL.record(), replace(noted, views=(*noted.views, noted.views[-1]))) == []  # shown once more


def test_who_was_never_asked_for_its_salt_needs_no_more() -> None:
    commit, noted = read_kept(json.dumps({"salt": "00" * 32, "promise": "", "table": DEAL.table}))
    assert commit is None and wrong(DEAL.record(), noted) == ["asked"]


def test_the_order_counts_and_a_hidden_move_is_any_of_its_seat() -> None:
    told = ["A draw", "B B1", "A take 1"]
    assert first_lost(["A draw", "B ?", "A take 1"], told) is None
    assert first_lost(["A draw", "A take 1"], told) is None
    assert first_lost(["A take 1", "A draw"], told) == 1
    assert first_lost(["C ?"], told) == 0


@pytest.mark.parametrize("text", ["", "[]", "3", "{}", '{"noted": 3}', '{"salt": "", "noted": {"commitment": ""}}'])
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(PiocheError, match="not what a browser keeps"):
        read_kept(text)
