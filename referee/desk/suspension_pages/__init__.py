"""停赛 at the desk: drafts for two cards, who is suspended, and who sits all the same."""
