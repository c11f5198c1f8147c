"""Routes about people: guests, their devices, tickets for the WebSocket."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pioche.server.catalogue import refuse
from pioche.server.http.callers import (
    Guest,
    Tables,
    address,
    token_of,
)
from pioche.server.http.cookies import give_cookie, name_of, take_cookies, tokens_of
from pioche.server.http.request_models import (
    LinkCode,
    Name,
)
from pioche.server.limits.rate_limits import slow_down
from pioche.server.storage.table_lists import Json

router = APIRouter(prefix="/api")


@router.post("/people", summary="A new guest: a name, and a cookie that is the guest's key")
async def new_guest(body: Name, request: Request, response: Response, registry: Tables) -> Json:
    registry.limits.people.check(address(request))
    person, token = await registry.accounts.welcome(body.name)
    give_cookie(request, response, registry.settings, token)
    return {"id": person.id, "name": person.name}


@router.get("/me", summary="Who you are")
async def who_am_i(person: Guest, request: Request, response: Response, registry: Tables) -> Json:
    """A cookie that has another name gets the present one."""
    tokens = tokens_of(request, registry.settings)
    if name_of(request, registry.settings) not in tokens:
        give_cookie(request, response, registry.settings, token_of(person, tokens))
    return {"id": person.id, "name": person.name}


@router.patch("/me", summary="Another name")
async def rename(body: Name, person: Guest, registry: Tables) -> Json:
    person = await registry.accounts.rename(person, body.name)
    return {"id": person.id, "name": person.name}


@router.get("/me/tokens", summary="How many devices are you: with the last one you are gone")
async def count_devices(person: Guest, registry: Tables) -> Json:
    return {"devices": await registry.accounts.count_devices(person)}


@router.delete("/me/token", summary="Sign out on this device", status_code=204)
async def sign_out(person: Guest, registry: Tables, request: Request, response: Response) -> None:
    await registry.revoke(person, everywhere=False)
    take_cookies(request, response, registry.settings, person.token)


@router.delete("/me/tokens", summary="Sign out on every device, which is said: `everywhere=true`", status_code=204)
async def sign_out_everywhere(
    person: Guest, registry: Tables, request: Request, response: Response, everywhere: bool = False
) -> None:
    """On no device is anybody this person any more, and nothing brings it back: so it is not done by mistake."""
    if not everywhere:
        raise refuse("people.everywhere")
    await registry.revoke(person)
    take_cookies(request, response, registry.settings, person.token)


@router.post("/me/link", summary="A code that makes another device yours, once, within ten minutes")
async def make_link(person: Guest, registry: Tables) -> Json:
    return {"code": await registry.accounts.make_link(person)}


@router.post("/link", summary="Use such a code on the other device")
async def use_link(body: LinkCode, request: Request, response: Response, registry: Tables) -> Json:
    registry.limits.codes.check(address(request))
    person, token = await registry.accounts.use_link(body.code)
    give_cookie(request, response, registry.settings, token)
    return {"id": person.id, "name": person.name}


@router.post("/ticket", summary="Opens one WebSocket within 30 seconds")
async def ticket(person: Guest, request: Request, registry: Tables) -> Json:
    """Refused where it would open nothing, for too many were opened: a browser can't see why a socket is refused."""
    slow_down(registry.limits.sockets.wait(address(request)))
    return {"ticket": await registry.accounts.ticket(person)}
