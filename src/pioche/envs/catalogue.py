"""What the environments say."""

from __future__ import annotations

from pioche.table.catalogue import catalogue_beside

CATALOGUE = catalogue_beside(__file__)
