"""Names: what nobody could see or tell apart is no name."""

from __future__ import annotations

import pytest

from pioche.bots import bot_names
from pioche.server.model.display_names import clean_name, likeness, told_apart
from pioche.table.errors import PiocheError
from server.conftest import Come
from support.deployment import Deployment

CYRILLIC = "\u0410\u0434\u0430"  # Ада


WORLD = ["Ada", "Zoë", "Jean-François", "李小龍", "Ольга", "Ελένη", "مريم", "आशा", "Nguyễn", "R2-D2", "5211", "♥"]
UNSEEN = ["", " ", "\u3164", "\u2800", "\uffa0", "\u115f", "\u034f", "\ufe0f\ufe0f", "\u200d", "\U000e0041"]


@pytest.mark.parametrize("text", [*WORLD, "Ada 李"])
def test_names_of_the_world_are_names(text: str) -> None:
    assert clean_name(f"  {text}\u200b ") == text


@pytest.mark.parametrize("text", [*UNSEEN, "x" * 25])
def test_what_can_not_be_seen_is_no_name(text: str) -> None:
    check_refused(text, "people.name")


@pytest.mark.parametrize("text", ["a" + "\u0334" * 3, "\u0300x", "\u0410da", "A\u03bda", "Ad\u0430"])
def test_what_can_not_be_read_is_no_name(text: str) -> None:
    """Towers of marks, and letters of another script that look like these."""
    check_refused(text, "people.odd_name")


@pytest.mark.parametrize("text", [*bot_names(), "Level 5", "LEVEL5", "levei5", "Thumb!", "r a n d o m", "l\u3164evel5"])
def test_nobody_is_called_like_a_bot(text: str) -> None:
    check_refused(text, "people.bot_name")


def check_refused(text: str, why: str) -> None:
    with pytest.raises(PiocheError) as refused:
        clean_name(text)
    assert refused.value.reason[0] == why


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "ADA"), ("Ada", "\u0410\u0501\u0430"), ("Bill", "BiII"), ("Bob", "B0b"), ("corn", "com")]
)
def test_names_that_look_alike_are_told_apart(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)
    assert told_apart([one, "Eve", other, ""]) == [f"{one} (1)", "Eve", f"{other} (2)", ""]


def test_others_are_left_as_they_are() -> None:
    names = ["Ada", "Adam", "Zoe", "Zoë", CYRILLIC, "", ""]
    assert told_apart(names) == names


@pytest.mark.anyio
async def test_two_of_one_name_are_numbered_at_their_table(house: Deployment, come: Come) -> None:
    ada, twin = await come(house, "Ada"), await come(house, "ada")
    table = await ada.make_table("kolpa", "you", "open", "open")
    assert (await ada.get(f"/api/tables/{table}"))["chairs"][0]["name"] == "Ada"
    facts = await twin.sit(table)
    assert [chair.get("name") for chair in facts["chairs"][:2]] == ["Ada (1)", "ada (2)"]
    assert (await twin.post(f"/api/tables/{table}/leave"))["chairs"][0]["name"] == "Ada"
