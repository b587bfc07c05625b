"""Mutants: a package with one small change each, and the tests that find it or do not.

A change is a comparison turned by one, half of a condition dropped, part of a key dropped, or a
refusal dropped (`candidates`). One run of the tests records which case entered which line
(`recording`); each mutant then runs the cases that entered the changed line, cheapest first, in a
process of its own that is forked from one that has loaded everything (`running`). What a function
does is exchanged in the living function (`living`), so that whoever has imported it sees the
change. What runs once, when a module is imported, cannot be changed so and is no candidate.

Why not a library: docs/decisions/0041-mutants.md.
"""
