"""Exports for other programs: XLSX and CSV of results and of standings."""

from web.publish.exports.kinds import KINDS

__all__ = ["KINDS"]
