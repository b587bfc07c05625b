"""拱猪: its cards, rules, reports and settlement. `engine` implements `scoring.game.Game`."""
