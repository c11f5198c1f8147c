"""Structured logs: one JSON object a line. Nothing that a seat may not know, and no token, is ever logged."""

from __future__ import annotations

import json
import logging
import sys
import time


class JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage().partition("\n")[0],  # asyncio goes on with the values of what failed
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = where(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False)


class Seldom(logging.Filter):
    """What strangers can cause as often as they like is logged once a minute."""

    PAUSE = 60.0

    def __init__(self, *messages: str) -> None:
        super().__init__()
        self._messages = messages
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        said = next((each for each in self._messages if str(record.msg).startswith(each)), None)
        if said is None:
            return True
        now = time.monotonic()
        due = now - self._last.get(said, -self.PAUSE) >= self.PAUSE
        if due:
            self._last[said] = now
        return due


def where(trace: object) -> list[str]:
    """Files and lines of a failure, without the values in them."""
    lines = []
    while trace is not None:
        frame = trace.tb_frame  # type: ignore[attr-defined]
        lines.append(f"{frame.f_code.co_name}:{trace.tb_lineno}")  # type: ignore[attr-defined]
        trace = trace.tb_next  # type: ignore[attr-defined]
    return lines


def start_logging(level: str = "INFO") -> None:
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLine())
    root = logging.getLogger()
    root.handlers = [lines]
    root.setLevel("WARNING")
    logging.captureWarnings(True)
    logging.getLogger("pioche").setLevel(level)
    logging.getLogger("psycopg").setLevel("ERROR")  # that another process was quicker to store an entry is no news
    logging.getLogger("uvicorn.access").disabled = True  # addresses and codes are nobody's business
    logging.getLogger("uvicorn.error").addFilter(Seldom("Invalid HTTP request", "Unsupported upgrade", "No supported"))
