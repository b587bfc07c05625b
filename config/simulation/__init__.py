"""Play without people: the demo, the rehearsal of events, and what must hold in them."""
