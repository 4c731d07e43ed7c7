"""The exchanges of clients/conformance: what the server gets, and what the caller gets."""

from __future__ import annotations

import itertools
import json
import unittest
from typing import Any, Dict, List, Optional
from unittest import mock
from urllib.parse import parse_qs, urlsplit

import postrider
from postrider import Options, Postrider

from .scripted_server import ScriptedServer, SeenRequest
from .vectors import cases_of, filled

KINDS = {
    "authentication": postrider.AuthenticationError,
    "batch": postrider.BatchError,
    "conflict": postrider.ConflictError,
    "connection": postrider.ConnectionFailedError,
    "idempotency_mismatch": postrider.IdempotencyMismatchError,
    "not_found": postrider.NotFoundError,
    "permission": postrider.PermissionDeniedError,
    "quota": postrider.QuotaError,
    "rate_limit": postrider.RateLimitError,
    "server": postrider.ServerError,
    "timeout": postrider.TimedOutError,
    "validation": postrider.ValidationError,
}
FILES = ("requests", "errors", "retries", "rate-limits", "idempotency", "batches", "pages", "attachments")


class ExchangesTest(unittest.TestCase):
    """A test for each file."""

    maxDiff = None

    def setUp(self) -> None:
        # Full jitter: the shortest waits that there are.
        patch = mock.patch("random.random", return_value=0)
        patch.start()
        self.addCleanup(patch.stop)

    def _play(self, case: Dict[str, Any]) -> None:
        server = ScriptedServer()
        is_closed = case.get("server") == "closed"
        try:
            given = case.get("client", {})
            url = server.url + given.get("base_path", "")
            client = Postrider("pr_test_conformance", url, options_of(given))
            if is_closed:
                server.close()
            keys: List[Optional[str]] = []
            for call in case["calls"]:
                server.answer([script_of(exchange["answer"]) for exchange in call["exchanges"]])
                self._compare_result(call, client)
                self._compare_requests(call["exchanges"], server.requests)
                keys += [request.headers.get("idempotency-key") for request in server.requests]
            if "idempotency_keys" in case:
                self.assertEqual(named(keys, case["idempotency_keys"]), case["idempotency_keys"])
        finally:
            if not is_closed:
                server.close()

    def _compare_result(self, call: Dict[str, Any], client: Postrider) -> None:
        value: Any = None
        error: Optional[Exception] = None
        try:
            value = make(call, client)
        except (postrider.PostriderError, ValueError) as raised:
            error = raised
        if "raises" in call:
            self._match(shown_error(error), filled(call["raises"], False))
            return
        if error is not None:
            raise error
        if call["method"] == "emails.send_batch":
            self._match([shown_result(result) for result in value], filled(call["returns"], False))
        else:
            self.assertEqual(value, filled(call["returns"], False))
        if "info" in call:
            self._match(shown_info(postrider.response_of(value)), call["info"])

    def _match(self, actual: Any, expected: Any) -> None:
        """Members that are not named may have any value."""
        if isinstance(expected, dict):
            self.assertIsInstance(actual, dict)
            for name, value in expected.items():
                self.assertIn(name, actual)
                self._match(actual[name], value)
        elif isinstance(expected, list):
            self.assertEqual(len(actual), len(expected), actual)
            for one, other in zip(actual, expected):
                self._match(one, other)
        else:
            self.assertEqual(actual, expected)

    def _compare_requests(self, exchanges: List[Dict[str, Any]], requests: List[SeenRequest]) -> None:
        self.assertEqual(len(requests), len(exchanges), requests)
        for n, (exchange, request) in enumerate(zip(exchanges, requests)):
            expected = exchange.get("request", {})
            url = urlsplit(request.path)
            if "method" in expected:
                self.assertEqual(request.method, expected["method"])
            if "path" in expected:
                self.assertEqual(url.path, expected["path"])
            if "query" in expected:
                query = {name: values[0] for name, values in parse_qs(url.query, strict_parsing=bool(url.query)).items()}
                self.assertEqual(query, expected["query"])
            for name, value in expected.get("headers", {}).items():
                self.assertEqual((name, request.headers.get(name)), (name, value))
            if "body" in expected:
                self.assertEqual(json.loads(request.body or "null"), filled(expected["body"], False))
            if "body_length" in expected:
                self.assertEqual(len(json.loads(request.body)), expected["body_length"])
            if expected.get("same_as_previous"):
                self.assertEqual(identity_of(request), identity_of(requests[n - 1]))
            if "not_before_ms" in exchange:
                self.assertGreaterEqual(request.at - requests[n - 1].at, exchange["not_before_ms"] / 1000)


