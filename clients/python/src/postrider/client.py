"""The client."""

from __future__ import annotations

import os
import uuid
from typing import Any, List, Mapping, Optional, Sequence, cast

from . import resources, types
from ._api import Api
from ._call import Options, Request
from .attachments import with_encoded_attachments
from .batch import BatchResult, send_parts


class Emails(resources.EmailsResource):
    """Emails of the organization."""

    def send(
        self,
        email: "types.SendEmailRequest",
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> "types.SendEmailResponse":
        """Sends an email. Track it with its events or webhooks.

        The request has an idempotency key, so that retries after a lost response do not send it twice. Set your own
        (`order-1234-receipt`) to also protect against repeated calls of your program. Content of attachments may be
        bytes; `attach` reads a file.
        """
        body = with_encoded_attachments(cast(Mapping[str, Any], email))
        key = idempotency_key or body.get("idempotency_key") or str(uuid.uuid4())
        request = Request("POST", "/emails", body=body, idempotency_key=key)
        return cast("types.SendEmailResponse", self._api.call(request, options))

    def send_batch(
        self,
        emails: Sequence["types.SendEmailRequest"],
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> List[BatchResult]:
        """Sends any number of emails, 100 a request, and returns one result for each, in order.

        `idempotency_key` is the prefix of the emails' keys: `key:0`, `key:1` and so on. Default: random keys. Raises
        BatchError when a whole request fails, with the results so far.
        """

        def send(body: bytes) -> Mapping[str, Any]:
            request = Request("POST", "/emails/batch", body=body, is_repeatable=True)
            return cast(Mapping[str, Any], self._api.call(request, options))

        allow_mismatch = bool(self._api.options_of(options).allow_idempotency_mismatch)
        given = cast(Sequence[Mapping[str, Any]], emails)
        return send_parts(given, send, prefix=idempotency_key, allow_mismatch=allow_mismatch)


class Postrider(resources.Resources):
    """The client of an installation. It keeps no connections, and threads may share it."""

    emails: Emails

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> None:
        """Makes a client. By default, the environment has POSTRIDER_API_KEY and POSTRIDER_BASE_URL."""
        api_key = api_key or os.environ.get("POSTRIDER_API_KEY")
        base_url = base_url or os.environ.get("POSTRIDER_BASE_URL")
        if not api_key:
            raise ValueError("No API key: pass api_key or set POSTRIDER_API_KEY.")
        if not base_url:
            raise ValueError("No server: pass base_url or set POSTRIDER_BASE_URL.")
        self._api = Api(api_key, base_url, options or Options())
        super().__init__(self._api)
        self.emails = Emails(self._api)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Makes a request that this version of the client has no method for, and returns the JSON of the
        response, or None if it is empty.

        `path` is below `/api/v1`, with its parts encoded. A POST is retried after a lost response only with an
        idempotency key.
        """
        if not path.startswith("/") or path.startswith("//"):
            raise ValueError("The path must begin with one slash.")
        request = Request(
            method, path, query=query, body=body, read="json-or-none", idempotency_key=idempotency_key
        )
        return self._api.call(request, options)
