"""What people see and touch: screens, papers, files, and the programs of the tablets.

A face asks anybody below and decides nothing; what is true is in `tournaments`, `clubs` and
`referee`.
"""
