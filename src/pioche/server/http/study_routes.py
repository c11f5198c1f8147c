"""Routes of the lab: studies asked for from the page; and positions to look at."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pioche.server.http.callers import (
    Guest,
    TableId,
    Tables,
    address,
)
from pioche.server.http.request_models import (
    PositionBody,
    StudyBody,
)
from pioche.server.jobs.replay_pages import position_page
from pioche.server.jobs.study_jobs import StudyPage
from pioche.server.storage.table_lists import Json

router = APIRouter(prefix="/api")


@router.post("/positions", summary="A position in the notation: how each seat sees it, and what each may do")
def read_position(body: PositionBody) -> Json:
    return position_page(body.position)


@router.post("/lab", summary="Begin a study: a game in several settings, played thousands of times")
async def begin_study(body: StudyBody, request: Request, person: Guest, registry: Tables) -> Json:
    return study_page(await registry.study_jobs.begin(person.id, address(request), body.model_dump()))


@router.get("/lab/{study}", summary="How far a study is; `ready` when its report can be read")
async def show_study(study: TableId, registry: Tables) -> Json:
    return study_page(registry.study_jobs.find(study))


@router.delete("/lab/{study}", summary="Stop a study of yours")
async def stop_study(study: TableId, person: Guest, registry: Tables) -> Json:
    return study_page(await registry.study_jobs.cancel(study, person.id))


@router.get("/lab/{study}/report", summary="The report of a study, a page by itself", response_class=HTMLResponse)
async def study_report(study: TableId, registry: Tables) -> str:
    return registry.study_jobs.report(study)


def study_page(study: StudyPage) -> Json:
    return {name: getattr(study, name) for name in ("id", "done", "total", "ready", "failed", "note")}
