"""Every way in, from nothing: `make ship`."""
