"""The terminal's screen: rich breaks lines at no-break spaces too, so they are held while it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

NO_BREAK, HELD = "\u00a0", "\ue000"  # for rich, the second one is a letter like others, one column wide


class Screen(Console):
    """A console that begins no line with a colon, and leaves no « at the end of one."""

    def render_str(self, text: str, **how: Any) -> Text:
        return super().render_str(text.replace(NO_BREAK, HELD), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield Segment(segment.text.replace(HELD, NO_BREAK), segment.style, segment.control)
