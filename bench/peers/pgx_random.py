"""Pgx's Leduc hold'em and 2048 (no larger card game of its needs no downloads), batches on the CPU.

One step is one move with observation and mask, as in our vector environment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NAME = "Pgx leduc_holdem, 4,096 tables at once on the CPU"
TABLES, STEPS = 4096, 50


def play() -> Callable[[], int]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    step = auto_reset(env.step, env.init)

    def turn(carry: Any, key: Any) -> Any:
        state = carry
        first, second = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(first, logits, axis=1)
        return jax.vmap(step)(state, actions, jax.random.split(second, TABLES)), state.observation.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(turn, state, jax.random.split(key, STEPS)))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, TABLES))

    def some_steps() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state, told = run(state, now)
        told.block_until_ready()
        return TABLES * STEPS

    return some_steps
