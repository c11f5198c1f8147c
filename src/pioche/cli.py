"""The `pioche` command. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pioche.server import serve_commands
from pioche.server.serve_commands import Lang
from pioche.table.catalogue import counted
from pioche.table.errors import PiocheError
from pioche.table.notices import shown_as_lines
from pioche.terminal.catalogue import text

if TYPE_CHECKING:
    from rich.console import Console

    from pioche.arena.observers import Observer
    from pioche.arena.simulate import SimulationResult
    from pioche.table.position import Position

app = typer.Typer(
    help=text("help.pioche"), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip

GameName = Annotated[str, typer.Argument(metavar="GAME", help=text("help.game"))]
Players = Annotated[int | None, typer.Option("--players", "-n", help=text("help.players"))]
Seed = Annotated[int | None, typer.Option("--seed", "-s", help=text("help.seed"))]
Code = Annotated[list[Path] | None, typer.Option("--code", metavar="FILE.py", help=text("help.code"))]
Observe = Annotated[list[str] | None, typer.Option("--observe", metavar="NAME", help=text("help.observe"))]
Bots = Annotated[str | None, typer.Option("--bots", "-b", help=text("help.bots", names="random, thumb"))]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=text("help.option"))]

OptionsOrSet = Annotated[
    list[str] | None, typer.Option("--option", "--set", "-o", metavar="NAME=VALUE", help=text("help.option"))
]


def main() -> None:
    """Errors of the user are one sentence and exit code 2; nobody sees a traceback for them."""
    try:
        with shown_as_lines():
            app(standalone_mode=False)
    except PiocheError as error:
        fail(str(error))
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except Exception as error:
        if hasattr(error, "format_message"):  # a usage error of the command line itself
            fail(error.format_message())
        raise


def fail(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(2)


def console() -> Console:
    from pioche.terminal.screen import Screen

    return Screen()


def read_options(words: list[str] | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise PiocheError("setup.option_form", word=word)
        options[name] = value
    return options


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help=text("help.version"))] = False) -> None:
    if show:
        from pioche import __version__

        print(f"pioche {__version__}")
        raise typer.Exit


@app.command(help=text("help.games"))
def games(lang: Lang = None) -> None:
    from rich.table import Table

    from pioche import game, game_names

    table = Table(text("games.id"), text("games.title"), text("games.players"), text("games.idea"))
    for each in map(game, game_names()):
        table.add_row(each.id, each.title, f"{each.players[0]}–{each.players[-1]}", each.say("idea"))
    console().print(table)


@app.command(help=text("help.rules"))
def rules(game: GameName, lang: Lang = None) -> None:
    from pioche.table import game_registry
    from pioche.terminal.rules_output import print_rules

    print_rules(console(), game_registry.game(game))


@app.command(help=text("help.show"))
def show(file: Annotated[str, typer.Argument(metavar="FILE|-", help=text("help.file"))], lang: Lang = None) -> None:
    from pioche.core.seats import letter
    from pioche.terminal.draw_position import draw

    pos = read_position(file)
    screen = console()
    screen.print(draw(pos.game, str(pos)))
    for seat in range(pos.seats):
        if moves := pos.moves(seat):
            screen.print(
                f"\n[bold]{text('show.legal', seat=letter(seat))}[/bold]: {' | '.join(moves)}", highlight=False
            )
    if pos.over:
        screen.print("\n" + text("show.nobody"))


def read_position(file: str) -> Position:
    """A position, or the last position of a record."""
    from pioche import parse, replay

    content = read_text(file)
    if content.lstrip().startswith("record"):
        *_, last = replay(content)
        return last
    return parse(content)


def read_text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "UTF-8"
        fail(text("show.file", file=file, why=why))
        raise


@app.command(help=text("help.verify"))
def verify(
    file: Annotated[str, typer.Argument(metavar="RECORD|-", help=text("help.file"))],
    commit: Annotated[str | None, typer.Option("--commit", metavar="HEX", help=text("help.commit"))] = None,
    kept: Annotated[str | None, typer.Option("--kept", metavar="FILE", help=text("help.kept"))] = None,
    lang: Lang = None,
) -> None:
    from pioche.table.browser_notes import read_kept
    from pioche.table.verify_fairness import verify as check

    noted, own = read_kept(read_text(kept)) if kept is not None else (None, None)
    verdict = check(read_text(file), commit or noted, own)
    for each in verdict.checks:
        print("✓" if each.ok else "✗", each.sentence())
    if not verdict.ok:
        sys.exit(1)


@app.command(help=text("help.review"))
def review(
    file: Annotated[str, typer.Argument(metavar="RECORD|-", help=text("help.file"))],
    seat: Annotated[str, typer.Option("--seat", "-s", help=text("help.seat"))] = "A",
    budget: Annotated[str, typer.Option("--budget", help=text("help.thought"))] = "400ms",
    as_json: Annotated[bool, typer.Option("--json", help=text("help.json"))] = False,
    lang: Lang = None,
) -> None:
    from pioche.terminal.review_output import print_review

    print_review(console(), read_text(file), seat.upper(), budget, as_json)


@app.command(help=text("help.play"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=text("help.game"))] = None,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    bots: Bots = None,
    code: Code = None,
    record: Annotated[Path | None, typer.Option("--record", help=text("help.record"))] = None,
    lang: Lang = None,
) -> None:
    import secrets
    from random import Random

    from pioche.bots import check_bots, make
    from pioche.table import game_registry
    from pioche.terminal.play_session import Session, check_new, end_well

    if record is not None:
        check_new(record)
        end_well()
    own_observers(code, None)
    screen = console()
    chosen = game_registry.game(game or ask_game(screen))
    seed = secrets.randbits(32) if seed is None else seed
    pos = chosen.deal(players or min(3, chosen.players[-1]), seed=seed, **read_options(option))
    names = split_bots(bots) or ["thumb"]
    check_bots(names, pos.seats - 1)
    opponents = [make(names[seat % len(names)]) for seat in range(-1, pos.seats - 1)]
    screen.print(text("play.welcome", title=chosen.title, players=pos.seats, seed=seed, seat="A"))
    Session(screen, pos, opponents, Random(seed)).run(record)


def split_bots(names: str | None) -> list[str]:
    return [name.strip() for name in names.split(",")] if names else []


def ask_game(screen: Console) -> str:
    """The name of a game, or its number in the list."""
    from pioche import game, game_names

    names = game_names()
    screen.print(f"[bold]{text('play.which')}[/bold]")
    for number, name in enumerate(names, 1):
        screen.print(f"  {number}  {game(name).title} — {game(name).say('idea')}", highlight=False)
    try:
        answer = screen.input("> ").strip()
    except EOFError:
        fail(text("play.no_answer"))
    return names[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(names) else answer


@app.command(help=text("help.simulate"))
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-k", help=text("help.number"))] = 1000,
    seed: Seed = None,
    option: Options = None,
    bots: Bots = None,
    as_json: Annotated[bool, typer.Option("--json", help=text("help.json"))] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help=text("help.jobs"))] = None,
    engine: Annotated[
        str | None, typer.Option("--engine", metavar="interpreted|ahead|jit", help=text("help.engine"))
    ] = None,
    interpreted: Annotated[bool, typer.Option("--interpreted", hidden=True)] = False,  # as 0.2 called that engine
    code: Code = None,
    observe: Observe = None,
    lang: Lang = None,
) -> None:
    import json

    from rich.console import Console

    from pioche.arena import simulate as lab
    from pioche.table import game_registry
    from pioche.terminal.progress import games_progress

    watching = own_observers(code, observe)
    chosen = game_registry.game(game)
    engine = "interpreted" if interpreted else engine
    with games_progress(Console(stderr=True), games) as progress:
        seats, agreed = players or chosen.players[0], read_options(option)
        result = lab.simulate(
            chosen, seats, games, seed or 0, agreed, split_bots(bots), engine=engine, jobs=jobs, progress=progress,
            observers=watching,
        )  # fmt: skip
    if result.games < games:
        print(text("simulate.stopped", games=counted("games", result.games), wanted=games), file=sys.stderr)
    if as_json:
        print(json.dumps({**result.as_json(), **reported(observe, watching)}, ensure_ascii=False))
    else:
        print_result(result)
        print_reports(observe, watching)


def own_observers(code: list[Path] | None, observe: list[str] | None) -> list[Observer]:
    """Run the files of one's own, which may register bots too, and make the observers that are asked for."""
    from pioche.arena.observers import make_observer
    from pioche.bots.own_code import load_code

    for path in code or []:
        load_code(path)
    return [make_observer(name) for name in observe or []]


