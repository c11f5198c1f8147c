"""What a game was worth to each seat: nothing is won in all that is not lost by others."""

from __future__ import annotations

from typing import Any

import numpy as np


def returns(won: Any, seats: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """From who has won, one bit a seat: 1 to a sole winner, -1 / (seats - 1) to each loser; a tie shares both."""
    masks = np.asarray(won)[..., None] >> np.arange(seats) & 1
    shares = masks / np.maximum(masks.sum(axis=-1, keepdims=True), 1)
    worth = (seats * shares - 1) / (seats - 1)
    return np.where(masks.any(axis=-1, keepdims=True), worth, 0).astype(np.float32)
