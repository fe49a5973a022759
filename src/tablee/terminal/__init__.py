"""A table in the terminal: draws views, asks for moves. Knows no rules."""
