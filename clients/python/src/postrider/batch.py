"""Emails by the hundred."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ._call import to_json
from .attachments import with_encoded_attachments
from .errors import IdempotencyMismatchError, PostriderError

_EMAILS_MAX = 100
#: A little less than the API accepts.
_BYTES_MAX = 18_000_000


@dataclass(frozen=True)
class BatchResult:
    """The result of one email of a batch."""

    index: int
    idempotency_key: str
    #: Id of the accepted email. None: it was not accepted.
    id: Optional[str] = None
    #: `code`, `message` and perhaps `fields`. Also `not_attempted` and `idempotency_mismatch`.
    error: Optional[Dict[str, Any]] = None
    #: The result as the API gave it: `suppressed`, `warnings`.
    item: Optional[Dict[str, Any]] = None

    @property
    def ok(self) -> bool:
        """The email was accepted."""
        return self.error is None


class BatchError(PostriderError):
    """A whole request of a batch failed, after its retries: earlier emails were accepted, later ones not attempted.

    Repeat those that are not `ok` with their `idempotency_key`: nothing is sent twice.
    """

    def __init__(self, message: str, results: List[BatchResult], **details: Any) -> None:
        super().__init__(message, **details)
        #: One for each email, in order.
        self.results = results


def send_parts(
    emails: Sequence[Mapping[str, Any]],
    send: Callable[[bytes], Mapping[str, Any]],
    *,
    prefix: Optional[str],
    allow_mismatch: bool,
) -> List[BatchResult]:
    """Sends emails, as many a request as it takes. Each one has a key of its own before the first attempt."""
    prefix = prefix or str(uuid.uuid4())
    keyed = [{"idempotency_key": f"{prefix}:{n}", **with_encoded_attachments(email)} for n, email in enumerate(emails)]
    results: List[BatchResult] = []
    for part, body in _parts(keyed):
        try:
            items = send(body).get("data") or []
        except PostriderError as error:
            raise _batch_error(error, keyed, results, len(part)) from error
        for n, email in enumerate(part):
            item = items[n] if n < len(items) else None
            results.append(_result_of(len(results), email["idempotency_key"], item, allow_mismatch))
    return results


def _parts(emails: Sequence[Dict[str, Any]]) -> Iterator[Tuple[List[Dict[str, Any]], bytes]]:
    part: List[Dict[str, Any]] = []
    texts: List[bytes] = []
    size = 0
    for email in emails:
        text = to_json(email)
        if part and (len(part) == _EMAILS_MAX or size + len(text) > _BYTES_MAX):
            yield part, b"[" + b",".join(texts) + b"]"
            part, texts, size = [], [], 0
        part.append(email)
        texts.append(text)
        size += len(text)
    if part:
        yield part, b"[" + b",".join(texts) + b"]"


def _result_of(index: int, key: str, item: Optional[Dict[str, Any]], allow_mismatch: bool) -> BatchResult:
    if item is None:
        error = {"code": "unreadable_answer", "message": "the answer has no such item"}
        return BatchResult(index, key, error=error)
    if "error" in item:
        return BatchResult(index, key, error=item["error"])
    if item.get("idempotent_mismatch") and not allow_mismatch:
        mismatch = IdempotencyMismatchError(item["id"])
        return BatchResult(index, key, error={"code": mismatch.code, "message": mismatch.message})
    return BatchResult(index, key, id=item["id"], item=item)


def _batch_error(
    cause: PostriderError, emails: Sequence[Dict[str, Any]], results: List[BatchResult], failed: int
) -> BatchError:
    begin, end = len(results), len(results) + failed
    rest = []
    for index, email in enumerate(emails[begin:], begin):
        error = {"code": "not_attempted", "message": "an earlier request failed"}
        if index < end:
            error = {"code": cause.code, "message": cause.message}
        rest.append(BatchResult(index, email["idempotency_key"], error=error))
    return BatchError(
        f"emails {begin} to {end - 1} of {len(emails)}: {cause.message}",
        [*results, *rest],
        code=cause.code,
        status=cause.status,
        request_id=cause.request_id,
        retry_after=cause.retry_after,
        attempts=cause.attempts,
    )
