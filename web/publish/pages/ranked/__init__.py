"""Pages derived from the standings: charts, cross tables, groups, brackets, ranks."""
