"""The browser client in a real Chromium: server, database and sockets are real too."""
