"""What a list says: workbooks, tables and pasted lines become entries, questions and reasons.

Nothing here is stored and no database is asked; whom a name means in the register is decided in
`members`, and the words of the reasons stand in `reasons`.
"""
