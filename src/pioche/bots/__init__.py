"""Players that are programs. A bot gets its seat's view and what it may choose from, never the position."""
