"""What every game shares: positions, notation, views, events, records, and the registry of games."""
