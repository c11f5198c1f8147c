"""Explore a position: what is legal and why not, what each seat sees, and how the game could go on.

python examples/explore.py
"""

from collections import Counter
from random import Random

import pioche

pos = pioche.parse("""
kolpa turn=A rounds=1
discard: R3
A: hand R1 G4 J; zone B3
B: hand ?*2; zone Y5
""")

print("A may play:", ", ".join(pos.moves(0)))
try:
    pos.play(0, "kolpa G4")
except pioche.IllegalMove as refused:
    print(f"but not kolpa G4 ({refused.rule}): {refused}")

print("\nB sees:", pos.view(1), sep="\n")

print("\nAfter each move, 200 games played on at random in worlds that A can't tell apart; A wins:")
rng = Random(1)
for move in pos.moves(0):
    won: Counter[bool] = Counter()
    for _ in range(200):
        world = pos.imagine(0, rng)
        world.play(0, move)
        while world.actor is not None:
            world.play(world.actor, rng.choice(world.choices))
        won[world.winners == [0]] += 1
    print(f"  {move:8} {won[True] / 200:4.0%}")
