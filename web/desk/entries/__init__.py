"""The entries of an event at the desk: lists, pastes, one entry, its seeding, how it leaves."""