def reported(names: list[str] | None, watching: list[Observer]) -> dict[str, Any]:
    """What observers have to say, for JSON; nothing if there are none."""
    return (
        {"observers": {name: each.report() for name, each in zip(names or [], watching, strict=True)}} if names else {}
    )


def print_reports(names: list[str] | None, watching: list[Observer]) -> None:
    for name, each in zip(names or [], watching, strict=True):
        console().print(f"[bold]{name}[/bold]: {each.report()}", highlight=False)


def print_result(result: SimulationResult) -> None:
    from rich.table import Table

    from pioche.core.seats import letter

    facts = Table(show_header=False, box=None)
    for key, value in (
        ("games", f"{result.games:,}"), ("moves", f"{result.moves:,}"), ("seconds", f"{result.seconds:.2f}"),
        ("rate", f"{result.moves_per_second:,}"), ("length", f"{result.mean_length:.1f}"), ("digest", result.digest),
    ):  # fmt: skip
        facts.add_row(text(f"simulate.{key}"), value)
    first = text("simulate.bot" if result.bots else "simulate.seat")
    seats = Table(first, text("simulate.score"), text("simulate.wins"))
    for seat, (points, share) in enumerate(zip(result.mean_score, result.win_share, strict=True)):
        name = f"{seat + 1} {result.bots[seat]}" if result.bots else letter(seat)
        seats.add_row(name, f"{points:.2f}", f"{share:.1%}")
    console().print(facts, seats)


