"""Who follows a table in this process, and what each of them is told: what it may see, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from pioche.server.model import recipient_messages
from pioche.server.model.live_table import Happened, LiveTable, Recipient
from pioche.server.model.messages import EMOTES, Presence, Refused, SeenEmote, TableState, Update, write_message
from pioche.table.errors import PiocheError

if TYPE_CHECKING:
    from pioche.server.sessions.table_registry import TableRegistry

PRESENCE = 0.5  # seconds between two words about how many watch


class Viewer(Protocol):
    """Somebody's socket that follows this table."""

    person: str
    address: str
    lang: str

    def send(self, message: bytes) -> None: ...
    def trip(self) -> float: ...


class Watching(NamedTuple):
    """One viewer at one table."""

    viewer: Viewer
    recipient: Recipient


class Subscribers:
    def __init__(self, registry: TableRegistry, table: LiveTable, code: str) -> None:
        self._registry = registry
        self._table = table
        self._code = code
        self.watching: dict[Viewer, Watching] = {}
        self._occasion = (table.now.occasion, registry.seconds())  # the last reason to react, and when we learned of it
        self._sent: dict[Recipient, tuple[int, float]] = {}  # that occasion, and when it was first sent to each
        self._watchers_state: TableState | None = None  # as it is since the last entry
        self._told_presence = Presence(table.id, [], 0), 0.0  # and when

    # Sending news

    def tell(self, news: list[Happened]) -> None:
        """Everybody, each by what it may see."""
        self._watchers_state = None
        if self._occasion[0] != self._table.now.occasion:
            self._occasion = (self._table.now.occasion, self._registry.seconds())
        changed = any(recipient_messages.changes_facts(each, self._table) for each in news)
        moved = self._change_places() if changed else set()
        told = [watching for watching in self.watching.values() if watching.viewer not in moved]
        self._tell_news(told, news, changed)

    def _tell_news(self, told: list[Watching], news: list[Happened], changed: bool) -> None:
        recipients = {watching.recipient for watching in told}
        updates = recipient_messages.updates(
            self._table, recipients, news, self._registry.epoch, self._registry.clock.now()
        )
        messages = {} if changed else {recipient: write_message(update) for recipient, update in updates.items()}
        for viewer, recipient in told:
            if recipient in updates:
                viewer.send(messages.get(recipient) or self._with_facts(updates[recipient], viewer))
                self._note_sent(recipient)

    def _with_facts(self, update: Update, viewer: Viewer) -> bytes:
        facts = recipient_messages.facts(self._table, self._code, viewer.person)
        return write_message(msgspec.structs.replace(update, facts=facts))

    def _change_places(self) -> set[Viewer]:
        """Who sat down or rose since sees the table from there: it is sent everything anew."""
        places = {viewer: self._table.recipient(viewer.person) for viewer in self.watching}
        moved = {viewer for viewer, place in places.items() if place != self.watching[viewer].recipient}
        for viewer in moved:
            self.watching[viewer] = Watching(viewer, places[viewer])
        for viewer in moved:
            self.send_state(self.watching[viewer])
        if moved:
            self.tell_presence()
        return moved

    def send_state(self, watching: Watching) -> None:
        state, clock = self._state_for(watching), recipient_messages.clocks(self._table, self._registry.clock.now())
        now = msgspec.structs.replace(state, clock=clock, present=self.present(), watchers=self.watchers())
        watching.viewer.send(write_message(now))

    def _state_for(self, watching: Watching) -> TableState:
        """All who only ever watched see the same, and many may come at once."""
        viewer, recipient = watching
        if recipient != self._table.watcher or viewer.person in self._table.chairs.played:
            return self._state_of(recipient, viewer.person)
        if self._watchers_state is None:
            self._watchers_state = self._state_of(recipient, "")
        return self._watchers_state

    def _state_of(self, recipient: int, person: str) -> TableState:
        return recipient_messages.state(self._table, recipient, person, self._registry.epoch, self._code)

    def tell_missed(self, watching: Watching, missed: list[Happened]) -> None:
        now = self._registry.clock.now()
        updates = recipient_messages.updates(self._table, [watching.recipient], missed, self._registry.epoch, now)
        for update in updates.values():
            watching.viewer.send(self._with_facts(update, watching.viewer))

    def broadcast(self, message: bytes) -> None:
        for viewer in list(self.watching):
            viewer.send(message)

    def tell_emote(self, seat: int, emote: str) -> None:
        if seat < self._table.seats and emote in EMOTES:
            self.broadcast(write_message(SeenEmote(self._table.id, seat, emote)))

    def tell_refusal(self, why: PiocheError) -> None:
        """That it does not go on here, to each in its language."""
        for viewer in list(self.watching):
            viewer.send(write_message(Refused(why.reason[0], why.sentence(viewer.lang), table=self._table.id)))

    # Presence

    def present(self) -> list[int]:
        """The seats whose person is here, or at another process."""
        here = {watching.recipient for watching in self.watching.values()} - {self._table.watcher}
        return sorted(here | self._registry.presence.seats(self._table.id))

    def watchers(self) -> int:
        return sum(watching.recipient == self._table.watcher for watching in self.watching.values())

    def tell_presence(self) -> None:
        """Everybody, if it has changed; how many watch is told once in a while, where many come and go."""
        presence, now = Presence(self._table.id, self.present(), self.watchers()), self._registry.seconds()
        told, when = self._told_presence
        if presence.present != told.present or (presence != told and now - when > PRESENCE):
            self._told_presence = presence, now
            self.broadcast(write_message(presence))

    # When each saw the last card, by which a slap is judged

    @property
    def occasion_seen(self) -> float:
        """When this process learned of the last reason to react."""
        return self._occasion[1]

    def _note_sent(self, recipient: Recipient) -> None:
        """A card is news once: in a second window it is not seen later for that."""
        if self._sent.get(recipient, (0, 0.0))[0] != self._table.now.occasion:
            self._sent[recipient] = (self._table.now.occasion, self._registry.seconds())

    def sent_to(self, seat: int) -> float:
        """When a seat was sent the card; who came in later is counted with the others: nobody gains by coming late."""
        occasion, sent = self._sent.get(seat, self._occasion)
        return sent if occasion == self._table.now.occasion else self._occasion[1]

    def trips(self) -> list[float]:
        """The round trips of those who may react now, here or at another process."""
        may = {seat for seat in self._table.now.standing.actors if self._table.may_react(seat)}
        here = [each.viewer.trip() for each in self.watching.values() if each.recipient in may]
        elsewhere = self._registry.presence.trips(self._table.id)
        return here + [trip for seat, trip in elsewhere.items() if seat in may]
