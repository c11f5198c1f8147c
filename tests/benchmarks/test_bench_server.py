"""What measures measured_servers, tried on servers whose behaviour is known."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bench import measured_servers
from bench.measured_servers import MeasuredServer, answers, at_work, cpu_seconds, first_answer, memory, running, settle
from bench.server_speed import Memory, Speed, figures, load, print_json
from pioche.table.errors import PiocheError

FILES = MeasuredServer("files", [sys.executable, "-m", "http.server", "{port}", "--directory", "{folder}"], health="/")
BROKEN = MeasuredServer("broken", [sys.executable, "-c", "raise SystemExit(1)"], health="/")

SLOW = """
import sys, time
from http.server import HTTPServer, SimpleHTTPRequestHandler
time.sleep(1)
HTTPServer(("127.0.0.1", int(sys.argv[1])), SimpleHTTPRequestHandler).serve_forever()
"""
HOLDS_50_MB = "import time; held = b'x' * 50_000_000; print('held', flush=True); time.sleep(60)"
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


@contextmanager
def python(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def round_of(rate: float, p50: float) -> dict[str, Any]:
    return {"moves_per_second": rate, "p50_ms": p50, "errors": {"stale": 1}}


def test_a_server_answers_while_it_runs_and_no_longer() -> None:
    with running(FILES) as server:
        assert answers(server.port, "/")
        assert not answers(server.port, "/absent")
    assert not answers(server.port, "/")


def test_a_server_that_stops_at_once_is_named_with_its_command() -> None:
    with pytest.raises(PiocheError, match=r"broken.*SystemExit"), running(BROKEN):
        pass


def test_the_first_answer_takes_as_long_as_the_server_sleeps() -> None:
    slow = MeasuredServer("slow", [sys.executable, "-c", SLOW, "{port}"], health="/")
    assert 1.0 < first_answer(slow, "/") < 10


def test_memory_counts_what_a_child_holds() -> None:
    with python("-c", PARENT, HOLDS_50_MB) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "held\n"
        assert memory(parent.pid) > 50
        assert len(measured_servers.family(parent.pid)) == 2
        for child in measured_servers.family(parent.pid)[1:]:
            subprocess.run(["kill", str(child)], check=True)


def test_a_server_settles_when_it_stops_working(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured_servers, "SETTLE_LIMIT", 1.0)
    with python("-c", "import time; time.sleep(60)") as quiet:
        settle(quiet.pid, seconds=0.2)
        assert cpu_seconds(quiet.pid) < 1
        assert not at_work(quiet.pid)
    with python("-c", "while True: pass") as busy:
        with pytest.raises(PiocheError):
            settle(busy.pid, seconds=0.2)
        assert at_work(busy.pid)


def test_a_load_generator_that_saw_no_move_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.CompletedProcess([], 0, stdout='{"moves": 0, "errors": {"closed 1008": 100}}\n', stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(PiocheError, match="closed 1008"):
        load("load.mjs", "closed")


def test_rounds_count_by_their_median_and_the_ratio_is_ours_to_the_peers(capsys: pytest.CaptureFixture[str]) -> None:
    peer = Speed("peer", [round_of(100, 9), round_of(300, 1), round_of(200, 2)])
    ours = Speed("ours", [round_of(500, 1)])
    assert (peer.rate, peer.p50, peer.errors) == (200, 2, 3)
    print_json(peer, ours, {"memory": Memory(100, 130, 1000)})
    printed = json.loads(capsys.readouterr().out)
    assert printed["ratio"] == 2.5
    assert printed["memory"]["added"] == 30


def test_errors_and_unanswered_moves_stand_beside_the_rate() -> None:
    latency = {"p50_ms": 1.0, "p99_ms": 2.0, "max_ms": 3.0, "errors": {"stale": 2}, "unanswered": 1}
    table = figures({**latency, "moves_per_second": 499.6}, 0.5, Memory(100, 130, 1000))
    assert list(table.columns[1].cells) == ["1.0 / 2.0 / 3.0", "500 (3)", "0.50", "100", "+30.0"]
