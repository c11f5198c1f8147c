"""A person in the terminal against bots."""

from __future__ import annotations

import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from rich.columns import Columns
from rich.console import Console
from rich.table import Table

from pioche.bots import Bot, View
from pioche.bots.advice import hint
from pioche.bots.search_bot import Budget
from pioche.core.seats import letter
from pioche.table.catalogue import counted
from pioche.table.errors import PiocheError
from pioche.table.position import Position
from pioche.table.record import record
from pioche.terminal.catalogue import CATALOGUE, text
from pioche.terminal.draw_position import draw
from pioche.terminal.rules_output import explain_rule, print_rules

THINKING = 1.0  # seconds a bot may take


class Quit(Exception):
    """The person has had enough."""


def check_new(file: Path) -> None:
    """Refuse, before anything is played, a file that is there already, or can't be."""
    try:
        write_new(file, "")
        file.unlink()
    except FileExistsError as error:
        raise PiocheError("play.exists", CATALOGUE, file=file) from error
    except OSError as error:
        raise PiocheError("play.file", CATALOGUE, file=file, why=error.strerror) from error


def end_well() -> None:
    """A terminal that is closed, or a process that is ended, ends the game as Ctrl-C does: what was played is kept."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)


def write_new(file: Path, content: str) -> None:
    """Write a file that was not there, all of it or nothing."""
    with file.open("x", encoding="utf-8") as opened:
        try:
            opened.write(content)
            opened.flush()
        except OSError:
            file.unlink()
            raise


@dataclass
class Session:
    """One game: the person sits at seat 0."""

    console: Console
    pos: Position
    bots: list[Bot]  # one for each seat, the person's unused
    rng: Random
    seat: int = 0
    moves: int = 0

    def run(self, file: Path | None) -> None:
        try:
            while not self.pos.over:
                self.next_move()
            self.show_end()
        except (Quit, EOFError, KeyboardInterrupt) as stop:
            if isinstance(stop, EOFError):
                self.console.print("\n" + text("play.no_answer"))
            self.console.print("\n" + text("play.bye", moves=counted("moves", self.moves)))
        finally:
            if file is not None:
                self.keep(file)

    def keep(self, file: Path) -> None:
        """Write the record; if that fails after all, it is kept elsewhere, at worst on the screen."""
        try:
            write_new(file, record(self.pos))
        except OSError as error:
            self.keep_elsewhere(file, error.strerror or str(error))
        else:
            self.tell(text("play.saved", file=file))

    def keep_elsewhere(self, file: Path, why: str) -> None:
        try:
            other = Path(mkdtemp(prefix="pioche-")) / "game.rec"
            write_new(other, record(self.pos))
        except OSError:
            self.console.print(text("play.printed", file=file, why=why), soft_wrap=True)
            self.console.print(record(self.pos), soft_wrap=True, markup=False, highlight=False)
        else:
            self.tell(text("play.elsewhere", file=file, why=why, other=other))

    def tell(self, where: str) -> None:
        """Say where the game is; it is there, even if the terminal has hung up."""
        with suppress(OSError):
            self.console.print(where, soft_wrap=True)

    def next_move(self) -> None:
        seat = self.pos.actor
        assert seat is not None
        if seat == self.seat:
            self.ask_person()
        else:
            choice = self.bots[seat].choose(View(self.pos, seat, self.rng), self.pos.choices, THINKING, self.rng)
            self.play(seat, choice.move)

    def play(self, seat: int, move: str) -> None:
        for event in self.pos.play(seat, move):
            seen = event.seen_by(self.seat)
            if seen and (line := seen.sentence()):
                self.console.print("  " + line, highlight=False, markup=False)
        self.moves += 1

    def ask_person(self) -> None:
        """Ask until a legal move comes; an illegal one is refused with its rule."""
        choices = self.pos.choices
        self.console.print(f"\n[bold]{text('play.turn')}[/bold]")
        self.console.print(draw(self.pos.game, self.pos.view(self.seat)))
        self.console.print(Columns([f"[dim]{n}[/dim] {move}" for n, move in enumerate(choices, 1)], padding=(0, 2)))
        while True:
            answer = self.console.input(f"[bold]{text('play.ask', seat=letter(self.seat))}[/bold] > ").strip()
            if answer.startswith("?"):
                self.explain(answer[1:].strip())
            elif answer.lower() in ("q", "quit"):
                raise Quit
            elif answer.lower() in ("h", "hint", "conseil"):
                self.give_hint(choices)
            elif answer and self.try_answer(answer, choices):
                return

    def give_hint(self, choices: list[str]) -> None:
        """The three best moves, from what the person knows."""
        with self.console.status(text("play.hint")):
            best = hint(View(self.pos, self.seat, self.rng), choices, Budget(THINKING), self.rng)
        for each in best:
            self.console.print(f"  {each.share:4.0%}  {choices.index(each.move) + 1:>3}  {each.move}", highlight=False)

    def try_answer(self, answer: str, choices: list[str]) -> bool:
        if answer.isdecimal() and answer not in choices:
            if not 1 <= int(answer) <= len(choices):
                self.console.print(text("play.bad_number", number=answer, last=len(choices)), style="red")
                return False
            answer = choices[int(answer) - 1]
        try:
            self.play(self.seat, answer)
        except PiocheError as error:
            rule = getattr(error, "rule", "")
            self.console.print(f"{rule} {error}".strip(), style="red", highlight=False, markup=False)
            return False
        return True

    def explain(self, topic: str) -> None:
        game = self.pos.game
        if topic in (text("play.all"), "all", "tout"):
            print_rules(self.console, game)
        elif topic:
            explain_rule(self.console, game, topic.upper())
        else:
            self.console.print(text("play.help", example=f"{game.prefix}-04"), markup=False, highlight=False)
            self.console.print(game.say("intro"), style="dim")

    def show_end(self) -> None:
        self.console.print(draw(self.pos.game, str(self.pos)))
        table = Table(text("play.seat"), text("play.score"))
        for seat, points in enumerate(self.pos.scores):
            who = text("play.you") if seat == self.seat else self.bots[seat].name
            crown = " ★" if seat in self.pos.winners else ""
            table.add_row(f"{letter(seat)} ({who}){crown}", str(points))
        self.console.print(table)
