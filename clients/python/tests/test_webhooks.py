"""Verification of webhooks, by clients/conformance."""

from __future__ import annotations

import unittest
from typing import Any, Dict

from postrider import WebhookError, verify_webhook

from .vectors import bytes_of, cases_of


class WebhooksTest(unittest.TestCase):
    """The cases of webhooks.json, and what only Python has."""

    def test_webhooks(self) -> None:
        for case in cases_of("webhooks"):
            with self.subTest(case["name"]):
                self.assertEqual(verified(case), case["expect"])

    def test_a_single_secret(self) -> None:
        case = cases_of("webhooks")[0]
        body = bytes_of(case["body"])
        webhook = verify_webhook(body, case["headers"], case["secrets"][0], now=case["now"])
        self.assertEqual(webhook.event["type"], "email.delivered")

    def test_a_body_that_is_no_bytes(self) -> None:
        with self.assertRaises(TypeError):
            verify_webhook({"type": "email.sent"}, {}, "whsec_x")  # type: ignore[arg-type]


def verified(case: Dict[str, Any]) -> Dict[str, Any]:
    """What the client says to a webhook, as the vectors write it."""
    try:
        webhook = verify_webhook(
            bytes_of(case["body"]),
            case["headers"],
            case["secrets"],
            tolerance=case.get("tolerance_seconds", 300),
            now=case["now"],
        )
    except WebhookError as error:
        return {"reason": error.reason}
    return {"event_type": webhook.event["type"], "delivery_id": webhook.delivery_id}
