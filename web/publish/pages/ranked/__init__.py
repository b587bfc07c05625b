"""What follows from the standings on a page: charts, cross tables, groups, brackets, ranks."""
