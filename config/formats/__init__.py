"""How dates and hours are written, where it differs from the framework: a package for a language.

Words are translated in `locale`.
"""
