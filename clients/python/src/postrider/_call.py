"""A call as the methods of the client describe it, and what comes back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any, Dict, List, Mapping, Optional, Union
from urllib.parse import quote


@dataclass(frozen=True)
class Options:
    """Options of a client, or of a single call. None: the default."""

    #: Seconds of each attempt, with the body of the response. Default: 30.
    timeout: Optional[float] = None
    #: Seconds of all attempts and the waits between them. Default: 90.
    total_timeout: Optional[float] = None
    #: Retries after the first attempt. Default: 2.
    max_retries: Optional[int] = None
    #: Return the answer to a key that was used for another request, instead of raising. Default: False.
    allow_idempotency_mismatch: Optional[bool] = None

    def or_else(self, others: "Options") -> "Options":
        """These options, with those of others where there is none."""
        names = ("timeout", "total_timeout", "max_retries", "allow_idempotency_mismatch")
        own = {name: getattr(self, name) for name in names}
        return Options(**{name: getattr(others, name) if own[name] is None else own[name] for name in names})


DEFAULTS = Options(timeout=30, total_timeout=90, max_retries=2, allow_idempotency_mismatch=False)


@dataclass(frozen=True)
class Request:
    """A request of the API: a path below its base URL, with its parts encoded."""

    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    #: Sent as JSON, or as it is if it is bytes.
    body: Any = None
    content_type: str = "application/json"
    #: What the answer is read as: json, json-or-none, none or bytes.
    read: str = "json"
    idempotency_key: Optional[str] = None
    #: Making it twice does what making it once does.
    is_repeatable: bool = False


@dataclass(frozen=True)
class RateLimit:
    """Rate limit of the key: the limit, the requests that are left, and the seconds until all are again."""

    limit: int
    remaining: int
    reset: float


@dataclass(frozen=True)
class ResponseInfo:
    """Metadata of a response."""

    status: int
    #: Request id; quote it to support.
    request_id: Optional[str]
    #: Number of attempts.
    attempts: int
    #: The response is that of an earlier request with the same idempotency key.
    replayed: bool
    #: That earlier request had another body: this one was not carried out.
    mismatched: bool
    #: The key that was sent, given or generated.
    idempotency_key: Optional[str]
    rate_limit: Optional[RateLimit]
    #: Unknown fields of the body, which were ignored, with a suggestion after `=`: `colour`, `test=text`.
    unknown_fields: List[str]


class Answer(Dict[str, Any]):
    """A response: a dictionary as any other, with the metadata beside it."""

    response: ResponseInfo


def response_of(answer: Union[Mapping[str, Any], Answer]) -> ResponseInfo:
    """The metadata of a response that a method of the client has returned."""
    if not isinstance(answer, Answer):
        raise TypeError("this is not a response of the client")
    return answer.response


def path_of(template: str, *parts: Union[str, int]) -> str:
    """A path with its parts encoded: `path_of("/emails/{}", id)`.

    Raises ValueError for a part that would make it another path: an empty one names the list, dots the folder above.
    """
    for part in parts:
        if str(part) in ("", ".", ".."):
            raise ValueError(f"an id is needed, not {part!r}")
    return template.format(*(quote(str(part), safe="") for part in parts))


def to_json(value: Any) -> bytes:
    """The body of a request. Dates are sent as the API takes them."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_json_of).encode()


def _json_of(value: Any) -> str:
    if isinstance(value, date):
        return text_of(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def text_of(value: Any) -> str:
    """A value of a query, or a date: a time without a zone is local."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)
