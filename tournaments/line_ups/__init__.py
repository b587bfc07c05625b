"""Reading line-ups (出场名单): who may play, what is handed in, and what is late.

Handing in and revealing belong to `organise`, hours and places of line-ups to `structure`.
"""
