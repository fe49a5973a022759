"""The server: tables on the network. Nothing is lost, and nobody is told too much."""
