"""What nobody should say over the bus: none of it may do harm."""

from __future__ import annotations

import json


def nonsense(table: str = "table") -> list[bytes]:
    """Twenty-four kinds; the last nine are well made, about this table or none."""
    return [
        b"", b"hello", b"{}", b"[]", b"null", b"7", b'"pioche"', b"\x00\xff\xfe\x80 binary", b"{" * 5000,
        b"[" * 100_000,
        b'{"kind":"stored","table":"' + b"x" * 3_000_000 + b'","seq":1}',
        said("sung", song="la"), said("stored", table=7, seq="many"), said("stored", seq=3), said(3, table=table),
        said("stored", table=table, seq=2_000_000_000), said("stored", table="no such table", seq=5),
        said("present", seats=[["nowhere", 25, 1e3], ["", 0, -3.0]]),
        said("slapped", table=table, occasion=2_000_000_000, seat=25, reaction=-3600.0, moves=["slap Z9"]),
        said("smiled", table=table, seat=25, emote="<script>"), said("smiled", table=table, seat=0, emote="tongue"),
        said("absent", table=table, seat=25), said("revoked", person="nobody"), said("beat"),
    ]  # fmt: skip


def said(kind: object, **fields: object) -> bytes:
    return json.dumps({"kind": kind, "process": "stranger", **fields}).encode()
