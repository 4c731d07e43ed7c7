"""What a call raises. `code` is for programs, the message for people."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Type


class PostriderError(Exception):
    """Every failure of a call, and the base of its more specific classes."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        fields: Optional[List[Dict[str, Any]]] = None,
        attempts: int = 1,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: Code of the API, or `connection_failed`, `timeout`, `unreadable_answer`, `idempotency_mismatch`.
        self.code = code
        #: HTTP status. None if there was no response.
        self.status = status
        #: Request id; quote it to support.
        self.request_id = request_id
        #: Seconds until the same request can succeed, if the API says so.
        self.retry_after = retry_after
        #: The invalid fields of a `validation_error`: dictionaries with `path` and `message`.
        self.fields = fields or []
        #: Number of attempts.
        self.attempts = attempts
        #: With it, the same call can be repeated safely for 24 hours.
        self.idempotency_key = idempotency_key


class AuthenticationError(PostriderError):
    """401: the key is missing, unknown, revoked or expired."""


class PermissionDeniedError(PostriderError):
    """403: the key or the organization may not do this."""


class NotFoundError(PostriderError):
    """404: there is no such object, or the key cannot see it."""


class ConflictError(PostriderError):
    """409: not allowed in the current state."""


class ValidationError(PostriderError):
    """400, 413, 415, 422: the request must be changed."""


class RateLimitError(PostriderError):
    """429: too many requests, even after retries."""


class QuotaError(PostriderError):
    """429: a quota is used up for `retry_after` seconds, which may be weeks. Never retried."""


class ServerError(PostriderError):
    """5xx: the API failed, even after retries."""


class ConnectionFailedError(PostriderError):
    """The connection to the API failed or was lost; `__cause__` is the error of the platform."""


class TimedOutError(PostriderError):
    """There was no response in time."""


class IdempotencyMismatchError(PostriderError):
    """The idempotency key was used before for a request with another body. This one was not carried out."""

    def __init__(self, id: str, **details: Any) -> None:
        message = f"the idempotency key belongs to {id}, which has other content"
        super().__init__(message, code="idempotency_mismatch", **details)
        #: Id of the email or event that the key belongs to.
        self.id = id


_BY_STATUS: Dict[int, Type[PostriderError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
}


def error_class(status: int, code: str) -> Type[PostriderError]:
    """The class of an answer. Codes of quotas end in `quota_exceeded`; there may be more of them one day."""
    if status == 429:
        return QuotaError if code.endswith("quota_exceeded") else RateLimitError
    return _BY_STATUS.get(status, ServerError if status >= 500 else PostriderError)
