"""Names: what may be shown, and when two of them look alike."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pioche.bots import bot_names
from pioche.server.catalogue import refuse

NAME = 24  # characters
MARKS = 2  # on one letter

# What shows as nothing though it is no control character: fillers, selectors, an empty Braille cell
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U0001d159\U000e0000-\U000e0fff]"
)
ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")  # scripts with letters in common
# Letters of other scripts, and digits, that look like these
LOOK_LIKE = {
    "a": "\u0410\u0430\u0391\u03b1\u0251", "b": "\u0412\u0392", "c": "\u0421\u0441", "d": "\u0501",
    "e": "\u0415\u0435\u0395", "g": "\u0261", "h": "\u041d\u04bb\u0397", "i": "\u0406\u0456\u0399\u03b9\u01311|lLI",
    "j": "\u0408\u0458", "k": "\u041a\u039a", "m": "\u041c\u039c", "n": "\u039d", "o": "\u041e\u043e\u039f\u03bf0",
    "p": "\u0420\u0440\u03a1\u03c1", "q": "\u051b", "s": "\u0405\u0455", "t": "\u0422\u03a4", "u": "\u03c5",
    "v": "\u03bd", "w": "\u051d", "x": "\u0425\u0445\u03a7", "y": "\u0423\u0443\u03a5", "z": "\u0396",
}  # fmt: skip
LETTERS = {ord(other): letter for letter, others in LOOK_LIKE.items() for other in others}


def clean_name(name: str) -> str:
    """A name as it may be shown: nothing invisible, no runs of spaces, not too long, and nobody else's."""
    spaced = " ".join(INVISIBLE.sub("", unicodedata.normalize("NFC", name)).split())
    name = " ".join("".join(c for c in spaced if c == " " or unicodedata.category(c)[0] not in "CZ").split())
    if not 1 <= len(name) <= NAME:
        raise refuse("people.name", most=NAME)
    if has_too_many_marks(name) or len(scripts(name)) > 1:
        raise refuse("people.odd_name", most=MARKS)
    if re.sub(r"[\W_]", "", likeness(name)) in map(likeness, bot_names()):
        raise refuse("people.bot_name")
    return name


def has_too_many_marks(name: str) -> bool:
    """Marks stand on letters, and letters stay in their line."""
    marks = MARKS
    for each in name:
        marks = marks + 1 if unicodedata.category(each)[0] == "M" else 0
        if marks > MARKS:
            return True
    return False


def scripts(name: str) -> set[str]:
    """Those of its scripts whose letters could be taken for each other's."""
    words = {unicodedata.name(each, "").split(" ")[0] for each in name if each.isalpha()}
    return words & set(ALIKE)


@lru_cache(1024)
def likeness(name: str) -> str:
    """The same for names that look the same at a glance."""
    plain = unicodedata.normalize("NFKC", name).translate(LETTERS).casefold().translate(LETTERS)
    return plain.replace("rn", "m").replace("vv", "w")


def told_apart(names: Sequence[str]) -> list[str]:
    """Names at one table; those that look alike are numbered."""
    alike, seen = Counter(map(likeness, names)), Counter[str]()
    told = []
    for name in names:
        seen[likeness(name)] += 1
        told.append(f"{name} ({seen[likeness(name)]})" if name and alike[likeness(name)] > 1 else name)
    return told
