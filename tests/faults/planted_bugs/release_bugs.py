"""Processes of this release and of a later one, to be planted: they serve one database beside each other."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from faults import frozen_entries
from faults.fault_injection import replace
from pioche.core import RULES
from pioche.server.model import entries
from pioche.server.model.entries import AnyEntry
from pioche.server.sessions import lobby, table_session
from pioche.server.storage import log_reader

NOVA = "Nova"  # sits down in a way that only the later release knows
LATER_RULES, LATER_SHOT = 99, 99


def speak(read: Any, write: Any) -> None:
    """From now on entries are read and written so."""
    replace(log_reader, "read_entry", read)
    for module in (lobby, table_session):
        replace(module, "write_entry", write)


def this_reads(body: str) -> Any:
    return msgspec.convert(msgspec.to_builtins(frozen_entries.read_entry(body)), type=AnyEntry)


def of_this_release() -> None:
    """As 0.2 reads and writes its entries, whatever becomes of them later."""

    def write(entry: AnyEntry) -> bytes:
        return frozen_entries.write_entry(msgspec.convert(msgspec.to_builtins(entry), type=frozen_entries.AnyEntry))

    speak(this_reads, write)


def of_a_later_release() -> None:
    """It stores more about everything, tables with a memory aid are played by later rules, and Nova `arrives`."""
    shot = table_session.TableSession._shot
    speak(lambda body: entries.read_entry(json.dumps(as_now(json.loads(body)))), lambda entry: later(entry))

    def later_shot(self: table_session.TableSession) -> Any:
        now = shot(self)
        body = json.loads(str(now["body"]))
        return {**now, "body": json.dumps({**body, "version": LATER_SHOT, "position": {"text": body["position"]}})}

    replace(table_session.TableSession, "_shot", later_shot)


def later(entry: AnyEntry) -> bytes:
    body = json.loads(entries.write_entry(entry)) | {"mood": "merry", "since": {"version": [0, 3]}}
    if body["kind"] == "created":
        body["pace"] = {**body.get("pace", {}), "mercy": 3}
        body["rules"] = LATER_RULES if body.get("memory_aid") else body.get("rules", 1)
    if body["kind"] == "sat" and body["name"] == NOVA:
        body["kind"] = "arrived"
    return json.dumps(body).encode()


def as_now(body: dict[str, Any]) -> dict[str, Any]:
    body["kind"] = {"arrived": "sat"}.get(body["kind"], body["kind"])
    if body.get("rules") == LATER_RULES:
        body["rules"] = RULES
    return body


# Bugs


def wants_to_know_everything() -> None:
    """An entry with a field that is not known is none, as in 0.1."""
    of_this_release()
    known = this_reads

    def strict(body: str) -> Any:
        entry = known(body)
        if "mood" in json.loads(body):
            raise msgspec.ValidationError("Object contains unknown field `mood`")
        return entry

    replace(log_reader, "read_entry", strict)


def fails_at_what_is_new() -> None:
    """An entry of a kind that is not known is an exception."""
    of_this_release()
    known = this_reads

    def fail(body: str) -> Any:
        try:
            return known(body)
        except msgspec.MsgspecError:
            raise KeyError("kind") from None

    replace(log_reader, "read_entry", fail)


def plays_on_anyhow() -> None:
    """What is not known is taken for something that is: rules of later are played as if they were today's."""
    of_this_release()
    known = this_reads
    replace(log_reader, "read_entry", lambda body: known(json.dumps(as_now(json.loads(body)))))
