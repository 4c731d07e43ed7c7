"""Verification of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Union

_BODY_BYTES_MAX = 1_000_000


class WebhookError(Exception):
    """The webhook is not genuine, or cannot be read; answer it with 401.

    `reason` is one of:

    - `no_secret`: none was given, or an empty one
    - `body_too_large`: larger than any webhook
    - `no_signature`: the header is missing, or has no time or signature
    - `too_old`: signed longer ago (or further in the future) than the tolerance: a replay, or a wrong clock
    - `wrong_signature`: signed with another secret, or modified
    - `unreadable`: the body is genuine but not an event
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"the webhook is refused: {reason}")
        self.reason = reason


@dataclass(frozen=True)
class VerifiedWebhook:
    """A webhook that comes from the API."""

    #: `type`, `created_at` and `data`; `postrider.types.WebhookEvent` has its shapes. There may be types that it does not know.
    event: Dict[str, Any]
    #: The same on every attempt of a delivery: use it to handle each event once.
    delivery_id: str


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> VerifiedWebhook:
    """Verifies that a webhook comes from the API. Raises WebhookError if it does not.

    `body` are the bytes as they came: a body that was parsed and serialised again has another signature.
    `secrets` is the `signing_secret` of the endpoint, or several of which one must match.
    """
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("the body of a webhook is needed as bytes, before it is parsed")
    keys = [secrets] if isinstance(secrets, str) else list(secrets)
    if not keys or not all(keys):
        raise WebhookError("no_secret")
    if len(body) > _BODY_BYTES_MAX:
        raise WebhookError("body_too_large")
    named = {name.lower(): value for name, value in headers.items()}
    parts = [part.strip() for part in named.get("postrider-signature", "").split(",")]
    times = [part[2:] for part in parts if re.fullmatch("t=[0-9]{1,12}", part)]
    signatures = [part[3:] for part in parts if re.fullmatch("v1=[0-9a-f]{64}", part)]
    if not times or not signatures:
        raise WebhookError("no_signature")
    if abs((time.time() if now is None else now) - int(times[0])) > tolerance:
        raise WebhookError("too_old")
    if not _is_signed(times[0].encode() + b"." + bytes(body), signatures, keys):
        raise WebhookError("wrong_signature")
    return VerifiedWebhook(_event_in(bytes(body)), named.get("postrider-delivery-id", ""))


def _is_signed(signed: bytes, signatures: Sequence[str], keys: Sequence[str]) -> bool:
    for key in keys:
        expected = hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()
        if any([hmac.compare_digest(expected, signature) for signature in signatures]):
            return True
    return False


def _event_in(body: bytes) -> Dict[str, Any]:
    try:
        event = json.loads(body.decode("utf-8", "replace"))
    except ValueError:
        raise WebhookError("unreadable") from None
    is_event = isinstance(event, dict) and isinstance(event.get("type"), str)
    if not is_event or not isinstance(event.get("data"), (dict, list)):
        raise WebhookError("unreadable")
    return event
