"""Live tables over HTTP and WebSocket.

| file | what it holds |
|---|---|
| `entries.py` | what can happen at a table: the entries of its log |
| `chairs.py` | who sits where, folded from the log |
| `timing.py` | clocks and deadlines, folded from the log |
| `table.py` | a table: its log played out; knows no network, no disk and no clock |
| `shown.py` | what each recipient is shown of it |
| `race.py` | who was first to slap |
| `schema.py`, `database.py`, `store.py` | the log in SQLite or PostgreSQL: one writer, many appends a commit |
| `room.py` | a table that is awake: commands, acknowledgements, alarms |
| `audience.py` | who follows it, and what each of them is told |
| `hall.py` | all tables of this process, and what the others did |
| `bus.py`, `hints.py` | hints between processes |
| `versions.py` | which releases can serve one database together |
| `presence.py`, `keeping.py` | who is at which process, and which process sees to a table |
| `turns.py`, `queue.py` | whose turn it is to have something computed |
| `crew.py`, `opponents.py`, `worker.py` | bots, hints and reviews, in processes of their own |
| `records.py`, `archive.py`, `reader.py`, `study.py` | finished games: kept, and read |
| `people.py` | guests, their tokens, tickets and links |
| `messages.py`, `socket.py`, `engine.py` | the WebSocket |
| `api.py`, `pages.py`, `app.py` | HTTP |
| `limits.py`, `rubbish.py`, `metrics.py`, `logs.py`, `settings.py`, `words.py` | what a server needs besides |
"""
