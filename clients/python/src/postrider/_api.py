"""Makes the calls that the methods of the client describe: attempts, waits and errors."""

from __future__ import annotations

import json
import random
import re
import time
from http.client import HTTPMessage
from typing import Any, Dict, Mapping, Optional
from urllib.parse import urlencode, urlsplit

from ._call import DEFAULTS, Answer, Options, RateLimit, Request, ResponseInfo, text_of, to_json
from ._exchange import Late, Lost, NotConnected, Response, exchange
from .errors import (
    ConnectionFailedError,
    IdempotencyMismatchError,
    PostriderError,
    QuotaError,
    RateLimitError,
    ServerError,
    TimedOutError,
    error_class,
)

VERSION = "0.1.0"

#: A call never waits longer than this: the error says how long to wait.
_RETRY_AFTER_MAX = 10.0
_FIRST_BACKOFF = 0.5
_BACKOFF_MAX = 8.0
#: Added to the requested delay, so that clients do not retry at the same time.
_RETRY_AFTER_SPREAD = 0.25


class Api:
    """The calls of one client. It may be used by several threads."""

    def __init__(self, api_key: str, base_url: str, options: Options) -> None:
        self._base = urlsplit(base_url)
        if self._base.scheme not in ("http", "https") or not self._base.hostname:
            raise ValueError(f"base_url is not an http(s) URL: {base_url!r}")
        self._prefix = self._base.path.rstrip("/") or "/api/v1"
        self._api_key = api_key
        self._options = options.or_else(DEFAULTS)

    def options_of(self, options: Optional[Options]) -> Options:
        """The options of a call, with those of the client where it has none."""
        return (options or Options()).or_else(self._options)

    def call(self, request: Request, options: Optional[Options] = None) -> Any:
        """Makes a call, with its retries. Raises PostriderError."""
        set_ = self.options_of(options)
        body = _body_of(request)
        deadline = time.monotonic() + (set_.total_timeout or 0)
        attempts = 0
        while True:
            attempts += 1
            timeout = min(set_.timeout or 0, deadline - time.monotonic())
            try:
                response = self._attempt(request, body, timeout, attempts)
                return _checked(_read(response, request, attempts), set_)
            except PostriderError as error:
                wait = _wait_before_retry(error, request, attempts - 1)
                is_last = attempts > (set_.max_retries or 0)
                if wait is None or is_last or time.monotonic() + wait >= deadline:
                    raise
            time.sleep(wait)

    def _attempt(self, request: Request, body: Optional[bytes], timeout: float, attempts: int) -> Response:
        tried = {"attempts": attempts, "idempotency_key": request.idempotency_key}
        path = self._prefix + request.path + _search(request.query)
        headers = {"Authorization": f"Bearer {self._api_key}", "User-Agent": f"postrider-python/{VERSION}"}
        if body is not None:
            headers["Content-Type"] = request.content_type
        if request.idempotency_key is not None:
            headers["Idempotency-Key"] = request.idempotency_key
        try:
            return exchange(self._base, request.method, path, headers=headers, body=body, timeout=timeout)
        except (NotConnected, Lost) as error:
            message = f"no connection to the API: {error}"
            raise ConnectionFailedError(message, code="connection_failed", **tried) from error
        except Late as error:
            raise TimedOutError(str(error), code="timeout", **tried) from error


def _body_of(request: Request) -> Optional[bytes]:
    if request.body is None or isinstance(request.body, bytes):
        return request.body
    return to_json(request.body)


def _search(query: Optional[Mapping[str, Any]]) -> str:
    given = {name: text_of(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _read(response: Response, request: Request, attempts: int) -> Any:
    """Raises PostriderError when the answer says that the request was refused, or cannot be read."""
    tried = {"attempts": attempts, "idempotency_key": request.idempotency_key}
    if not 200 <= response.status < 300:
        raise _refusal(response, tried)
    if request.read == "none" or (request.read == "json-or-none" and not response.body):
        return None
    if request.read == "bytes":
        return response.body
    try:
        value = json.loads(response.body)
    except ValueError as error:
        raise PostriderError(
            f"the answer could not be read: {error}",
            code="unreadable_answer",
            status=response.status,
            **tried,
        ) from error
    if not isinstance(value, dict):
        raise PostriderError("the answer is no object", code="unreadable_answer", status=response.status, **tried)
    answer = Answer(value)
    answer.response = _info_of(response, tried)
    return answer


def _info_of(response: Response, tried: Dict[str, Any]) -> ResponseInfo:
    headers = response.headers
    return ResponseInfo(
        status=response.status,
        request_id=headers.get("x-request-id"),
        replayed=headers.get("idempotent-replayed") == "true",
        mismatched=headers.get("idempotent-mismatch") == "true",
        rate_limit=_rate_limit_of(headers),
        unknown_fields=[name for name in headers.get("postrider-unknown-fields", "").split(", ") if name],
        **tried,
    )


def _rate_limit_of(headers: HTTPMessage) -> Optional[RateLimit]:
    names = ("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset")
    limit, remaining, reset = (headers.get(name, "") for name in names)
    if not re.fullmatch("[0-9]+", limit):
        return None
    return RateLimit(int(limit), *(int(text) if re.fullmatch("[0-9]+", text) else 0 for text in (remaining, reset)))


def _refusal(response: Response, tried: Dict[str, Any]) -> PostriderError:
    """A proxy may answer anything: then only the status says what happened."""
    error = _error_in(response.body)
    code = error.get("code")
    seconds = response.headers.get("retry-after", "")
    unknown = "internal_error" if response.status >= 500 else "unreadable_answer"
    return error_class(response.status, code or "")(
        error.get("message") or f"the API answered {response.status}",
        code=code or unknown,
        status=response.status,
        request_id=response.headers.get("x-request-id"),
        retry_after=int(seconds) if re.fullmatch("[0-9]+", seconds) else None,
        fields=error.get("fields"),
        **tried,
    )


def _error_in(body: bytes) -> Dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    error = value.get("error") if isinstance(value, dict) else None
    return error if isinstance(error, dict) and isinstance(error.get("code"), str) else {}


def _checked(answer: Any, options: Options) -> Any:
    if not isinstance(answer, Answer) or not answer.response.mismatched or options.allow_idempotency_mismatch:
        return answer
    info = answer.response
    raise IdempotencyMismatchError(
        str(answer.get("id")),
        status=info.status,
        request_id=info.request_id,
        attempts=info.attempts,
        idempotency_key=info.idempotency_key,
    )


def _wait_before_retry(error: PostriderError, request: Request, retry: int) -> Optional[float]:
    """Seconds before the same request is made again; None: it is not."""
    if not _may_repeat(error, request):
        return None
    if error.retry_after is None:
        return random.random() * min(_BACKOFF_MAX, _FIRST_BACKOFF * 2**retry)
    if error.retry_after > _RETRY_AFTER_MAX:
        return None
    return error.retry_after + random.random() * _RETRY_AFTER_SPREAD


def _may_repeat(error: PostriderError, request: Request) -> bool:
    """What is not safe to make twice is repeated only when the API cannot have begun with it."""
    if isinstance(error, QuotaError):
        return False
    if isinstance(error, RateLimitError) or isinstance(error.__cause__, NotConnected):
        return True
    is_safe = request.method != "POST" or request.idempotency_key is not None or request.is_repeatable
    passes = isinstance(error, (ConnectionFailedError, TimedOutError, ServerError)) or error.status == 408
    return is_safe and passes
