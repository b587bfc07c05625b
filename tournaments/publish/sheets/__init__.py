"""The kinds of paper and files that an event needs, a module a kind: what each one reads."""
