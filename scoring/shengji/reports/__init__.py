"""Reports of a deal of 升级: read, checked for every problem, and compared.

What they come to is reckoned in `settling`.
"""
