"""The walls of the hall: who sits where, seats by surname, standings and winners."""
