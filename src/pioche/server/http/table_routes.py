"""Routes about tables: made, joined, left, listed; and finished ones: record, replay, review."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from pioche.server.catalogue import refuse
from pioche.server.http.callers import (
    Anybody,
    Count,
    First,
    Guest,
    Seat,
    SeatQuery,
    TableId,
    Tables,
    address,
)
from pioche.server.http.compressed_answers import kept_answer
from pioche.server.http.request_models import (
    ChairBody,
    PromiseBody,
    SaltBody,
    SitBody,
    TableBody,
)
from pioche.server.jobs.replay_pages import STEPS
from pioche.server.jobs.replay_worker import ReplayWish
from pioche.server.model.entries import Botted, Created, Pace, Sat
from pioche.server.model.recipient_messages import facts
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.storage.accounts import Person
from pioche.server.storage.table_lists import Json, read_code, read_own, read_public

router = APIRouter(prefix="/api")


@router.get("/tables", summary="Public tables that one can join or watch")
async def public_tables(registry: Tables) -> list[Json]:
    return await registry.store.read(lambda conn: read_public(conn, registry.clock.now()))


@router.get(
    "/me/tables", summary="Your tables: those that go on, then the latest; `after`: the last of the page before"
)
async def own_tables(person: Guest, registry: Tables, after: Annotated[str, Query(max_length=24)] = "") -> list[Json]:
    return await registry.store.read(lambda conn: read_own(conn, person.id, after))


@router.post("/tables", summary="A new table", status_code=201)
async def new_table(body: TableBody, person: Guest, request: Request, registry: Tables) -> Json:
    registry.limits.tables.check(person.id)
    made = Created(
        body.game, len(body.seats), person.id, "", dict(body.options), Pace(**body.pace.model_dump()), body.public,
        body.race, body.patience, body.memory_aid, body.start, body.position, late=body.late,
    )  # fmt: skip
    session = await Lobby(registry, address(request)).create(person, made, chairs_of(body, person))
    return describe(session, person)


def chairs_of(body: TableBody, person: Person) -> list[Sat | Botted]:
    chairs: list[Sat | Botted] = []
    for seat, wanted in enumerate(body.seats):
        if wanted.kind == "you":
            chairs.append(Sat(seat, person.id, person.name, promise=body.promise))
        elif wanted.kind == "bot":
            chairs.append(Botted(seat, checked_bot(wanted.bot)))
    if sum(isinstance(each, Sat) for each in chairs) > 1:
        raise refuse("table.one_you")
    return chairs


def checked_bot(name: str) -> str:
    from pioche.bots import make

    make(name)
    return name


def describe(session: Any, person: Person | None) -> Json:
    seen: Json = msgspec.to_builtins(facts(session.table, session.code, person.id if person else ""))
    return seen


@router.get("/codes/{code}", summary="The table that has a six-letter code")
async def find_code(code: Annotated[str, Path(max_length=12)], request: Request, registry: Tables) -> Json:
    registry.limits.codes.check(address(request))
    wanted = code.strip().upper()
    found = None
    if wanted.isascii() and wanted.isalpha():
        found = await registry.store.read(lambda conn: read_code(conn, wanted))
    if found is None:
        raise refuse("table.no_code", code=wanted)
    return {"id": found}


@router.get("/tables/{table}", summary="What is public about a table")
async def show_table(table: TableId, person: Anybody, registry: Tables) -> Json:
    return describe(await registry.fresh_session(table), person)


@router.post("/tables/{table}/sit", summary="Take a seat; during the game your own again, or, if it is `late`, a bot's")
async def sit(table: TableId, body: SitBody, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).sit(session, person, body.seat, body.promise)
    return describe(session, person)


@router.post("/tables/{table}/promise", summary="Promise another salt, after a shuffle that came to nothing")
async def promise(table: TableId, body: PromiseBody, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).promise(session, person, body.promise)
    return describe(session, person)


@router.post("/tables/{table}/salt", summary="Reveal your salt, once you have seen and kept the commitment")
async def reveal(table: TableId, body: SaltBody, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).reveal(session, person, body.salt)
    return describe(session, person)


@router.post("/tables/{table}/leave", summary="Leave your seat; during the game a bot takes it")
async def leave(table: TableId, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).leave(session, person)
    return describe(session, person)


@router.put("/tables/{table}/seats/{seat}", summary="Host: open a seat, or give it to a bot; whoever sits there goes")
async def set_seat(table: TableId, seat: int, body: ChairBody, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).set_seat(session, person, seat, body.kind, body.bot)
    return describe(session, person)


@router.post("/tables/{table}/start", summary="Host: deal")
async def start(table: TableId, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).start(session, person)
    return describe(session, person)


@router.post("/tables/{table}/close", summary="Host: close the table. During the game: agree to end it here")
async def close(table: TableId, person: Guest, registry: Tables) -> Json:
    session = await registry.fresh_session(table)
    await Lobby(registry).close(session, person)
    return describe(session, person)


@router.post("/tables/{table}/rematch", summary="The same again, every seat one further on")
async def rematch(table: TableId, body: PromiseBody, person: Guest, request: Request, registry: Tables) -> Json:
    registry.limits.tables.check(person.id)
    session = await registry.fresh_session(table)
    return describe(await Lobby(registry, address(request)).rematch(session, person, body.promise), person)


@router.get(
    "/tables/{table}/record", summary="The whole game as text, once it is over", response_class=PlainTextResponse
)
async def table_record(table: TableId, request: Request, registry: Tables) -> Response:
    return await read(request, registry, table, ReplayWish("record"), "text/plain")


@router.get(
    "/tables/{table}/replay", summary="A finished game move by move, as a seat saw it; without `seat`, all cards"
)
async def table_replay(
    table: TableId, request: Request, registry: Tables, seat: SeatQuery = None, first: First = 0, count: Count = STEPS
) -> Response:
    return await read(request, registry, table, ReplayWish("replay", seat, first, count))


@router.get("/tables/{table}/sheet", summary="The score sheet of a finished game: totals after each round")
async def table_sheet(table: TableId, request: Request, registry: Tables) -> Response:
    return await read(request, registry, table, ReplayWish("sheet"))


async def read(
    request: Request, registry: TableRegistry, table: str, wish: ReplayWish, kind: str = "application/json"
) -> Response:
    return await kept_answer(request, await registry.finished_games.page(table, wish, address(request)), kind)


@router.post("/tables/{table}/review", summary="Begin to review a seat's decisions in a finished game; how far it is")
async def begin_review(table: TableId, request: Request, person: Guest, registry: Tables, seat: Seat) -> Json:
    return plain(await registry.reviews.begin(table, seat, person.id, address(request)))


@router.get("/tables/{table}/review", summary="The review of a seat's decisions, as far as it is; `total` 0: not begun")
async def show_review(table: TableId, registry: Tables, seat: Seat) -> Json:
    return plain(await registry.reviews.find(table, seat))


def plain(answer: msgspec.Struct) -> Json:
    seen: Json = msgspec.to_builtins(answer)
    return seen


@router.get("/tables/{table}/verify", summary="Was it shuffled as was committed before the deal?")
async def table_verify(table: TableId, request: Request, registry: Tables, lang: str = "fr") -> Response:
    return await read(request, registry, table, ReplayWish("verify", lang=lang if lang in ("fr", "en") else "fr"))
