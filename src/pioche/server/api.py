"""The HTTP interface: people, tables, games, records. Play itself goes over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, PlainTextResponse

from pioche.bots import bot_names
from pioche.server.bodies import (
    ChairBody,
    LinkCode,
    Name,
    PositionBody,
    PromiseBody,
    SaltBody,
    SitBody,
    StudyBody,
    TableBody,
)
from pioche.server.cookies import give_cookie, name_of, take_cookies, tokens_of
from pioche.server.entries import Botted, Created, Pace, Sat
from pioche.server.hall import Hall
from pioche.server.laboratory import StudyPage
from pioche.server.limits import slow_down
from pioche.server.lists import Json, read_code, read_own, read_public
from pioche.server.lobby import Lobby
from pioche.server.people import Person
from pioche.server.pictures import pictures
from pioche.server.reader import Wish
from pioche.server.shown import facts
from pioche.server.study import STEPS, kept_answer, packed, position_page
from pioche.server.tickets import hashed
from pioche.server.words import WORDS, refuse
from pioche.table.game import Game, Option
from pioche.table.registry import game as find_game
from pioche.table.registry import game_names
from pioche.table.words import SHARED
from pioche.terminal.rules import rule_ids

api = APIRouter(prefix="/api")
TableId = Annotated[str, Path(max_length=24)]
SeatQuery = Annotated[int | None, Query(ge=0, le=25)]
Seat = Annotated[int, Query(ge=0, le=25)]
First = Annotated[int, Query(alias="from", ge=0, le=1_000_000)]
Count = Annotated[int, Query(ge=1, le=STEPS)]


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def somebody(request: Request) -> Person | None:
    hall = hall_of(request)
    for token in tokens_of(request, hall.settings).values():
        if person := await hall.people.find(token):
            return person
    return None


async def known(request: Request, response: Response, person: Annotated[Person | None, Depends(somebody)]) -> Person:
    """Somebody; a cookie that is used goes on for another year, which is said once a day.

    It is noted behind the answer: who only reads is answered where nothing can be stored.
    """
    if person is None:
        raise refuse("people.unknown")
    hall = hall_of(request)
    if hall.people.is_first_today(person):
        hall.soon(hall.people.come(person))
        give_cookie(request, response, hall.settings, token_of(person, tokens_of(request, hall.settings)))
    return person


House = Annotated[Hall, Depends(hall_of)]
Guest = Annotated[Person, Depends(known)]
Anybody = Annotated[Person | None, Depends(somebody)]


def address(request: Request) -> str:
    return request.client.host if request.client else "?"


# People


@api.post("/people", summary="A new guest: a name, and a cookie that is the guest's key")
async def new_guest(body: Name, request: Request, response: Response, hall: House) -> Json:
    hall.limits.people.check(address(request))
    person, token = await hall.people.welcome(body.name)
    give_cookie(request, response, hall.settings, token)
    return {"id": person.id, "name": person.name}


@api.get("/me", summary="Who you are")
async def who_am_i(person: Guest, request: Request, response: Response, hall: House) -> Json:
    """A cookie that has another name gets the present one."""
    tokens = tokens_of(request, hall.settings)
    if name_of(request, hall.settings) not in tokens:
        give_cookie(request, response, hall.settings, token_of(person, tokens))
    return {"id": person.id, "name": person.name}


def token_of(person: Person, tokens: dict[str, str]) -> str:
    return next(token for token in tokens.values() if hashed(token) == person.token)


@api.patch("/me", summary="Another name")
async def rename(body: Name, person: Guest, hall: House) -> Json:
    person = await hall.people.rename(person, body.name)
    return {"id": person.id, "name": person.name}


@api.get("/me/tokens", summary="How many devices are you: with the last one you are gone")
async def count_devices(person: Guest, hall: House) -> Json:
    return {"devices": await hall.people.count_devices(person)}


@api.delete("/me/token", summary="Sign out on this device", status_code=204)
async def sign_out(person: Guest, hall: House, request: Request, response: Response) -> None:
    await hall.revoke(person, everywhere=False)
    take_cookies(request, response, hall.settings, person.token)


@api.delete("/me/tokens", summary="Sign out on every device, which is said: `everywhere=true`", status_code=204)
async def sign_out_everywhere(
    person: Guest, hall: House, request: Request, response: Response, everywhere: bool = False
) -> None:
    """On no device is anybody this person any more, and nothing brings it back: so it is not done by mistake."""
    if not everywhere:
        raise refuse("people.everywhere")
    await hall.revoke(person)
    take_cookies(request, response, hall.settings, person.token)


@api.post("/me/link", summary="A code that makes another device yours, once, within ten minutes")
async def make_link(person: Guest, hall: House) -> Json:
    return {"code": await hall.people.make_link(person)}


@api.post("/link", summary="Use such a code on the other device")
async def use_link(body: LinkCode, request: Request, response: Response, hall: House) -> Json:
    hall.limits.codes.check(address(request))
    person, token = await hall.people.use_link(body.code)
    give_cookie(request, response, hall.settings, token)
    return {"id": person.id, "name": person.name}


@api.post("/ticket", summary="Opens one WebSocket within 30 seconds")
async def ticket(person: Guest, request: Request, hall: House) -> Json:
    """Refused where it would open nothing, for too many were opened: a browser can't see why a socket is refused."""
    slow_down(hall.limits.sockets.wait(address(request)))
    return {"ticket": await hall.people.ticket(person)}


