"""Sets of rules of 拱猪: read from values, named as presets, checked, offered and worded.

`rules`, below all packages, has the rules as one frozen value.
"""
