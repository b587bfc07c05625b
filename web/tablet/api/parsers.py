"""Reads the body of a request as strict JSON of a limited size and depth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, Final

from rest_framework.parsers import BaseParser

from referee.base.handed_in import read_json
from referee.base.refusals import Code, CodedRefusal, problem

BODY_LIMIT: Final = 256 * 1024


class StrictJSONParser(BaseParser):
    """JSON in which no name stands twice and every text can be kept by a database."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        _parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value of the body. Raises CodedRefusal where it is no such JSON."""
        body = stream.read(BODY_LIMIT + 1)
        if len(body) > BODY_LIMIT:
            raise CodedRefusal(Code.UNREADABLE, problem(Code.TOO_LARGE, limit=BODY_LIMIT))
        try:
            text = body.decode()
        except UnicodeDecodeError as error:
            raise CodedRefusal(Code.UNREADABLE, problem(Code.JSON_NOT_TEXT)) from error
        return read_json(text)