@app.command(help=text("help.arena"))
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", "-b", help=text("help.arena_bots"))] = "thumb,random",
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-k", help=text("help.arena_games"))] = 1000,
    seed: Seed = None,
    option: OptionsOrSet = None,
    as_json: Annotated[bool, typer.Option("--json", help=text("help.json"))] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.parquet", help=text("help.out"))] = None,
    backend: Annotated[str, typer.Option("--backend", help=text("help.backend"))] = "loky",
    address: Annotated[str | None, typer.Option("--address", help=text("help.address"))] = None,
    workers: Annotated[int | None, typer.Option("--workers", "-j", help=text("help.workers"))] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help=text("help.fresh"))] = False,
    code: Code = None,
    observe: Observe = None,
    lang: Lang = None,
) -> None:
    import json

    from rich.console import Console

    from pioche.arena import arena as play
    from pioche.arena.match_result import check_out
    from pioche.terminal.arena_output import print_arena
    from pioche.terminal.progress import games_progress

    if out:
        check_out(out)
    watching = own_observers(code, observe)
    with games_progress(Console(stderr=True), games) as progress:
        result = play(
            game, split_bots(bots), players, games, seed or 0, options=read_options(option), workers=workers,
            backend=backend, address=address, keep=True, fresh=fresh, progress=progress,
            observers=watching,
        )  # fmt: skip
    if result.deals < result.wanted:
        print(text("arena.stopped", deals=counted("deals", result.deals), wanted=result.wanted), file=sys.stderr)
    if not result.deals:
        sys.exit(130)
    if out:
        result.write_parquet(out)
    if as_json:
        print(json.dumps({**result.as_json(), **reported(observe, watching)}, ensure_ascii=False))
    else:
        print_arena(console(), result)
        print_reports(observe, watching)


@app.command(help=text("help.lab"))
def lab(
    game: GameName,
    players: Annotated[
        str | None, typer.Option("--players", "-n", metavar="2-5", help=text("help.lab_players"))
    ] = None,
    set: Annotated[list[str] | None, typer.Option("--set", "-o", metavar="NAME=VALUES", help=text("help.set"))] = None,
    bots: Annotated[str, typer.Option("--bots", "-b", help=text("help.lab_bots"))] = "level3",
    games: Annotated[int, typer.Option("--games", "-k", help=text("help.lab_games"))] = 1000,
    seed: Seed = None,
    compare: Annotated[bool, typer.Option("--compare", help=text("help.compare"))] = False,
    report: Annotated[Path | None, typer.Option("--report", metavar="FILE.html", help=text("help.report"))] = None,
    out: Annotated[list[Path] | None, typer.Option("--out", metavar="FILE", help=text("help.lab_out"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=text("help.json"))] = False,
    no_skill: Annotated[bool, typer.Option("--no-skill", help=text("help.no_skill"))] = False,
    backend: Annotated[str, typer.Option("--backend", help=text("help.backend"))] = "loky",
    address: Annotated[str | None, typer.Option("--address", help=text("help.address"))] = None,
    workers: Annotated[int | None, typer.Option("--workers", "-j", help=text("help.workers"))] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help=text("help.fresh"))] = False,
    lang: Lang = None,
) -> None:
    from pioche.terminal import study_output as screen

    wishes = screen.Wishes(game, players, set or [], split_bots(bots), games, seed or 0, compare, not no_skill)
    screen.run(wishes, screen.Outputs(report, out or [], as_json), (backend, workers, address), fresh)


serve_commands.add_to(app)
