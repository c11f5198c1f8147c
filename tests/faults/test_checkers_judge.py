"""Every checker that judges what it is told is given a story that was doctored: it must notice."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pioche
from faults import cpu_steal
from faults import steady_load as load_row
from faults.overload import LazyRound
from faults.overload import judged as judged_slow
from faults.report_row import Broken
from faults.steady_load import judged
from faults.stored_versions import CORPUS, DATABASE, check_database, check_old_rules, check_records, keep

# Whoever finds something leaves it lying: it is swept up elsewhere
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

QUICK_SERVER = {"p50_ms": 5.0, "p99_ms": 20.0, "moves_per_second": 500.0, "errors": {}, "unanswered": 0}


@pytest.mark.parametrize("change", [{"p99_ms": 60.0}, {"p50_ms": 11.0}, {"unanswered": 1}, {"moves_per_second": 400.0}])
def test_a_slow_server_does_not_hold(change: dict[str, Any]) -> None:
    assert judged(QUICK_SERVER, 1.0).held
    assert not judged({**QUICK_SERVER, **change}, 1.0).held


@pytest.mark.parametrize(
    ("slow", "taken", "measures", "holds"), [(1, 9, 2, True), (2, 9, 2, False), (1, 1, 1, False), (0, 9, 1, True)]
)
def test_only_a_machine_that_was_taken_away_is_measured_again(
    slow: int, taken: int, measures: int, holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = iter([{**QUICK_SERVER, "p99_ms": 456.0}] * slow + [QUICK_SERVER] * 2)
    made, clock = list[float](), iter(range(100))

    def latency(seconds: float) -> dict[str, Any]:
        made.append(seconds)
        return next(reports)

    def times() -> list[int]:
        now = next(clock)
        return [(100 - taken) * now, 0, 0, 0, 0, 0, 0, taken * now]

    monkeypatch.setattr(load_row, "pioche_latency", latency)
    monkeypatch.setattr(cpu_steal, "processor_times", times)
    figure = load_row.load(7.0)
    assert (made, figure.held) == ([7.0] * measures, holds)
    assert ("p99 456.0 ms" in figure.found) == (slow > 0), "a bad figure is told, too"


QUIET_ROUND = LazyRound(before=0.010, during=0.012, cut=2.0, grown=20.0, taken=0.01)
SLOW_ROUND = replace(QUIET_ROUND, during=0.030)
NOISY_ROUND = replace(SLOW_ROUND, taken=0.2)


@pytest.mark.parametrize(
    ("rounds", "holds"),
    [
        ([QUIET_ROUND], True),
        ([SLOW_ROUND], False),
        ([QUIET_ROUND, SLOW_ROUND, SLOW_ROUND], False),
        ([QUIET_ROUND, NOISY_ROUND, NOISY_ROUND], True),
        ([NOISY_ROUND], False),
        ([QUIET_ROUND, replace(NOISY_ROUND, cut=5.1)], False),
        ([QUIET_ROUND, replace(NOISY_ROUND, grown=51.0)], False),
    ],
)
def test_others_are_slow_only_where_the_machine_was_not_taken_away(rounds: list[LazyRound], holds: bool) -> None:
    assert judged_slow(rounds, 50, 200).held == holds


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A copy that may be spoiled."""
    return Path(shutil.copytree(CORPUS / pioche.__version__, tmp_path / "corpus"))


def test_what_would_be_kept_of_this_version_goes_as_it_went(tmp_path: Path) -> None:
    asyncio.run(keep(tmp_path))
    assert check_records(tmp_path) == len(pioche.game_names())
    assert check_database(tmp_path) == len(pioche.game_names()) + 1


def test_a_rule_that_has_changed_is_caught_by_the_stored_tables(corpus: Path) -> None:
    with closing(sqlite3.connect(corpus / DATABASE)) as conn, conn:
        finished = "SELECT id FROM tables WHERE game = '5211'"
        last = f"SELECT max(seq) FROM entries WHERE table_id = ({finished})"
        conn.execute(f"DELETE FROM entries WHERE table_id = ({finished}) AND seq = ({last})")
    with pytest.raises(Broken, match="goes otherwise now"):
        check_database(corpus)


def test_a_digest_that_has_changed_is_caught(corpus: Path) -> None:
    digests = json.loads((corpus / "digests.json").read_text())
    first = next(iter(digests))
    (corpus / "digests.json").write_text(json.dumps({**digests, first: "0" * 64}))
    with pytest.raises(Broken, match="goes otherwise now"):
        check_database(corpus)


def test_rules_that_were_mended_for_old_games_too_are_caught(tmp_path: Path) -> None:
    corpus = Path(shutil.copytree(CORPUS / "0.1.0", tmp_path / "corpus"))  # the last of the rules' first version
    path = corpus / "rules" / "ko.txt"
    path.write_text(path.read_text().replace("record 1\n", "record 1 rules=2\n"))
    with pytest.raises((Broken, pioche.PiocheError)):
        check_old_rules(corpus)


def test_a_record_that_was_changed_is_caught(corpus: Path) -> None:
    path = corpus / "coloretto.txt"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-2], lines[-1]]) + "\n")
    with pytest.raises((Broken, pioche.PiocheError)):
        check_records(corpus)
