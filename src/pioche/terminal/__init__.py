"""The table in a terminal: drawing positions, and a person playing against bots."""
