"""Our games in the interfaces of others."""
