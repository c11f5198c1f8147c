"""`pioche serve` and `pioche admin`. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated

import typer

from pioche.server.catalogue import refuse, text
from pioche.table.catalogue import speak
from pioche.table.extras import check_extra


def choose_language(lang: str | None) -> str | None:
    if lang is not None:
        speak(lang)
    return lang


Lang = Annotated[str | None, typer.Option("--lang", callback=choose_language, help=text("help.lang"))]
Database = Annotated[str | None, typer.Option("--database", help=text("help.database"))]
Target = Annotated[Path, typer.Argument(metavar="TARGET", help=text("help.target"))]

admin = typer.Typer(no_args_is_help=True, help=text("help.admin"))


@admin.callback()
def look_after() -> None:
    check_extra("server", "pioche admin")
    from pioche.server.storage.database import keep_private

    keep_private()


def serve(
    host: Annotated[str, typer.Option("--host", help=text("help.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=text("help.port"))] = 8211,
    database: Database = None,
    bus: Annotated[str, typer.Option("--bus", help=text("help.bus"))] = "",
    origin: Annotated[list[str] | None, typer.Option("--origin", help=text("help.origin"))] = None,
    proxy: Annotated[bool, typer.Option("--proxy", help=text("help.proxy"))] = False,
    trusted_proxy: Annotated[list[str] | None, typer.Option("--trusted-proxy", help=text("help.trusted_proxy"))] = None,
    root_path: Annotated[str, typer.Option("--root-path", help=text("help.root_path"))] = "",
    metrics_port: Annotated[
        int | None, typer.Option("--metrics-port", min=1, max=65535, help=text("help.metrics_port"))
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help=text("help.open"))] = False,
    grace: Annotated[float, typer.Option("--grace", min=0, help=text("help.grace"))] = 60.0,
    warm_up: Annotated[bool, typer.Option("--warm-up/--no-warm-up", help=text("help.warm_up"))] = True,
    rate: Annotated[float, typer.Option("--rate", min=0.01, help=text("help.rate"))] = 1.0,
    lang: Lang = None,
) -> None:
    check_extra("server", "pioche serve")
    gc.disable()  # nothing of what is loaded now is rubbish; the server collects again once it stands
    from pioche.server.app import serve as run
    from pioche.server.settings import Settings, checked_proxies, checked_root, default_database

    settings = Settings(
        host, port, database or default_database(), bus, tuple(origin or ()), proxy or bool(trusted_proxy), grace,
        warm_up, rate, trusted=checked_proxies(trusted_proxy), root_path=checked_root(root_path),
        metrics_port=metrics_port,
    )  # fmt: skip
    run(settings, lambda url: announce(url, open_browser))


def announce(url: str, open_browser: bool) -> None:
    print(text("serve.at", url=url), flush=True)
    if open_browser:
        import threading
        import webbrowser

        threading.Timer(1.0, webbrowser.open, [url]).start()


@admin.command(help=text("help.backup"))
def backup(target: Target, database: Database = None, lang: Lang = None) -> None:
    from pioche.server.storage.database_admin import copy_database

    copy_database(chosen(database), target)
    print(text("admin.copied", target=target))


@admin.command(help=text("help.tables"))
def tables(database: Database = None, lang: Lang = None) -> None:
    from pioche.server.storage.database_admin import print_tables

    print_tables(chosen(database))


@admin.command(help=text("help.export"))
def export(target: Target, database: Database = None, lang: Lang = None) -> None:
    from pioche.server.storage.database_admin import export_records

    games = export_records(chosen(database), target)
    print(text("admin.exported", games=games, target=target))


@admin.command(help=text("help.tidy"))
def tidy(
    older_than: Annotated[str, typer.Option("--older-than", metavar="90d", help=text("help.older_than"))] = "90d",
    dry_run: Annotated[bool, typer.Option("--dry-run", help=text("help.dry_run"))] = False,
    database: Database = None,
    lang: Lang = None,
) -> None:
    from pioche.server.storage.retention import tidy as run

    found = run(chosen(database), days_of(older_than), dry_run)
    counts = {"games": found.games, "people": found.people, "tokens": found.tokens, "links": found.links}
    print(text("admin.would_tidy" if dry_run else "admin.tidied", **counts))
    if found.before and not dry_run:
        print(text("admin.size", before=megabytes(found.before), after=megabytes(found.after)))


def days_of(words: str) -> int:
    """`90d` or `90`."""
    number = words.removesuffix("d")
    if not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise refuse("admin.days", words=words)
    return int(number)


def megabytes(size: int) -> str:
    return f"{size / 1e6:.1f}"


def chosen(database: str | None) -> str:
    """The database to look after; it must be there."""
    from pioche.server.settings import default_database
    from pioche.server.storage.database import checked_url

    url = database or default_database()
    made = checked_url(url)
    if made.drivername == "sqlite" and not Path(made.database or "").is_file():
        raise refuse("admin.no_database", path=made.database)
    return url


def add_to(app: typer.Typer) -> None:
    """Make these commands of the whole program."""
    app.command(help=text("help.serve"))(serve)
    app.add_typer(admin, name="admin")
