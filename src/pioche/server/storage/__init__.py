"""What is kept in the database, and what processes on one database tell each other."""
