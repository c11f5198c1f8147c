"""The rules of a game on the screen, from its catalogue."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from pioche.table.game import Game
from pioche.table.options import Option
from pioche.terminal.catalogue import text


def print_rules(console: Console, game: Game) -> None:
    console.print(f"[bold]{game.title}[/bold]  {game.players[0]}–{game.players[-1]}\n")
    for key in ("intro", "deck"):
        console.print(game.say(key) + "\n", highlight=False)
    table = Table(text("rules.rule"), "", show_header=False, box=None, padding=(0, 1, 1, 0))
    for rule_id in game.rule_ids:
        table.add_row(f"[bold cyan]{rule_id}[/bold cyan]", game.say(rule_id) + origin_mark(game, rule_id))
    console.print(table, highlight=False)
    print_options(console, game)


def origin_mark(game: Game, rule_id: str) -> str:
    """Said where a rule is not the sheet's."""
    origin = game.origin(rule_id)
    return "" if origin == "sheet" else f"\n[dim]({text(f'rules.{origin}')})[/dim]"


def print_options(console: Console, game: Game) -> None:
    console.print(f"[bold]{text('rules.options')}[/bold]")
    for option in game.options:
        values = option.expected().sentence()
        default, about = text("rules.default", value=option.default), game.say("option." + option.name)
        line = text("rules.option", values=values, default=default, about=about)
        console.print(f"  [bold]{option.name}[/bold] {line}", highlight=False)
        print_values(console, game, option)


def print_values(console: Console, game: Game, option: Option) -> None:
    """What each word of an option means."""
    for value in () if isinstance(option.values, range) else option.values:
        meaning = game.say(f"option.{option.name}.{value}")
        console.print(f"    {text('rules.value', value=value, meaning=meaning)}", highlight=False)


def explain_rule(console: Console, game: Game, rule_id: str) -> None:
    if rule_id in game.words["en"] and rule_id.startswith(game.prefix):
        said = game.say(rule_id) + origin_mark(game, rule_id)
        console.print(f"[bold cyan]{rule_id}[/bold cyan] {said}", highlight=False)
    else:
        console.print(text("play.no_rule", rule=rule_id), style="red", markup=False)
