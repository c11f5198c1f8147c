"""What who runs a server sees of it."""
