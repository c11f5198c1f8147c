"""`python -m pioche` is the `pioche` command."""

from pioche.cli import main

main()
