"""The desk's pages of teams and the captain's page: line-ups and their hours."""