# Tables


@api.get("/tables", summary="Public tables that one can join or watch")
async def public_tables(hall: House) -> list[Json]:
    return await hall.store.read(lambda conn: read_public(conn, hall.clock.now()))


@api.get("/me/tables", summary="Your tables: those that go on, then the latest; `after`: the last of the page before")
async def own_tables(person: Guest, hall: House, after: Annotated[str, Query(max_length=24)] = "") -> list[Json]:
    return await hall.store.read(lambda conn: read_own(conn, person.id, after))


@api.post("/tables", summary="A new table", status_code=201)
async def new_table(body: TableBody, person: Guest, request: Request, hall: House) -> Json:
    hall.limits.tables.check(person.id)
    made = Created(
        body.game, len(body.seats), person.id, "", dict(body.options), Pace(**body.pace.model_dump()), body.public,
        body.race, body.patience, body.memory_aid, body.start, body.position, late=body.late,
    )  # fmt: skip
    room = await Lobby(hall, address(request)).create(person, made, chairs_of(body, person))
    return describe(room, person)


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


def describe(room: Any, person: Person | None) -> Json:
    seen: Json = msgspec.to_builtins(facts(room.table, room.code, person.id if person else ""))
    return seen


@api.get("/codes/{code}", summary="The table that has a six-letter code")
async def find_code(code: Annotated[str, Path(max_length=12)], request: Request, hall: House) -> Json:
    hall.limits.codes.check(address(request))
    wanted = code.strip().upper()
    found = None
    if wanted.isascii() and wanted.isalpha():
        found = await hall.store.read(lambda conn: read_code(conn, wanted))
    if found is None:
        raise refuse("table.no_code", code=wanted)
    return {"id": found}


@api.get("/tables/{table}", summary="What is public about a table")
async def show_table(table: TableId, person: Anybody, hall: House) -> Json:
    return describe(await hall.fresh_room(table), person)


@api.post("/tables/{table}/sit", summary="Take a seat; during the game your own again, or, if it is `late`, a bot's")
async def sit(table: TableId, body: SitBody, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).sit(room, person, body.seat, body.promise)
    return describe(room, person)


@api.post("/tables/{table}/promise", summary="Promise another salt, after a shuffle that came to nothing")
async def promise(table: TableId, body: PromiseBody, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).promise(room, person, body.promise)
    return describe(room, person)


@api.post("/tables/{table}/salt", summary="Reveal your salt, once you have seen and kept the commitment")
async def reveal(table: TableId, body: SaltBody, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).reveal(room, person, body.salt)
    return describe(room, person)


@api.post("/tables/{table}/leave", summary="Leave your seat; during the game a bot takes it")
async def leave(table: TableId, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).leave(room, person)
    return describe(room, person)


@api.put("/tables/{table}/seats/{seat}", summary="Host: open a seat, or give it to a bot; whoever sits there goes")
async def set_seat(table: TableId, seat: int, body: ChairBody, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).set_seat(room, person, seat, body.kind, body.bot)
    return describe(room, person)


@api.post("/tables/{table}/start", summary="Host: deal")
async def start(table: TableId, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).start(room, person)
    return describe(room, person)


@api.post("/tables/{table}/close", summary="Host: close the table. During the game: agree to end it here")
async def close(table: TableId, person: Guest, hall: House) -> Json:
    room = await hall.fresh_room(table)
    await Lobby(hall).close(room, person)
    return describe(room, person)


@api.post("/tables/{table}/rematch", summary="The same again, every seat one further on")
async def rematch(table: TableId, body: PromiseBody, person: Guest, request: Request, hall: House) -> Json:
    hall.limits.tables.check(person.id)
    room = await hall.fresh_room(table)
    return describe(await Lobby(hall, address(request)).rematch(room, person, body.promise), person)


@api.get("/tables/{table}/record", summary="The whole game as text, once it is over", response_class=PlainTextResponse)
async def table_record(table: TableId, request: Request, hall: House) -> Response:
    return await read(request, hall, table, Wish("record"), "text/plain")


@api.get("/tables/{table}/replay", summary="A finished game move by move, as a seat saw it; without `seat`, all cards")
async def table_replay(
    table: TableId, request: Request, hall: House, seat: SeatQuery = None, first: First = 0, count: Count = STEPS
) -> Response:
    return await read(request, hall, table, Wish("replay", seat, first, count))


