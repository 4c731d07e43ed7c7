"""The client of the Postrider email API."""

from ._call import Options, RateLimit, ResponseInfo, response_of
from .attachments import attach
from .batch import BatchError, BatchResult
from .client import Postrider
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    IdempotencyMismatchError,
    NotFoundError,
    PermissionDeniedError,
    PostriderError,
    QuotaError,
    RateLimitError,
    ServerError,
    TimedOutError,
    ValidationError,
)
from .pages import Page, Pages
from .webhooks import VerifiedWebhook, WebhookError, verify_webhook

__all__ = [
    "AuthenticationError",
    "BatchError",
    "BatchResult",
    "ConflictError",
    "ConnectionFailedError",
    "IdempotencyMismatchError",
    "NotFoundError",
    "Options",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "Postrider",
    "PostriderError",
    "QuotaError",
    "RateLimit",
    "RateLimitError",
    "ResponseInfo",
    "ServerError",
    "TimedOutError",
    "ValidationError",
    "VerifiedWebhook",
    "WebhookError",
    "attach",
    "response_of",
    "verify_webhook",
]
