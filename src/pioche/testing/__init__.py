"""What a game must hold, as tests that any game can be put through: hand-written cases, and laws."""