def test_of(file: str) -> Any:
    """The test of a file, with a sub-test for each case."""

    def test(self: ExchangesTest) -> None:
        for case in cases_of(file):
            with self.subTest(case["name"]):
                self._play(case)

    return test


for name in FILES:
    setattr(ExchangesTest, f"test_{name.replace('-', '_')}", test_of(name))


def make(call: Dict[str, Any], client: Postrider) -> Any:
    """Makes the call that a case describes."""
    given = filled(call["arguments"], True)
    options = call.get("options", {})
    key = options.get("idempotency_key")
    set_ = options_of(options)
    method = call["method"]
    if method == "emails.send":
        return client.emails.send(given["email"], idempotency_key=key, options=set_)
    if method == "emails.send_batch":
        return client.emails.send_batch(given["emails"], idempotency_key=key, options=set_)
    if method == "emails.get":
        return client.emails.get(given["id"], options=set_)
    if method == "keys.create":
        return client.keys.create(given["key"], options=set_)
    resource = {"emails.list": client.emails, "email_events.list": client.email_events}[method]
    pages = resource.list(**given.get("query", {}), options=set_)
    if given.get("page"):
        page = pages.page()
        return {"data": page.data, "next_cursor": page.next_cursor}
    return list(itertools.islice(pages, given.get("take")))


def options_of(given: Dict[str, Any]) -> Options:
    """The options that a case gives."""
    return Options(
        timeout=given["timeout_ms"] / 1000 if "timeout_ms" in given else None,
        max_retries=given.get("max_retries"),
        allow_idempotency_mismatch=given.get("allow_idempotency_mismatch"),
    )


def script_of(answer: Dict[str, Any]) -> Dict[str, Any]:
    """An answer as the server plays it."""
    text = answer.get("text")
    if text is None:
        text = json.dumps(filled(answer["json"], False)) if "json" in answer else ""
    return {**answer, "body": text.encode()}


def named(keys: List[Optional[str]], names: List[Optional[str]]) -> List[Optional[str]]:
    """Keys that the client made, under the names that the case gives them."""
    name_of: Dict[str, str] = {}
    for key, name in zip(keys, names):
        if key and name and name.startswith("$"):
            name_of.setdefault(key, name)
    return [key and name_of.get(key, key) for key in keys]


def identity_of(request: SeenRequest) -> Any:
    """What an attempt repeats."""
    return (request.method, request.path, request.body, request.headers.get("idempotency-key"))


def shown_error(error: Optional[Exception]) -> Dict[str, Any]:
    """An error as the vectors write it."""
    if not isinstance(error, postrider.PostriderError):
        return {"kind": "argument" if isinstance(error, ValueError) else repr(error)}
    return {
        "kind": next((kind for kind, type_ in KINDS.items() if isinstance(error, type_)), "other"),
        "code": error.code,
        "message": str(error),
        "status": error.status,
        "request_id": error.request_id,
        "retry_after_ms": None if error.retry_after is None else error.retry_after * 1000,
        "fields": error.fields,
        "attempts": error.attempts,
        "idempotency_key": error.idempotency_key,
        "id": getattr(error, "id", None),
        "results": [shown_result(result) for result in getattr(error, "results", [])],
    }


def shown_result(result: postrider.BatchResult) -> Dict[str, Any]:
    """The result of an email of a batch as the vectors write it."""
    own = {name: getattr(result, name) for name in ("index", "idempotency_key", "id", "error")}
    return {**own, "ok": result.ok}


def shown_info(info: postrider.ResponseInfo) -> Dict[str, Any]:
    """Metadata as the vectors write it."""
    rate = info.rate_limit
    shown = rate and {"limit": rate.limit, "remaining": rate.remaining, "reset_ms": rate.reset * 1000}
    return {**vars(info), "rate_limit": shown}
