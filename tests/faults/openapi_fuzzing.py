"""Row 8: schemathesis asks all that the OpenAPI description allows, and much that it does not: no answer is 5xx."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx

from faults.report_row import ReportRow, check, seeded
from support.deployment import Deployment, small_house
from support.warm_parent import WarmParent

PROGRAM = Path(sys.executable).with_name("schemathesis")
SIGN_OUT = "/api/me/tokens"  # would end the rest: it is asked last, and by nobody
SECONDS = 240


def interface(warm: WarmParent, examples: int, seed: int, bug: str = "") -> ReportRow:
    with seeded("the HTTP interface", seed), small_house(warm, bug=bug) as house:
        cookie = guest_of(house)
        asked = ask(house, examples, seed, "--exclude-path", SIGN_OUT, "--header", f"Cookie: {cookie}")
        asked += ask(house, examples, seed, "--include-path", SIGN_OUT)
        errors = house.servers[0].errors()
        check("Traceback" not in errors and '"level": "error"' not in errors, f"the log has an error: {errors[-800:]}")
        check(httpx.get(f"{house.url}/healthz").status_code == 200, "it does not answer any more")
    return ReportRow(8, "the HTTP interface", f"{asked:,} requests, no 5xx", "no 5xx", True)


def guest_of(house: Deployment) -> str:
    """The key of somebody who has a table, so that there is something to find."""
    with httpx.Client(base_url=house.url, headers={"origin": house.url}) as browser:
        check(browser.post("/api/people", json={"name": "Ada"}).status_code == 200, "no guest could be made")
        seats = [{"kind": "you"}, {"kind": "bot"}]
        made = browser.post("/api/tables", json={"game": "kolpa", "seats": seats})
        check(made.status_code == 201, "no table could be made")
        return next(f"{name}={value}" for name, value in browser.cookies.items())


def ask(house: Deployment, examples: int, seed: int, *words: str) -> int:
    """Run it to its end; how many requests it has made."""
    check(PROGRAM.exists(), "schemathesis is not installed: pip install -e '.[dev]'")
    command = [
        str(PROGRAM), "run", f"{house.url}/openapi.json", "--checks", "not_a_server_error", "--seed", str(seed),
        "--max-examples", str(examples), "--no-color", "--request-timeout", "20", "--max-failures", "1", *words,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=house_folder(house))
    check(done.returncode == 0, f"schemathesis has found something:\n{done.stdout[-3000:]}{done.stderr[-500:]}")
    found = re.search(r"([\d,]+) generated", done.stdout)
    return int(found[1].replace(",", "")) if found else 0


def house_folder(house: Deployment) -> Path:
    """Where it may leave what it leaves."""
    return Path(house.database.removeprefix("sqlite:///")).parent
