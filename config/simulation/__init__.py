"""Simulated play: the demo, the rehearsal of events, and the invariants checked in them."""
