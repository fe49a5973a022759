"""The contract between games and everything that uses them; depends on no other part of Tablée."""
