"""A simulator of servers, stores, networks and people: from one number a whole history, checked."""
