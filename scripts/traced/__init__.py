"""The requests that `scripts.trace` follows, and which files they enter."""