@api.get("/tables/{table}/sheet", summary="The score sheet of a finished game: totals after each round")
async def table_sheet(table: TableId, request: Request, hall: House) -> Response:
    return await read(request, hall, table, Wish("sheet"))


async def read(request: Request, hall: Hall, table: str, wish: Wish, kind: str = "application/json") -> Response:
    return await kept_answer(request, await hall.archive.page(table, wish, address(request)), kind)


@api.post("/tables/{table}/review", summary="Begin to review a seat's decisions in a finished game; how far it is")
async def begin_review(table: TableId, request: Request, person: Guest, hall: House, seat: Seat) -> Json:
    return plain(await hall.reviews.begin(table, seat, person.id, address(request)))


@api.get("/tables/{table}/review", summary="The review of a seat's decisions, as far as it is; `total` 0: not begun")
async def show_review(table: TableId, hall: House, seat: Seat) -> Json:
    return plain(await hall.reviews.find(table, seat))


def plain(answer: msgspec.Struct) -> Json:
    seen: Json = msgspec.to_builtins(answer)
    return seen


@api.get("/tables/{table}/verify", summary="Was it shuffled as was committed before the deal?")
async def table_verify(table: TableId, request: Request, hall: House, lang: str = "fr") -> Response:
    return await read(request, hall, table, Wish("verify", lang=lang if lang in ("fr", "en") else "fr"))


# Positions


@api.post("/positions", summary="A position in the notation: how each seat sees it, and what each may do")
def read_position(body: PositionBody) -> Json:
    return position_page(body.position)


# The lab


@api.post("/lab", summary="Begin a study: a game in several settings, played thousands of times")
async def begin_study(body: StudyBody, request: Request, person: Guest, hall: House) -> Json:
    return study_page(await hall.laboratory.begin(person.id, address(request), body.model_dump()))


@api.get("/lab/{study}", summary="How far a study is; `ready` when its report can be read")
async def show_study(study: TableId, hall: House) -> Json:
    return study_page(hall.laboratory.find(study))


@api.delete("/lab/{study}", summary="Stop a study of yours")
async def stop_study(study: TableId, person: Guest, hall: House) -> Json:
    return study_page(await hall.laboratory.cancel(study, person.id))


@api.get("/lab/{study}/report", summary="The report of a study, a page by itself", response_class=HTMLResponse)
async def study_report(study: TableId, hall: House) -> str:
    return hall.laboratory.report(study)


def study_page(study: StudyPage) -> Json:
    return {name: getattr(study, name) for name in ("id", "done", "total", "ready", "failed", "note")}


# Games


@api.get("/games", summary="The games, their options and words")
def games(lang: str = "fr") -> list[Json]:
    return [game_page(find_game(name), lang if lang in ("fr", "en") else "fr") for name in game_names()]


def game_page(game: Game, lang: str) -> Json:
    return {
        "id": game.id, "title": game.say("title", lang), "idea": game.say("idea", lang),
        "players": [game.players[0], game.players[-1]], "options": [option_page(game, o, lang) for o in game.options],
        "reactions": list(game.reactions),
    }  # fmt: skip


def option_page(game: Game, option: Option, lang: str) -> Json:
    values: Json = (
        {"low": option.values[0], "high": option.values[-1]}
        if isinstance(option.values, range)
        else {"words": list(option.values)}
    )
    return {"name": option.name, "default": option.default, "text": game.say(f"option.{option.name}", lang), **values}


@api.get("/games/{name}/rules", summary="The rules of a game, by id")
def rules(name: Annotated[str, Path(max_length=40)], lang: str = "fr") -> Json:
    game = find_game(name)
    lang = lang if lang in ("fr", "en") else "fr"
    texts = [{"id": each, "text": game.say(each, lang), "origin": game.origin(each)} for each in rule_ids(game)]
    return {**game_page(game, lang), "intro": game.say("intro", lang), "deck": game.say("deck", lang), "rules": texts}


@api.get("/games/{name}/pictures", summary="For a rule, a position that shows it, with a move it allows or forbids")
async def rule_pictures(name: Annotated[str, Path(max_length=40)], request: Request) -> Response:
    return packed(request, await run_in_threadpool(pictures, find_game(name).id), "max-age=600")


@api.get("/words/{lang}", summary="Every sentence, by key: shared, the server's, and each game's")
def words(lang: Annotated[str, Path(pattern="^(fr|en)$")], request: Request) -> Response:
    games = {name: find_game(name).words[lang] for name in game_names()}
    return packed(request, {"shared": {**SHARED[lang], **WORDS[lang]}, "games": games}, "max-age=600")


@api.get("/bots", summary="The bots that can take a seat")
def bots() -> list[str]:
    return bot_names()
