"""What Pioche brings only if asked for: each extra of the package, and what must be there when it was installed.

`pip install 'pioche[server]'` installs an extra. Whatever can't do without one calls `check_extra` before it begins.
"""

from __future__ import annotations

from importlib.util import find_spec

from pioche.table.catalogue import Phrase
from pioche.table.errors import MissingExtra

EXTRAS: dict[str, tuple[str, ...]] = {  # and the packages that are imported of it
    "cuda": ("numba",),
    "dask": ("dask", "distributed"),
    "envs": ("gymnasium", "pettingzoo"),
    "jit": ("numba",),
    "lab": ("matplotlib", "polars", "pyarrow"),
    "openspiel": ("pyspiel",),
    "parquet": ("pyarrow",),
    "ray": ("ray",),
    "reports": ("matplotlib",),
    "server": (
        "alembic", "fastapi", "httptools", "prometheus_client", "psycopg", "redis", "sqlalchemy", "uvicorn",
        "websockets",
    ),
}  # fmt: skip


def is_installed(extra: str) -> bool:
    """Is all of it there? Nothing is loaded to find out."""
    return all(find_spec(package) is not None for package in EXTRAS[extra])


def check_extra(extra: str, what: str | Phrase) -> None:
    """Refuse what needs an extra that is not there, in one sentence that says how to have it."""
    if not is_installed(extra):
        raise MissingExtra("setup.extra", what=what, extra=extra)
