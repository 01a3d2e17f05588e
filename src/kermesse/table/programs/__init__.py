"""A program's side: at somebody else's table."""
