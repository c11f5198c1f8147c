"""What is true of a live table, folded from its log of entries: no network, no disk, no clock of its own."""
