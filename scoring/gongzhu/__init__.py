"""拱猪: its cards, rules, reports and settlement. `engine` is what the door opens to."""
