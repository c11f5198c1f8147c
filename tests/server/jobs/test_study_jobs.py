"""Studies asked for from the page: begun, followed, read, stopped, and what is refused."""

from __future__ import annotations

import asyncio
import subprocess
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pioche.server.jobs import study_jobs
from pioche.server.jobs.study_jobs import StudyJobs, StudyPage
from pioche.server.limits.rate_limits import RateLimits
from pioche.server.queue.job_queue import JobQueue
from pioche.table.errors import PiocheError
from server.conftest import Come
from support.client import RequestRefused
from support.deployment import Deployment
from support.player import Player

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("lab")]
COMPILING = 240.0  # seconds that the first games may take to compile
WISH: dict[str, Any] = {
    "game": "kolpa",
    "players": "2",
    "set": {"target": "10,20"},
    "bots": ["level2"],
    "games": 40,
    "lang": "en",
}


async def until_ready(player: Player, study: str) -> dict[str, Any]:
    async with asyncio.timeout(COMPILING):
        while True:
            found: dict[str, Any] = await player.get(f"/api/lab/{study}")
            if found["ready"] or found["failed"]:
                return found
            await asyncio.sleep(0.1)


async def test_a_study_from_beginning_to_report(small_house: Deployment, come: Come) -> None:
    ada, bob = await come(small_house, "Ada"), await come(small_house, "Bob")
    begun = await ada.post("/api/lab", **WISH)
    with pytest.raises(RequestRefused) as refused:
        await bob.post("/api/lab", **WISH)
    assert refused.value.code == "lab.busy_here"
    assert begun["total"] > 80 and not begun["ready"]
    with pytest.raises(RequestRefused) as refused:
        await ada.post("/api/lab", **WISH)
    assert refused.value.code == "lab.busy"
    done = await until_ready(ada, begun["id"])
    assert done == {"id": begun["id"], "done": begun["total"], "total": begun["total"], "ready": True, "failed": "",
                    "note": ""}  # fmt: skip
    answer = await bob.http.get(f"/api/lab/{begun['id']}/report")
    assert "target=20 instead of 10, 2 players" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"


async def test_a_study_can_be_stopped_by_who_asked_for_it(small_house: Deployment, come: Come) -> None:
    ada, bob = await come(small_house, "Ada"), await come(small_house, "Bob")
    begun = await ada.post("/api/lab", **{**WISH, "games": 10_000})
    with pytest.raises(RequestRefused) as refused:
        await ada.get(f"/api/lab/{begun['id']}/report")
    assert refused.value.code == "lab.not_ready"
    assert (await bob.request("DELETE", f"/api/lab/{begun['id']}"))["failed"] == ""
    assert (await ada.request("DELETE", f"/api/lab/{begun['id']}"))["failed"] == "The study was stopped."


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"set": {"target": "9"}}, "setup.value"),
        ({"set": {"target": "10..90"}}, "lab.too_many"),
        ({"set": {"target": "10..30"}}, "lab.too_many"),
        ({"set": {f"option{i}": "1..50" for i in range(40)}}, "lab.too_many"),
        ({"games": 20_000}, "lab.too_much"),
        ({"bots": ["level5"]}, "lab.quick_bots"),
        ({"players": "9"}, "setup.players"),
        ({"game": "bridge"}, "setup.game"),
        ({"games": 0}, "message.bad"),
    ],
)
async def test_what_is_refused(small_house: Deployment, come: Come, wish: dict[str, Any], code: str) -> None:
    ada = await come(small_house, "Ada")
    with pytest.raises(RequestRefused) as refused:
        await ada.post("/api/lab", **{**WISH, **wish})
    assert refused.value.code == code


async def test_a_study_that_is_not_there(small_house: Deployment, come: Come) -> None:
    ada = await come(small_house, "Ada")
    with pytest.raises(RequestRefused) as refused:
        await ada.get("/api/lab/none")
    assert refused.value.code == "lab.not_found"


async def test_a_study_ends_when_its_time_is_up_and_is_of_what_was_played() -> None:
    """The process itself, as the server starts it."""
    from pioche.studies.study_process import JobProgress, WantedStudy

    wanted = WantedStudy("kolpa", "2", {"target": "10,15,20,25,30"}, ["level2"], 4000, lang="en", seconds=0.2)
    done = await asyncio.to_thread(
        subprocess.run,
        study_jobs.JOB,
        input=msgspec.json.encode(wanted) + b"\n",
        capture_output=True,
        timeout=COMPILING,
    )
    told = msgspec.json.decode(done.stdout.splitlines()[-1], type=JobProgress)
    assert 0 < told.done < told.total and told.failed == ""
    assert told.note == "The study was stopped after 0 s of computing: the report is of what was played."
    assert "The study was stopped: this is what was played." in told.report


async def test_studies_of_several_addresses_wait_for_each_other_and_the_shortest_is_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without processes: only who is next."""
    began: list[str] = []
    go = asyncio.Event()

    async def follow(self: StudyJobs, study: StudyPage, wanted: Any) -> None:
        began.append(study.address)
        await go.wait()
        study.ready = True

    monkeypatch.setattr(StudyJobs, "_follow", follow)
    monkeypatch.setattr(study_jobs, "planned", lambda wish: (SimpleNamespace(lang="en"), wish["games"]))
    lab = StudyJobs(RateLimits(), JobQueue())
    for address, games in (("a", 9000), ("b", 8000), ("c", 10)):
        await lab.begin(f"guest at {address}", address, {"games": games})
        await asyncio.sleep(0)
    for person, address, why in (("guest at a", "x", "lab.busy"), ("guest", "a", "lab.busy_here")):
        with pytest.raises(PiocheError) as refused:
            await lab.begin(person, address, {"games": 1})
        assert refused.value.reason[0] == why
    go.set()
    while len(began) < 3:
        await asyncio.sleep(0)
    assert began == ["a", "c", "b"]
    await lab.stop()
