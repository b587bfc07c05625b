"""One shape for every refusal: {"code", "text", "problems", …}, whatever raised it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NotRequired, TypedDict, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from referee.base.refusals import Code, CodedRefusal
from scoring.problems import Problem, ProblemCode
from tournaments import wording
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.system import storage_problems
from web.tablet.api.schema import TextOrEmpty, Time
from web.tablet.api.throttles import PinsShut

STATUS: Final[Mapping[StrEnum, int]] = {
    Code.TABLE_UNKNOWN: 404,
    Code.DEAL_UNKNOWN: 404,
    Code.SHEET_UNKNOWN: 404,
    Code.TABLE_TAKEN: 409,
    Code.PIN_WRONG: 403,
    Code.LEASE_LOST: 409,
    Code.LEASE_SPENT: 409,
    Code.KEY_REUSED: 409,
    Code.SHEET_DIFFERS: 409,
    Code.SHEET_REPLACED: 409,
    Code.ALREADY_CONFIRMED: 409,
    Code.CALL_OPEN: 409,
    Code.CALL_UNKNOWN: 404,
    Reason.RESULT_CHANGED: 409,
}
UNPROCESSABLE: Final = 422
UNAVAILABLE: Final = 503

CODES: Final[Mapping[type[Exception], Code]] = {
    Http404: Code.NOT_FOUND,
    exceptions.NotFound: Code.NOT_FOUND,
    PermissionDenied: Code.NOT_ALLOWED,
    exceptions.PermissionDenied: Code.NOT_ALLOWED,
    exceptions.MethodNotAllowed: Code.METHOD_NOT_OFFERED,
    exceptions.NotAcceptable: Code.FORMAT_NOT_OFFERED,
    exceptions.UnsupportedMediaType: Code.FORMAT_NOT_OFFERED,
    exceptions.NotAuthenticated: Code.LEASE_UNKNOWN,
}


class ProblemAnswer(TypedDict):
    """One thing that is wrong, in words and as a code, with its field, cards and seats."""

    code: str
    field: TextOrEmpty
    cards: list[str]
    seats: list[str]
    values: dict[str, Any]
    text: str


class Refusal(TypedDict):
    """Every refusal has this form; a write that was kept repeats its key and digest."""

    code: str
    text: str
    problems: list[ProblemAnswer]
    heard_at: NotRequired[Time]
    lease: NotRequired[str]
    released_at: NotRequired[Time]
    key: NotRequired[str]
    digest: NotRequired[str]
    kept: NotRequired[bool]


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the answer to an exception of a view; None for a fault of ours, which is a crash."""
    if isinstance(error, Refused):
        first = error.problems[0].code
        turned = error if isinstance(error, CodedRefusal) else CodedRefusal(first, *error.problems)
        return Response(body(turned), status=STATUS.get(turned.code, UNPROCESSABLE))
    if trouble := storage_problems.problem_of(error):
        # The tablet keeps its data and tries again.
        again = {"Retry-After": str(storage_problems.BUSY_AGAIN)}
        refused = body(CodedRefusal(trouble.code, trouble))
        return Response(refused, status=UNAVAILABLE, headers=again)
    response = exception_handler(error, dict(context))
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        response.status_code = UNPROCESSABLE
    response.data = body(_as_refusal(error, response))
    return response


def body(turned: CodedRefusal) -> Refusal:
    """Return a refusal as JSON data: its headline, the words of it, and every problem."""
    first = next((problem for problem in turned.problems if problem.code == turned.code), None)
    refusal = {
        "code": turned.code.value,
        "text": wording.problem_text(first) if first else wording.sentence(turned.code),
        "problems": problem_answers(turned.problems),
        **turned.extras,
    }
    return cast(Refusal, refusal)


def problem_answers(problems: Iterable[Problem]) -> list[ProblemAnswer]:
    """Return problems as JSON data: their codes and the sentences beside them."""
    return [cast(ProblemAnswer, wording.problem_json(problem)) for problem in problems]


def _as_refusal(error: Exception, response: Response) -> CodedRefusal:
    if isinstance(error, exceptions.ValidationError):
        return CodedRefusal(Code.UNREADABLE, *_field_problems(error.detail))
    if isinstance(error, PinsShut):
        return CodedRefusal(Code.PINS_SHUT)
    if isinstance(error, exceptions.Throttled):
        seconds = int(response.get("Retry-After", "1"))
        return CodedRefusal(Code.TOO_OFTEN, refuse(Code.TOO_OFTEN, seconds=seconds))
    if isinstance(error, exceptions.AuthenticationFailed):
        extras: Mapping[str, str] = getattr(error, "extras", {})
        return CodedRefusal(Code(str(error.get_codes())), **extras)
    return CodedRefusal(CODES[type(error)])


def _field_problems(detail: Any) -> Iterator[Problem]:
    for name, field_errors in detail.items():
        for field_error in field_errors:
            if name == "non_field_errors":
                yield Problem(ProblemCode.NOT_AN_OBJECT)
            elif field_error.code == "required":
                yield Problem(ProblemCode.MISSING_FIELD, name, values=(("name", name),))
            else:
                yield refuse(Code.TEXT_MALFORMED, name)
