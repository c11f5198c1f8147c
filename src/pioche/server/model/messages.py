"""What goes over the WebSocket. Every message is one JSON object with a `type`; unknown fields are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from pioche.server.model.entries import Reaction

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]

MOVES = 20  # in one message
EMOTES = ("hello", "well_played", "oops", "hurry", "thanks", "wow")


class Message(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    pass


# From a client


class Hello(Message, tag="hello"):
    """The first message: a ticket from `POST /api/ticket`."""

    ticket: Annotated[str, msgspec.Meta(max_length=200)]
    lang: Annotated[str, msgspec.Meta(pattern="^(fr|en)$")] = "fr"


class Watch(Message, tag="watch"):
    """Follow a table, from one's seat or as a spectator; with epoch and seq, go on where one was."""

    table: TableId
    epoch: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seq: Count = 0


class Unwatch(Message, tag="unwatch"):
    table: TableId


class Play(Message, tag="play"):
    """Moves for a position one has seen: all of them, or none."""

    id: CommandId
    table: TableId
    base: Count
    moves: Annotated[list[MoveText], msgspec.Meta(min_length=1, max_length=MOVES)]


class Try(Message, tag="try"):
    """Would this move be legal, after others of one's own? Nothing is played."""

    id: CommandId
    table: TableId
    move: MoveText
    after: Annotated[list[MoveText], msgspec.Meta(max_length=MOVES - 1)] = []


class Hint(Message, tag="hint"):
    """Which moves are best? In games where all others are bots."""

    id: CommandId
    table: TableId


class Concede(Message, tag="concede"):
    id: CommandId
    table: TableId


class Emote(Message, tag="emote"):
    table: TableId
    emote: Annotated[str, msgspec.Meta(max_length=20)]


class Pong(Message, tag="pong"):
    n: Count


FromClient = Hello | Watch | Unwatch | Play | Try | Hint | Concede | Emote | Pong


# To a client


class Welcome(Message, tag="welcome"):
    person: str
    name: str
    epoch: str
    emotes: tuple[str, ...] = EMOTES


class SeenEvent(msgspec.Struct, omit_defaults=True):
    kind: str
    details: Mapping[str, str | int]
    key: str | None = None  # of its log line in the catalogue


class SeenEntry(msgspec.Struct, omit_defaults=True):
    """Something that happened at the table, as the recipient may see it."""

    seq: int  # in the recipient's own stream
    at: int
    kind: str
    seat: int | None = None
    by: str = ""
    name: str = ""
    events: list[SeenEvent] = []
    race: list[Reaction] = []
    table: str = ""
    seats: list[int] = []


class SeenChair(msgspec.Struct, omit_defaults=True):
    kind: str
    name: str = ""
    bot: str = ""
    you: bool = False
    reserved: bool = False
    away: bool = False
    conceded: bool = False
    promise: str = ""  # SHA-256 of its part of the shuffle
    revealed: bool = False  # … which it has given since
    owes: bool = False  # its promise is void: a new one is asked for
    agreed: bool = False  # to end the game here
    yours: bool = False  # a bot plays here for you, and you can come back …
    taken: bool = False  # … though the host had it taken from you
    robbed: bool = False  # the host took it from somebody who was here: who must agree too before the game is ended


class TableFacts(msgspec.Struct, omit_defaults=True):
    """All that is public about a table besides its cards."""

    id: str
    code: str
    game: str
    players: int
    options: dict[str, str | int]
    pace: dict[str, Any]
    race: str
    public: bool
    memory_aid: bool
    patience: str
    start: str
    status: str
    host: int | None  # the host's seat
    commitment: str
    chairs: list[SeenChair]
    previous: str = ""
    rematch: str = ""
    late: bool = False  # others than those who were dealt in may take a bot's seat
    deal: str = ""  # what is dealt, as the commitment says it


class GameView(msgspec.Struct, omit_defaults=True):
    """The cards, as the recipient may see them, and what is asked of whom."""

    view: str
    scores: list[int]
    actors: list[int]
    waited: list[int]
    reacting: bool = False
    winners: list[int] = []
    figures: dict[str, list[int]] = {}  # what the table counts for its players


class Clocks(msgspec.Struct, omit_defaults=True):
    """Milliseconds that are left: until each seat's deadline (waited-for seats only), and of each seat's reserve."""

    left: dict[int, int]
    reserve: list[int]


class TableState(Message, tag="state"):
    """Everything a recipient may know of a table."""

    table: str
    epoch: str
    seq: int
    seat: int | None
    facts: TableFacts
    moves: list[str]
    over: bool
    game: GameView | None = None
    clock: Clocks | None = None
    history: list[SeenEntry] = []
    present: list[int] = []
    watchers: int = 0


class Update(Message, tag="update"):
    """What happened since, and how things stand now."""

    table: str
    epoch: str
    seq: int
    entries: list[SeenEntry]
    moves: list[str]
    over: bool
    game: GameView | None = None
    clock: Clocks | None = None
    facts: TableFacts | None = None  # if they changed


class Ack(Message, tag="ack"):
    """The command's entry is stored; `seq` is its number in one's own stream."""

    id: str
    table: str
    seq: int


class Refused(Message, tag="refused"):
    """A command was not carried out, and nothing has changed."""

    code: str
    message: str
    id: str = ""
    table: str = ""
    rule: str = ""
    seq: int | None = None  # where the recipient's stream stands
    details: dict[str, Any] = {}


class Tried(Message, tag="tried"):
    """It would be legal; and how things would stand, unless that would show one something new."""

    id: str
    table: str
    view: str = ""
    moves: list[str] = []


class WeighedMove(msgspec.Struct):
    """A move, and the share of a victory that it is thought to bring, from what the seat knows."""

    move: str
    share: float


class Hinted(Message, tag="hinted"):
    """The best moves where the recipient's stream stood at `seq`, the very best first."""

    id: str
    table: str
    seq: int
    moves: list[WeighedMove]


class Presence(Message, tag="presence"):
    table: str
    present: list[int]
    watchers: int


class SeenEmote(Message, tag="emote"):
    table: str
    seat: int
    emote: str


class Ping(Message, tag="ping"):
    n: int


class Bye(Message, tag="bye"):
    """The server will close: come back at once (`restart`) or not (`revoked`)."""

    code: str


read_message = msgspec.json.Decoder(FromClient).decode
write_message = msgspec.json.Encoder().encode
