"""The entries of an event at the desk: lists, single entries, seeding, withdrawal."""
