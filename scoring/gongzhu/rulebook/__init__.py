"""Sets of rules of 拱猪: read from values, named as presets, checked, offered and put into phrases.

The rules as one frozen value are `rules`, below all packages.
"""
