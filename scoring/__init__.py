"""The rules of the games: cards, legality, settlement, and the games that are built in.

Everything here is a pure function of its arguments and needs nothing but the standard library.
The rest of the program uses `scoring.game`. This module only registers the games that come with
the program, so that any import of `scoring` finds them.
"""

from scoring.game import register
from scoring.gongzhu.engine import GONGZHU
from scoring.shengji.engine import SHENGJI

register(GONGZHU)
register(SHENGJI)
