"""The HTTP interface, and what every request and answer has."""
