"""Fees of entries, taken and taken back, and prizes paid out.

Prizes are computed in `standings.prizes`; nothing is paid online.
"""

from clubs.fees.paying import live, set_fee, take_back, take_fee
from clubs.fees.prizes import pay_prize
from clubs.fees.reading import FeeList, fee_list, owing

__all__ = ["FeeList", "fee_list", "live", "owing", "pay_prize", "set_fee", "take_back", "take_fee"]
