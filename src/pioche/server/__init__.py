"""Live tables over HTTP and WebSocket. Imports only go down this list; docs/server.md follows a move through it.

| package | what it holds |
|---|---|
| `app.py`, `serve_commands.py` | the application and its process; `pioche serve` and `pioche admin` |
| `http/` | routes, plain pages, static files, cookies, security headers, what a connection may send |
| `ws/` | one client's WebSocket: frames, protocol, commands and answers |
| `sessions/` | tables that are awake: the registry, commands, who follows, autoplay, reactions, expiry, presence |
| `jobs/` | what is computed behind play: replays and records, reviews, studies, compiling |
| `bots/` | bots at live tables: a pool of processes, and the program that runs in them |
| `queue/` | whose turn it is to have something computed, and the processes that compute |
| `storage/` | the log of entries in SQLite or PostgreSQL, accounts, tickets, lists, other processes' news |
| `model/` | pure: a live table folded from its entries, clocks, seats, races, messages, what each recipient sees |
| `ops/` | logs, metrics, the garbage collector, how long the loop was held |
| `limits/` | how much an address, a person, a connection may ask |
| `settings.py`, `catalogue.py` | how a server is run; what it says |
"""
