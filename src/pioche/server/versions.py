"""Which releases can serve one database together.

`READER` is what this release can read. It grows with every release whose entries, snapshots or tables of the database
an earlier one can't read, and only then. The database says (`min_reader`) what a process must be able to read at least.
"""

from __future__ import annotations

READER = 2  # 0.1 was 1, and does not ask
