"""The rules of a game on the screen, from its catalogue."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from pioche.table.game import Game
from pioche.terminal.words import text


def rule_ids(game: Game) -> list[str]:
    """All rule ids of a game, rules before rulings, in order."""
    ids = [key for key in game.words["en"] if key.startswith(game.prefix + "-")]
    return sorted(ids, key=lambda each: ("-R" in each, int(each.partition("-")[2].lstrip("R"))))


def print_rules(console: Console, game: Game) -> None:
    console.print(f"[bold]{game.title}[/bold]  {game.players[0]}–{game.players[-1]}\n")
    for key in ("intro", "deck"):
        console.print(game.say(key) + "\n", highlight=False)
    table = Table(text("rules.rule"), "", show_header=False, box=None, padding=(0, 1, 1, 0))
    for rule_id in rule_ids(game):
        mark = f"\n[dim]({text('rules.ruling')})[/dim]" if "-R" in rule_id else ""
        table.add_row(f"[bold cyan]{rule_id}[/bold cyan]", game.say(rule_id) + mark)
    console.print(table, highlight=False)
    print_options(console, game)


def print_options(console: Console, game: Game) -> None:
    console.print(f"[bold]{text('rules.options')}[/bold]")
    for option in game.options:
        default = text("rules.default", value=option.default)
        values = option.expected().sentence()
        console.print(
            f"  [bold]{option.name}[/bold] ({values}; {default}): {game.say('option.' + option.name)}", highlight=False
        )


def explain_rule(console: Console, game: Game, rule_id: str) -> None:
    if rule_id in game.words["en"] and rule_id.startswith(game.prefix):
        console.print(f"[bold cyan]{rule_id}[/bold cyan] {game.say(rule_id)}", highlight=False)
    else:
        console.print(text("play.no_rule", rule=rule_id), style="red", markup=False)
