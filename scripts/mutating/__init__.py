"""Mutants: a package with one small change each, and the tests that find it or do not.

A change is a comparison turned by one, half of a condition dropped, part of a key dropped, or a
refusal dropped (`candidates`). One run of the tests records which case entered which line
(`recording`); each mutant then runs the cases that entered the changed line, cheapest first, in a
process of its own that is forked from one that has loaded everything (`running`). The code of a
function is exchanged in the live function object (`living`), so that all importers see the change.
Code that runs once, when a module is imported, cannot be changed this way and is no candidate.

Why not a library: docs/decisions/0041-mutants.md.
"""
