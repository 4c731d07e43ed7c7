"""What only the client in Python has."""

from __future__ import annotations

import json
import os
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from unittest import mock

from postrider import Options, Postrider, TimedOutError, response_of

from .scripted_server import ScriptedServer

EMAIL = {"from": "a@acme.example", "to": "b@example.com", "subject": "Hi", "text": "Hi."}


class ClientTest(unittest.TestCase):
    """Settings, dates, threads and raw requests."""

    def setUp(self) -> None:
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)
        self.client = Postrider("pr_test_x", self.server.url)

    def test_settings_of_the_environment(self) -> None:
        self.server.answer([{"status": 200, "body": b"{}"}])
        settings = {"POSTRIDER_API_KEY": "pr_test_env", "POSTRIDER_BASE_URL": self.server.url}
        with mock.patch.dict(os.environ, settings):
            Postrider().keys.get_own()
        self.assertEqual(self.server.requests[0].headers["authorization"], "Bearer pr_test_env")

    def test_settings_that_are_missing_or_wrong(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            for arguments in ((), ("pr_test_x",), ("pr_test_x", "mail.example.com"), ("pr_test_x", "ftp://x")):
                with self.subTest(arguments), self.assertRaises(ValueError):
                    Postrider(*arguments)

    def test_dates(self) -> None:
        self.server.answer([{"status": 200, "body": b'{"id":"em_1"}'}, {"status": 200, "body": b'{"data":[]}'}])
        at = datetime(2026, 5, 4, 12, tzinfo=timezone(timedelta(hours=2)))
        self.client.emails.send({**EMAIL, "scheduled_at": at})  # type: ignore[typeddict-item]
        list(self.client.emails.list(since=at))
        sent, listed = self.server.requests
        self.assertEqual(json.loads(sent.body)["scheduled_at"], "2026-05-04T10:00:00+00:00")
        self.assertIn("since=2026-05-04T10%3A00%3A00%2B00%3A00", listed.path)

    def test_threads_share_a_client(self) -> None:
        self.server.answer([{"status": 200, "body": b'{"id":"em_1"}'}] * 20)
        with ThreadPoolExecutor(5) as pool:
            answers = list(pool.map(self.client.emails.send, [EMAIL] * 20))
        self.assertEqual(len({response_of(answer).idempotency_key for answer in answers}), 20)

    def test_an_answer_without_content(self) -> None:
        self.server.answer([{"status": 204}, {"status": 204}, {"status": 200, "body": b"a,b\r\n"}])
        self.assertIsNone(self.client.domains.delete("d1"))
        self.assertIsNone(self.client.request("DELETE", "/domains/d1"))
        self.assertEqual(self.client.emails.export(), b"a,b\r\n")

    def test_a_raw_request(self) -> None:
        self.server.answer([{"status": 200, "body": b'{"id":"x"}'}])
        answer = self.client.request("POST", "/things", query={"a": True, "b": None}, body={"c": 1}, idempotency_key="k")
        self.assertEqual(answer, {"id": "x"})
        (request,) = self.server.requests
        self.assertEqual((request.path, request.body), ("/api/v1/things?a=true", b'{"c":1}'))
        self.assertEqual(request.headers["idempotency-key"], "k")
        for path in ("things", "//elsewhere.example/x"):
            with self.assertRaises(ValueError):
                self.client.request("GET", path)

    def test_the_time_of_all_attempts_ends_a_call(self) -> None:
        self.server.answer([{"fault": "hang"}] * 9)
        with self.assertRaises(TimedOutError) as raised:
            self.client.emails.get("em_1", options=Options(timeout=0.2, total_timeout=0.5, max_retries=99))
        self.assertLessEqual(raised.exception.attempts, 4)
