"""The client against a running installation: `.local/dev.json` of this project names it."""

from __future__ import annotations

import json
import unittest
from pathlib import Path

import postrider
from postrider import Postrider, response_of

FILE = Path(__file__).resolve().parents[3] / ".local" / "dev.json"


@unittest.skipUnless(FILE.exists(), "no installation is running: make up")
class InstallationTest(unittest.TestCase):
    """With a test key, which sends nothing."""

    def setUp(self) -> None:
        facts = json.loads(FILE.read_text())
        self.client = Postrider(facts["keys"]["send_test"]["token"], facts["api_url"])
        self.email = {"from": f"hello@{facts['domain']}", "to": "ada@example.com", "subject": "Hi", "text": "Hi."}

    def test_send_read_and_list(self) -> None:
        sent = self.client.emails.send({**self.email, "attachments": [{"filename": "a.txt", "content": b"Hello\n"}]})
        again = self.client.emails.send(
            {**self.email, "attachments": [{"filename": "a.txt", "content": b"Hello\n"}]},
            idempotency_key=response_of(sent).idempotency_key,
        )
        self.assertEqual((again["id"], response_of(again).replayed), (sent["id"], True))
        email = self.client.emails.get(sent["id"])
        self.assertEqual((email["subject"], email["attachments"][0]["size"]), ("Hi", 6))
        self.assertTrue(any(item["id"] == sent["id"] for item in self.client.emails.list(limit=1, mode="test")))

    def test_batch(self) -> None:
        results = self.client.emails.send_batch([self.email, {**self.email, "to": "no address"}])
        self.assertEqual([result.ok for result in results], [True, False])
        self.assertEqual((results[1].error or {}).get("code"), "validation_error")

    def test_errors(self) -> None:
        with self.assertRaises(postrider.ValidationError) as invalid:
            self.client.emails.send({**self.email, "to": "no address"})
        self.assertEqual([field["path"] for field in invalid.exception.fields], ["to"])
        with self.assertRaises(postrider.NotFoundError):
            self.client.emails.get("00000000-0000-7000-8000-000000000000")
