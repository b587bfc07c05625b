"""Forms of a club: its accounts, rules, members, fees, seasons, and how it is entered."""
