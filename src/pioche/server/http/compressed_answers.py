"""Long answers: compressed where the client can read that, and not sent again to who has them."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool

from pioche.server.jobs.replay_pages import ReplayPage

KEEP = "private, max-age=600"  # what never changes; a table that was restored from a backup may go on differently
SMALL = 2000  # bytes that are not worth compressing


async def kept_answer(request: Request, page: ReplayPage, kind: str = "application/json") -> Response:
    """What never changes: whoever has it already is told so, and nothing is looked for."""
    headers = {"etag": page.tag, "cache-control": KEEP, "vary": "accept-encoding"}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    body = await page.body()
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(body, 200, {**headers, "content-encoding": "gzip"}, kind)
    return Response(await run_in_threadpool(gzip.decompress, body), 200, headers, kind)


def compressed(request: Request, body: Any, cache: str = "no-store") -> Response:
    """JSON, compressed where it is long and the client can read that."""
    data = msgspec.json.encode(body)
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if len(data) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = gzip.compress(data, 6, mtime=0), "gzip"
    return Response(data, 200, headers, "application/json")
