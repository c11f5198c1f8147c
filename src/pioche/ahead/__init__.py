"""Machine code made ahead: a game's rules as native objects for every platform, and as WebAssembly.

Numba translates the rules to LLVM's language as it always does; here that is kept, freed of what belongs to Numba, and
made into code for other processors. Needs Numba, and `ziglang` to link for other platforms; what is made needs neither.
`python -m pioche.ahead` makes objects for this machine, `make ahead` all.
"""
