"""Known mistakes, built in on purpose: every checker must notice the one that it is for."""
