"""Routes about the games: options, rules, pictures, words, and the bots there are."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.concurrency import run_in_threadpool

from pioche.bots import bot_names
from pioche.server.catalogue import CATALOGUE
from pioche.server.http.compressed_answers import compressed
from pioche.server.http.rule_pictures import pictures
from pioche.server.storage.table_lists import Json
from pioche.table import catalogue as shared
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game
from pioche.table.game_registry import game_names
from pioche.table.options import Option

router = APIRouter(prefix="/api")
COMMANDS = "help.", "admin."  # sentences of the command line: no browser has a use for them


@router.get("/games", summary="The games, their options and words")
def games(lang: str = "fr") -> list[Json]:
    return [game_page(find_game(name), lang if lang in ("fr", "en") else "fr") for name in game_names()]


def game_page(game: Game, lang: str) -> Json:
    return {
        "id": game.id, "title": game.say("title", lang), "idea": game.say("idea", lang),
        "players": [game.players[0], game.players[-1]], "options": [option_page(game, o, lang) for o in game.options],
        "reactions": list(game.facts.reactions),
    }  # fmt: skip


def option_page(game: Game, option: Option, lang: str) -> Json:
    values: Json = (
        {"low": option.values[0], "high": option.values[-1]}
        if isinstance(option.values, range)
        else {"words": list(option.values)}
    )
    return {"name": option.name, "default": option.default, "text": game.say(f"option.{option.name}", lang), **values}


@router.get("/games/{name}/rules", summary="The rules of a game, by id")
def rules(name: Annotated[str, Path(max_length=40)], lang: str = "fr") -> Json:
    game = find_game(name)
    lang = lang if lang in ("fr", "en") else "fr"
    texts = [{"id": each, "text": game.say(each, lang), "origin": game.origin(each)} for each in game.rule_ids]
    return {**game_page(game, lang), "intro": game.say("intro", lang), "deck": game.say("deck", lang), "rules": texts}


@router.get("/games/{name}/pictures", summary="For a rule, a position that shows it, with a move it allows or forbids")
async def rule_pictures(name: Annotated[str, Path(max_length=40)], request: Request) -> Response:
    return compressed(request, await run_in_threadpool(pictures, find_game(name).id), "max-age=600")


@router.get("/words/{lang}", summary="Every sentence, by key: shared, the server's, and each game's")
def words(lang: Annotated[str, Path(pattern="^(fr|en)$")], request: Request) -> Response:
    games = {name: find_game(name).words[lang] for name in game_names()}
    ours = {**shared.CATALOGUE[lang], **CATALOGUE[lang]}
    said = {key: text for key, text in ours.items() if not key.startswith(COMMANDS)}
    return compressed(request, {"shared": said, "games": games}, "max-age=600")


@router.get("/bots", summary="The bots that can take a seat")
def bots() -> list[str]:
    return bot_names()
