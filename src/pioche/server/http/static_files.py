"""The browser client: the files that `npm run build` puts into pioche/web, with the caching that suits each."""

from __future__ import annotations

import gzip
import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, HTTPException, Request, Response
from starlette.convertors import PathConvertor, register_url_convertor

PAGES = ("/", "/new/{game}", "/t/{table}", "/t/{table}/replay", "/rules/{game}", "/p", "/lab", "/lab/{game}", "/link")
BASE = re.compile(rb"<base [^>]*>")
FOREVER = "public, max-age=31536000, immutable"  # their names change with their content
ASK_AGAIN = "no-cache"


class File(NamedTuple):
    body: bytes
    packed: bytes | None  # compressed, where the build has made it
    media_type: str

    def answer(self, request: Request, cache: str, status: int = 200) -> Response:
        headers = {"cache-control": cache, "vary": "accept-encoding"}
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, status, {**headers, "content-encoding": "gzip"}, self.media_type)
        return Response(self.body, status, headers, self.media_type)


def is_built(folder: Path) -> bool:
    return (folder / "index.html").is_file()


def read_files(folder: Path) -> dict[str, File]:
    """Every file by its address; what lies beside it with .gz is the same, compressed."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".gz"]
    return {"/" + path.relative_to(folder).as_posix(): read_file(path) for path in paths}


def read_file(path: Path) -> File:
    packed = path.with_name(path.name + ".gz")
    kind = "application/manifest+json" if path.suffix == ".webmanifest" else mimetypes.guess_type(path.name)[0]
    body = packed.read_bytes() if packed.is_file() else None
    return File(path.read_bytes(), body, kind or "application/octet-stream")


def read_page(folder: Path, root: str) -> File:
    """The client's one page; its base says where it is served, and all that it asks for hangs on that."""
    found = read_file(folder / "index.html")
    base = f'<base href="{root}/" />'.encode()
    body, known = BASE.subn(base, found.body, count=1)
    body = body if known else body.replace(b"<head>", b"<head>" + base, 1)
    return found._replace(body=body, packed=gzip.compress(body, mtime=0))


def client(folder: Path, root: str = "") -> APIRouter:
    """The client's pages and files."""
    files = {**read_files(folder), "/index.html": read_page(folder, root)}
    router = APIRouter(include_in_schema=False)

    def page(request: Request) -> Response:
        return files["/index.html"].answer(request, ASK_AGAIN)

    def file(request: Request) -> Response:
        cache = FOREVER if request.url.path.startswith("/assets/") else ASK_AGAIN
        return files[request.url.path].answer(request, cache)

    for path in PAGES:
        router.add_api_route(path, page, methods=["GET", "HEAD"])
    for path in files:
        router.add_api_route(path, file, methods=["GET", "HEAD"])
    return router


class ClientPage(PathConvertor):
    """An address that could be a page's."""

    regex = "(?!api/|assets/).*"


register_url_convertor("page", ClientPage())


def lost(folder: Path, root: str = "") -> APIRouter:
    """Any other address: the client says so itself; with a status of 404 browsers would log an error as well."""
    index = read_page(folder, root)
    router = APIRouter(include_in_schema=False)

    @router.get("/{path:page}")
    def no_page(path: str, request: Request) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        return index.answer(request, ASK_AGAIN)

    return router
