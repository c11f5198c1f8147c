"""Who asks, and from where: what the routes of the HTTP interface are given."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response

from pioche.server.catalogue import refuse
from pioche.server.http.cookies import give_cookie, tokens_of
from pioche.server.jobs.replay_pages import STEPS
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.storage.accounts import Person
from pioche.server.storage.socket_tickets import hashed

TableId = Annotated[str, Path(max_length=24)]
SeatQuery = Annotated[int | None, Query(ge=0, le=25)]
Seat = Annotated[int, Query(ge=0, le=25)]
First = Annotated[int, Query(alias="from", ge=0, le=1_000_000)]
Count = Annotated[int, Query(ge=1, le=STEPS)]


def registry_of(request: Request) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


async def somebody(request: Request) -> Person | None:
    registry = registry_of(request)
    for token in tokens_of(request, registry.settings).values():
        if person := await registry.accounts.find(token):
            return person
    return None


async def known(request: Request, response: Response, person: Annotated[Person | None, Depends(somebody)]) -> Person:
    """Somebody; a cookie that is used goes on for another year, which is said once a day.

    It is noted behind the answer: who only reads is answered where nothing can be stored.
    """
    if person is None:
        raise refuse("people.unknown")
    registry = registry_of(request)
    if registry.accounts.is_first_today(person):
        registry.soon(registry.accounts.come(person))
        give_cookie(request, response, registry.settings, token_of(person, tokens_of(request, registry.settings)))
    return person


Tables = Annotated[TableRegistry, Depends(registry_of)]
Guest = Annotated[Person, Depends(known)]
Anybody = Annotated[Person | None, Depends(somebody)]


def address(request: Request) -> str:
    return request.client.host if request.client else "?"


def token_of(person: Person, tokens: dict[str, str]) -> str:
    return next(token for token in tokens.values() if hashed(token) == person.token)
