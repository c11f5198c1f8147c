"""One client's WebSocket."""
