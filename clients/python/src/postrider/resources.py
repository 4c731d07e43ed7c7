"""Methods of the client. Made from docs/openapi.json by scripts/generate.py."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, Dict, List, Literal, Optional, Union, cast

from . import types
from ._api import Api
from ._call import Options, Request, path_of
from .pages import Pages


class _Resource:
    def __init__(self, api: Api) -> None:
        self._api = api


class EmailsResource(_Resource):
    """Emails."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed']] = None,
        to: Optional[str] = None,
        kind: Optional[str] = None,
        mode: Optional[Literal['live', 'test']] = None,
        subject: Optional[str] = None,
        tag: Optional[str] = None,
        metadata: Optional[str] = None,
        message_id: Optional[str] = None,
        domain: Optional[str] = None,
        key: Optional[str] = None,
        template: Optional[str] = None,
        broadcast: Optional[str] = None,
        failure_class: Optional[Literal['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy', 'block', 'rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other']] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        waiting: Optional[Literal['scheduled', 'review', 'operator_hold', 'restoration_hold', 'sending_paused', 'queue_paused', 'domain', 'daily_cap', 'warm_up', 'backlog', 'site_limit', 'site_suspended', 'dns', 'no_source', 'transport', 'retry', 'no_worker', 'sending']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.EmailSummary]:
        """List emails.

        Returns the emails that match all filters, newest first, without content and events; `GET
        /emails/{id}` includes them. A key that is restricted to domains sees only their emails. A page can
        be short or empty and still have a `next_cursor`: continue until there is none. With `waiting`, a
        request examines at most 1,000 emails that are not final, newest first.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "status": status, "to": to, "kind": kind, "mode": mode, "subject": subject, "tag": tag, "metadata": metadata, "message_id": message_id, "domain": domain, "key": key, "template": template, "broadcast": broadcast, "failure_class": failure_class, "since": since, "until": until, "waiting": waiting}
        path = "/emails"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def check(
        self,
        body: types.CheckEmailRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.EmailCheck:
        """Check an email.

        Checks an email without sending it: clipping by Gmail, support of mail clients, links, images,
        variables that are not filled in, the unsubscribe link of bulk email, and DKIM and SPF of the
        domain. Takes the body of `POST /emails` and refuses what that refuses. Nothing is stored, and no
        quota is used.

        The guide [Check before sending](/docs/guides/check-before-sending) explains each finding.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.EmailCheck", self._api.call(Request("POST", "/emails/check", body=body), options))

    def export(
        self,
        *,
        status: Optional[Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed']] = None,
        to: Optional[str] = None,
        kind: Optional[str] = None,
        mode: Optional[Literal['live', 'test']] = None,
        subject: Optional[str] = None,
        tag: Optional[str] = None,
        metadata: Optional[str] = None,
        message_id: Optional[str] = None,
        domain: Optional[str] = None,
        key: Optional[str] = None,
        template: Optional[str] = None,
        broadcast: Optional[str] = None,
        failure_class: Optional[Literal['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy', 'block', 'rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other']] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        options: Optional[Options] = None,
    ) -> bytes:
        """Export emails.

        Returns the emails that match all filters as CSV, newest first, without content: the newest 10,000.
        For older ones, set `until` to the last `created_at`. Cells that a spreadsheet would run as a
        formula start with an apostrophe. Recorded in the audit log.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"status": status, "to": to, "kind": kind, "mode": mode, "subject": subject, "tag": tag, "metadata": metadata, "message_id": message_id, "domain": domain, "key": key, "template": template, "broadcast": broadcast, "failure_class": failure_class, "since": since, "until": until}
        return cast("bytes", self._api.call(Request("GET", "/emails/export", query=query, read="bytes"), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Email:
        """Get an email.

        Returns an email with its content and events. Content and metadata are null after the retention
        period of the organization. A key that is restricted to domains gets `not_found` for emails of other
        domains. With `wait`, the answer comes when `last_event` is no longer `queued` or `sending`, or
        after that many seconds with what is known then; a key can have 20 such requests open at a gateway.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.Email", self._api.call(Request("GET", path_of("/emails/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.RescheduleEmailRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.RescheduledEmail:
        """Reschedule an email.

        Changes the time of a scheduled email that is still `queued` and not yet due. Other emails fail with
        `not_schedulable`. Repeating a request is safe. Quotas count the email on the day it was accepted.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.RescheduledEmail", self._api.call(Request("PATCH", path_of("/emails/{}", id), body=body), options))

    def get_source(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.EmailSource:
        """Get the source of an email.

        Returns the message as it was or would be delivered: headers, bodies with tracked links and footer,
        and the names of attachments. It is composed from the stored content with the present footer and
        tracking host, without the content of attachments, and has no DKIM signatures, `Feedback-ID` and
        `CFBL` headers, which are added when the email leaves. The source is null after retention, and for
        keys and users without the right to read content.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.EmailSource", self._api.call(Request("GET", path_of("/emails/{}/source", id)), options))

    def cancel(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.CanceledEmail:
        """Cancel an email.

        Cancels an email that is still `queued`, such as a scheduled one. Returns its quota. Once sending
        has started, the request fails with `not_cancelable`.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.CanceledEmail", self._api.call(Request("POST", path_of("/emails/{}/cancel", id)), options))

    def cancel_many(
        self,
        body: types.CancelEmailsRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.CancelEmailsResponse:
        """Cancel several emails.

        Cancels up to 100 emails, each as `POST /emails/{id}/cancel` does. Emails succeed or fail
        independently: the status is 200, with a result per id, in order.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.CancelEmailsResponse", self._api.call(Request("POST", "/emails/cancel", body=body), options))

    def change(
        self,
        body: types.ChangeEmailsRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.EmailChange:
        """Change many emails.

        Cancels the queued emails that match all filters, or sends failed ones again as new emails, newest
        first. With `ids`, only these. First count them with `dry_run`, then send the same request without
        it. Repeat both with `next` as `after` until it is null: a request counts 5,000 emails or changes 50
        at most. Emails accepted after `until` are never changed. Repeating a request is safe: a canceled
        email is no longer queued, and an email is sent again once for an `idempotency_key`. A test key
        changes test emails only. Emails that a review, an operator or a restoration holds can be canceled,
        but only the platform can release them. Recorded in the audit log.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.EmailChange", self._api.call(Request("POST", "/emails/changes", body=body), options))

    def send_again(
        self,
        id: str,
        body: Optional[types.SendAgainRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.SendEmailResponse:
        """Send an email again.

        Sends a copy of an email as a new one: to its original recipients, or to others with `to`. The new
        email has the content, headers, tags, metadata and mode of the original, and a Message-ID of its
        own. It passes every check of `POST /emails`, counts toward the quota and is recorded in the audit
        log. Content that retention deleted cannot be sent again.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.SendEmailResponse", self._api.call(Request("POST", path_of("/emails/{}/send-again", id), body=body, idempotency_key=idempotency_key or str(uuid.uuid4())), options))

    def try_now(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.TriedEmail:
        """Try a deferred email now.

        Makes the next attempt of an email that waits for a retry due at once. No other email is made, and
        limits of the receiving server hold. Emails that do not wait for a retry fail with `not_deferred`.
        Fails with `rate_limited` within 5 minutes of the last attempt, and beyond 30 emails a minute.
        Repeating a request is safe. Recorded in the audit log.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.TriedEmail", self._api.call(Request("POST", path_of("/emails/{}/try-now", id)), options))

    def list_attempts(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.DeliveryAttemptList:
        """List delivery attempts.

        Returns the delivery attempts of an email, newest first, one per recipient and round: where it was
        handed over, over which TLS, what the server replied, how long each phase took, why it failed and
        when it is tried again. Test emails have none. The SMTP conversation is stored for attempts that
        failed.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.DeliveryAttemptList", self._api.call(Request("GET", path_of("/emails/{}/attempts", id)), options))

    def list_share_links(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.ShareLinkList:
        """List share links.

        Returns the share links of an email that work, newest first, without their URLs.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.ShareLinkList", self._api.call(Request("GET", path_of("/emails/{}/share-links", id)), options))

    def create_share_link(
        self,
        id: str,
        body: Optional[types.CreateShareLinkRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.CreatedShareLink:
        """Create a share link.

        Creates a link to a public page about an email, for people without an account: status, recipients,
        timeline, attempts, and why it waits. The page shows subject and text only with `with_content`. The
        link works for 7 days, or as long as `expires_in_days` says, unless it is revoked. Everyone who has
        it can open the page. Its URL is shown only in this answer. An email can have 20 links at a time.
        Creating and revoking are recorded in the audit log.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.CreatedShareLink", self._api.call(Request("POST", path_of("/emails/{}/share-links", id), body=body), options))

    def revoke_share_link(
        self,
        id: str,
        share_link_id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Revoke a share link.

        Ends a share link at once: its page is not found any more.

        Permission: SEND or higher. Test keys: allowed.
        """
        self._api.call(Request("DELETE", path_of("/emails/{}/share-links/{}", id, share_link_id), read="none"), options)

    def list_webhook_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.WebhookDeliverySummary]:
        """List webhook deliveries of an email.

        Returns the webhook deliveries of an email to the current endpoints, newest event first: those of
        its newest 200 events. `GET /webhooks/{id}/deliveries/{delivery_id}` has the attempts.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/emails/{}/webhook-deliveries", id)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)


class InboxResource(_Resource):
    """Inbox."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        to: Optional[str] = None,
        tag: Optional[str] = None,
        key: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        search: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.InboxEmailSummary]:
        """List the inbox.

        Returns the test emails of the organization that match all filters, newest first, from the moment
        they are accepted until retention or `DELETE /inbox` deletes their content. Live emails are among
        them only in the development stack (`INBOX_LIVE_EMAIL`). With `wait`, the answer comes when there is
        an email that matches, or after that many seconds without one; a key can have 20 such requests open
        at a gateway. A page can be short or empty and still have a `next_cursor`: continue until there is
        none.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "to": to, "tag": tag, "key": key, "since": since, "until": until, "search": search}
        path = "/inbox"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def clear(
        self,
        *,
        to: Optional[str] = None,
        tag: Optional[str] = None,
        key: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        search: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.InboxCleared:
        """Empty the inbox.

        Deletes the content and attachments of the test emails that match all filters; without filters, of
        all. `GET /emails/{id}` still returns them with their events, as after retention. Emails that are
        queued or scheduled stay, and live emails are only deleted where the inbox lists them. Repeat the
        request while `has_more` is true. Recorded in the audit log.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"to": to, "tag": tag, "key": key, "since": since, "until": until, "search": search}
        return cast("types.InboxCleared", self._api.call(Request("DELETE", "/inbox", query=query), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.InboxEmail:
        """Get an inbox email.

        Returns an email of the inbox as it would be sent, composed by what composes live email: headers,
        HTML and text with tracked links and footer. Codes, links and the findings of `POST /emails/check`
        are picked out. It has no DKIM signatures, `Feedback-ID` and `CFBL` headers, which are added when an
        email leaves. `not_found` for emails that the inbox does not list, and once the content was deleted.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.InboxEmail", self._api.call(Request("GET", path_of("/inbox/{}", id)), options))

    def get_source(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> bytes:
        """Get the source of an inbox email.

        Returns an email of the inbox as a whole message (RFC 5322) with its attachments, as a file that
        mail programs open. Like `GET /inbox/{id}`, it has no DKIM signatures.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("bytes", self._api.call(Request("GET", path_of("/inbox/{}/source", id), read="bytes"), options))

    def get_attachment(
        self,
        id: str,
        index: int,
        *,
        options: Optional[Options] = None,
    ) -> bytes:
        """Download an inbox attachment.

        Returns a file of an email of the inbox as `application/octet-stream`.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("bytes", self._api.call(Request("GET", path_of("/inbox/{}/attachments/{}", id, index), read="bytes"), options))


class EmailEventsResource(_Resource):
    """Email events."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        since: Optional[Union[Literal['now'], str]] = None,
        type: Optional[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed']] = None,
        mode: Optional[Literal['live', 'test']] = None,
        email_id: Optional[str] = None,
        recent: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.EmailEventEntry]:
        """List email events.

        Returns the same events as webhooks (not `queued` and `suppressed`, which the response of the send
        has), in the order in which they were recorded, with a delay of about 10 seconds, or without one in
        `recent`. Use it instead of webhooks or to catch up after an outage. Store `next_cursor` and pass it
        as `after` in the next request. When `has_more` is false, wait before you ask again, or pass `wait`:
        the response then comes with the next event, or without one after that many seconds. A key can have
        20 requests with `wait` open at a gateway. With filters, a page can be empty although `has_more` is
        true: continue with `next_cursor`. Event ids never change.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "after": after, "since": since, "type": type, "mode": mode, "email_id": email_id, "recent": recent}
        path = "/email-events"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)


class WebhooksResource(_Resource):
    """Webhooks."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Webhook]:
        """List webhook endpoints.

        Returns all endpoints with their status, without secrets.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/webhooks"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateWebhookRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.CreatedWebhook:
        """Add a webhook endpoint.

        Adds an endpoint for future events. The response contains the signing secret, which is returned only
        once: verify every delivery with it. The endpoint must answer 2xx within 5 seconds; otherwise the
        delivery is retried for 28 hours. Test it with `POST /webhooks/{id}/test`. Deliveries contain
        content and addresses, so the key needs the rights to read content and to export.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.CreatedWebhook", self._api.call(Request("POST", "/webhooks", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Webhook:
        """Get a webhook endpoint.

        Returns an endpoint with its status, without its secret.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Webhook", self._api.call(Request("GET", path_of("/webhooks/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateWebhookRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Webhook:
        """Update a webhook endpoint.

        Changes the given fields; null clears a field. Enabling an endpoint clears its failures. Use `POST
        /webhooks/{id}/replay` to send missed events. The key needs the rights to read content and to
        export.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Webhook", self._api.call(Request("PATCH", path_of("/webhooks/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a webhook endpoint.

        Deletes an endpoint and its delivery log. To pause it instead, set `status` to `disabled`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/webhooks/{}", id), read="none"), options)

    def rotate_secret(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.RotatedWebhook:
        """Rotate a signing secret.

        Creates a new signing secret, which is returned only once. For 24 hours deliveries are signed with
        both secrets: deploy the new one within that time.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.RotatedWebhook", self._api.call(Request("POST", path_of("/webhooks/{}/rotate-secret", id)), options))

    def send_test(
        self,
        id: str,
        body: Optional[types.TestWebhookRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.WebhookDelivery:
        """Send a test webhook.

        Sends a `webhook.test` event, or one of another type with sample data, even if the endpoint does not
        subscribe to it. Fails for a disabled endpoint. Failures are retried. `GET
        /webhooks/{id}/deliveries/{delivery_id}` returns the response of the endpoint.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.WebhookDelivery", self._api.call(Request("POST", path_of("/webhooks/{}/test", id), body=body), options))

    def list_deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal['pending', 'delivered', 'exhausted']] = None,
        event_type: Optional[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']] = None,
        email: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.WebhookDeliverySummary]:
        """List deliveries.

        Returns the deliveries of an endpoint, one per event, newest first.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "status": status, "event_type": event_type, "email": email, "since": since, "until": until}
        path = path_of("/webhooks/{}/deliveries", id)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def replay_deliveries(
        self,
        id: str,
        body: types.ReplayWebhookDeliveriesRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.ReplayWebhookDeliveriesResponse:
        """Replay several deliveries.

        Sends up to 100 deliveries again, each as `POST /webhooks/{id}/deliveries/{delivery_id}/replay`
        does. Deliveries succeed or fail independently: the status is 200, with a result per id, in order.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.ReplayWebhookDeliveriesResponse", self._api.call(Request("POST", path_of("/webhooks/{}/deliveries/replay", id), body=body), options))

    def get_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.WebhookDelivery:
        """Get a delivery.

        Returns a delivery with its request and every attempt: status, duration and the first 4 KB of the
        response.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.WebhookDelivery", self._api.call(Request("GET", path_of("/webhooks/{}/deliveries/{}", id, delivery_id)), options))

    def replay_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.WebhookDelivery:
        """Replay a delivery.

        Sends a delivery again at once, with the same body and `postrider-delivery-id` and a new signature.
        Also works for `exhausted` deliveries. At most 1,000 times per delivery.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.WebhookDelivery", self._api.call(Request("POST", path_of("/webhooks/{}/deliveries/{}/replay", id, delivery_id)), options))

    def replay(
        self,
        id: str,
        body: types.ReplayWebhookRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.WebhookReplay:
        """Replay missed events.

        Sends all events of a period again, for example after the endpoint was down. It runs in the
        background: `GET /webhooks/{id}/replays/{replay_id}` returns the progress. Up to ten replays can run
        per endpoint. The period compares the times at which events were recorded, and begins no earlier
        than the endpoint was created. If a replay with the same times and types is running, it is returned.
        Fails for a disabled endpoint: enable it first. Delivery ids stay the same, so that receivers can
        skip events they already have.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.WebhookReplay", self._api.call(Request("POST", path_of("/webhooks/{}/replay", id), body=body), options))

    def get_replay(
        self,
        id: str,
        replay_id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.WebhookReplay:
        """Get a replay.

        Returns a replay with its progress. Poll every few seconds until `status` is not `running`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.WebhookReplay", self._api.call(Request("GET", path_of("/webhooks/{}/replays/{}", id, replay_id)), options))


class InboundResource(_Resource):
    """Inbound."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        email_id: Optional[str] = None,
        from_: Optional[str] = None,
        domain: Optional[str] = None,
        received_for: Optional[str] = None,
        rule: Optional[Literal['replies', 'addresses', 'catch_all']] = None,
        replied: Optional[Literal['true', 'false']] = None,
        search: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.InboundEmailSummary]:
        """List received emails.

        Returns the emails received by your domains, newest first: replies to `reply_address`, and emails to
        other addresses that you enabled with `PATCH /domains/{id}`.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "email_id": email_id, "from": from_, "domain": domain, "received_for": received_for, "rule": rule, "replied": replied, "search": search, "since": since, "until": until}
        path = "/inbound"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.InboundEmail:
        """Get a received email.

        Returns a received email with its content, headers and attachments. `reply_text` is the text without
        quoted parts. Content is null after retention has deleted it, and for test keys.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.InboundEmail", self._api.call(Request("GET", path_of("/inbound/{}", id)), options))

    def get_conversation(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Conversation:
        """Get a conversation.

        Returns the emails that belong together with a received email, oldest first: the email of yours that
        was answered, the answers to it, replies sent with `POST /inbound/{id}/reply`, and the answers to
        these. At most 100, the newest. Replies sent in another way are not in it.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.Conversation", self._api.call(Request("GET", path_of("/inbound/{}/conversation", id)), options))

    def reply(
        self,
        id: str,
        body: types.ReplyRequest,
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.SendEmailResponse:
        """Reply to a received email.

        Sends an email to the sender of a received one. Mail programs show both in one thread: `In-Reply-To`
        and `References` name the received email (RFC 5322 §3.6.4). The answer to it is received with this
        email as `email_id`, and all of them are in `GET /inbound/{id}/conversation`.

        The reply passes every check of `POST /emails`, counts toward the quota and is recorded in the audit
        log. If all recipients are suppressed, it is not sent, and `suppressed` lists them. Set
        `idempotency_key` to retry safely.

        Never answer an email with `automatic: true` automatically: two programs would write to each other
        without end (RFC 3834).

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.SendEmailResponse", self._api.call(Request("POST", path_of("/inbound/{}/reply", id), body=body, idempotency_key=idempotency_key or str(uuid.uuid4())), options))

    def get_attachment(
        self,
        id: str,
        index: int,
        *,
        options: Optional[Options] = None,
    ) -> bytes:
        """Download an attachment.

        Returns the file as `application/octet-stream`. It may come from anyone: do not open it unchecked.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("bytes", self._api.call(Request("GET", path_of("/inbound/{}/attachments/{}", id, index), read="bytes"), options))


class TemplatesResource(_Resource):
    """Templates."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal['draft', 'published', 'archived']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.TemplateSummary]:
        """List templates.

        Returns the templates without their content. `GET /templates/{id_or_slug}` includes it.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "status": status}
        path = "/templates"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateTemplateRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Template:
        """Create a template.

        Creates a template as a draft. It can be sent once you publish it with `POST
        /templates/{id_or_slug}/publish`. Preview it with `…/render`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Template", self._api.call(Request("POST", "/templates", body=body), options))

    def get(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Template:
        """Get a template.

        Returns the draft of a template, which may differ from the published version.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.Template", self._api.call(Request("GET", path_of("/templates/{}", id_or_slug)), options))

    def update(
        self,
        id_or_slug: str,
        body: types.UpdateTemplateRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Template:
        """Update a template.

        Changes the given fields of the draft; null clears a field. Sends use the published version until
        the next `POST /templates/{id_or_slug}/publish`. A new slug takes effect at once.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Template", self._api.call(Request("PATCH", path_of("/templates/{}", id_or_slug), body=body), options))

    def publish(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Template:
        """Publish a template.

        Checks the draft and publishes it as the next version. All problems are reported together. Versions
        never change. Publishing an archived template restores it.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Template", self._api.call(Request("POST", path_of("/templates/{}/publish", id_or_slug)), options))

    def archive(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Template:
        """Archive a template.

        Archives a template: sends that use it fail with `template_not_found`. Versions are kept. Publish
        the template to restore it.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Template", self._api.call(Request("POST", path_of("/templates/{}/archive", id_or_slug)), options))

    def render(
        self,
        id_or_slug: str,
        body: types.RenderTemplateRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.RenderedTemplate:
        """Preview a template.

        Renders the draft or a version without sending it. `subject` and `document` replace those of the
        draft, to see a change before it is saved. Missing, unknown and mistyped variables fail with
        `template_variables`, as in a send.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.RenderedTemplate", self._api.call(Request("POST", path_of("/templates/{}/render", id_or_slug), body=body), options))

    def list_versions(
        self,
        id_or_slug: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.TemplateVersionSummary]:
        """List template versions.

        Returns the published versions of a template without their bodies and variables, newest first.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/templates/{}/versions", id_or_slug)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def get_version(
        self,
        id_or_slug: str,
        version: int,
        *,
        options: Optional[Options] = None,
    ) -> types.TemplateVersion:
        """Get a template version.

        Returns a published version with its content. To restore it, write its content to the draft with
        `PATCH /templates/{id_or_slug}`, then publish the draft.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.TemplateVersion", self._api.call(Request("GET", path_of("/templates/{}/versions/{}", id_or_slug, version)), options))

    def get_uses(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.TemplateUses:
        """List uses of a template.

        Returns the automations whose current steps use a template, and the newest 20 broadcasts that use
        it, of the newest 2,000. Keys restricted to domains get the broadcasts of their domains.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.TemplateUses", self._api.call(Request("GET", path_of("/templates/{}/uses", id_or_slug)), options))


class ImagesResource(_Resource):
    """Images."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Image]:
        """List images.

        Returns the images of the organization, newest first.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "search": search}
        path = "/images"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateImageRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Image:
        """Upload an image.

        Uploads an image for emails, and returns its public URL. The file is decoded and encoded again: at
        most 1,200 pixels wide, which is twice the width of an email, without EXIF data. Large opaque PNG
        files become JPEG. WebP, which not every mail client shows, becomes PNG, JPEG or GIF. SVG is
        refused. An image that you have uploaded before is returned with status 200.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Image", self._api.call(Request("POST", "/images", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Image:
        """Get an image.

        Returns an image by its id. `url` has the file.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.Image", self._api.call(Request("GET", path_of("/images/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateImageRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Image:
        """Update an image.

        Changes the name or the alternative text of an image. Its URL and its content never change.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Image", self._api.call(Request("PATCH", path_of("/images/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete an image.

        Deletes an image. Emails that were sent with it no longer show it, except where a mail client has
        stored it. An image that the logo, a template, a saved block, an automation or a broadcast that is
        not sent yet contains cannot be deleted: `image_in_use`. The newest 500 templates and 2,000
        broadcasts are searched.

        Permission: FULL or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/images/{}", id), read="none"), options)


class SavedBlocksResource(_Resource):
    """Saved blocks."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.SavedBlockSummary]:
        """List saved blocks.

        Returns the saved blocks of the organization without their content, newest first. `GET /saved-
        blocks/{id}` includes it.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/saved-blocks"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateSavedBlockRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.SavedBlock:
        """Create a saved block.

        Saves blocks of a document under a name, to insert them into other emails. An organization can have
        200.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.SavedBlock", self._api.call(Request("POST", "/saved-blocks", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.SavedBlock:
        """Get a saved block.

        Returns a saved block by its id, with its content.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.SavedBlock", self._api.call(Request("GET", path_of("/saved-blocks/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateSavedBlockRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.SavedBlock:
        """Update a saved block.

        Changes the name or the blocks. Emails into which they were inserted before do not change.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.SavedBlock", self._api.call(Request("PATCH", path_of("/saved-blocks/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a saved block.

        Deletes a saved block. Emails into which it was inserted keep the blocks.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/saved-blocks/{}", id), read="none"), options)


class DomainsResource(_Resource):
    """Domains."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Domain]:
        """List domains.

        Returns the domains with their DNS records. A page can have fewer items than `limit`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/domains"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateDomainRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Domain:
        """Add a domain.

        Creates a DKIM key pair and returns the DNS records to publish. With `dns_mode: cloudflare`, `POST
        /domains/{id}/publish` publishes them. Postrider checks the records after 1, 2 and 5 minutes, then
        every 15; `POST /domains/{id}/verify` checks at once. A domain cannot send until it is `verified`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Domain", self._api.call(Request("POST", "/domains", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Domain:
        """Get a domain.

        Returns a domain with its DNS records: the value to publish, the observed values, and what is wrong.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Domain", self._api.call(Request("GET", path_of("/domains/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateDomainRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Domain:
        """Update a domain.

        Changes which emails the domain receives, then checks its DNS records. With the modes `addresses`
        and `catch_all`, the `INBOUND` record routes all mail of the domain to Postrider. If people already
        have mailboxes at the domain, add a subdomain and receive there instead. Changes take effect after
        10 seconds.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Domain", self._api.call(Request("PATCH", path_of("/domains/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a domain.

        Deletes a domain with its published DNS records, its identity at a provider, DKIM keys, suppressions
        and counters. A domain that has sent email, or is used by broadcasts, forms, automations or active
        keys, cannot be deleted: `domain_in_use`. If a provider refuses (`domain_cleanup_failed`), the
        domain stays `disabled` and you can try again.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/domains/{}", id), read="none"), options)

    def get_dmarc(
        self,
        id: str,
        *,
        days: Optional[int] = None,
        options: Optional[Options] = None,
    ) -> types.Dmarc:
        """Get DMARC reports.

        Returns statistics from the DMARC reports that receivers send once the DMARC record of the domain
        contains our address. Unknown sources with many failures are often spoofed email.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"days": days}
        return cast("types.Dmarc", self._api.call(Request("GET", path_of("/domains/{}/dmarc", id), query=query), options))

    def verify(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Domain:
        """Verify a domain.

        Checks the DNS records now and returns the result. Verified domains are also checked daily; failed
        ones only by this request. DNS caches may still return old values.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Domain", self._api.call(Request("POST", path_of("/domains/{}/verify", id)), options))

    def publish(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Domain:
        """Publish DNS records.

        Publishes all missing or wrong records at the DNS provider of the platform, then checks them. Only
        for domains of internal organizations with `dns_mode: cloudflare`; others fail with `manual_dns`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Domain", self._api.call(Request("POST", path_of("/domains/{}/publish", id)), options))

    def register_identity(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Domain:
        """Register a domain with Amazon SES.

        Registers the domain at Amazon SES. Needed only if the domain sends through SES; otherwise it fails
        with `unsupported_transport`. Can be repeated.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Domain", self._api.call(Request("POST", path_of("/domains/{}/register-identity", id)), options))


class KeysResource(_Resource):
    """Keys."""

    def get_own(
        self,
        *,
        options: Optional[Options] = None,
    ) -> types.KeyIdentity:
        """Get the current API key.

        Returns the permission, domains and limits on recipients of the calling key, without its token. Use
        it to check a configuration without sending.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.KeyIdentity", self._api.call(Request("GET", "/keys/me"), options))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        mode: Optional[Literal['live', 'test']] = None,
        usable: Optional[Literal['true', 'false']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.ApiKey]:
        """List API keys.

        Returns keys without their tokens. `last_used_at` shows which ones are no longer used.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "mode": mode, "usable": usable}
        path = "/keys"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateApiKeyRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.CreatedApiKey:
        """Create an API key.

        Creates a key. The token is returned only once; Postrider stores a hash. Keys with the permission
        `admin` are created in the console. A key that is restricted to domains can create keys only for
        these; one that is limited in what it may send can create none. Use one key per program, so that you
        can rotate it separately.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.CreatedApiKey", self._api.call(Request("POST", "/keys", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.ApiKey:
        """Get an API key.

        Returns a key without its token.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.ApiKey", self._api.call(Request("GET", path_of("/keys/{}", id)), options))

    def rotate(
        self,
        id: str,
        body: Optional[types.RotateApiKeyRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.CreatedApiKey:
        """Rotate an API key.

        Creates a replacement with the same permissions, and with the same limits unless the body has
        others. Its daily count starts at zero. Its token is returned only once. The old token works for
        another 24 hours. A key can be rotated once (`already_rotated`): rotate its replacement instead.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.CreatedApiKey", self._api.call(Request("POST", path_of("/keys/{}/rotate", id), body=body), options))

    def revoke(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.ApiKey:
        """Revoke an API key.

        Revokes a key at once, even the calling one. Requests and SMTP logins with it are refused; accepted
        emails are still sent. This cannot be undone.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.ApiKey", self._api.call(Request("POST", path_of("/keys/{}/revoke", id)), options))


class SuppressionsResource(_Resource):
    """Suppressions."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        email: Optional[str] = None,
        reason: Optional[Literal['complaint', 'hard_bounce', 'validation', 'manual', 'unsubscribe']] = None,
        domain: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Suppression]:
        """List suppressions.

        Returns the entries that match all filters. A key that is restricted to domains sees their entries
        and those of the whole organization, which also apply to its sends.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "email": email, "reason": reason, "domain": domain}
        path = "/suppressions"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateSuppressionRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Suppression:
        """Suppress an address.

        Stops email to an address. Queued bulk email is checked again before sending; other queued email is
        still sent. An existing entry with a stronger reason (complaint, hard bounce, validation or
        unsubscribe) fails with `suppression_conflict`.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Suppression", self._api.call(Request("POST", "/suppressions", body=body), options))

    def count(
        self,
        *,
        options: Optional[Options] = None,
    ) -> types.SuppressionCounts:
        """Count suppressions.

        Returns the number of entries by reason, without expired ones. Of each reason, the newest 10,000
        entries are counted. Keys restricted to domains count the entries of their domains and those of the
        whole organization.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.SuppressionCounts", self._api.call(Request("GET", "/suppressions/counts"), options))

    def export(
        self,
        *,
        email: Optional[str] = None,
        reason: Optional[Literal['complaint', 'hard_bounce', 'validation', 'manual', 'unsubscribe']] = None,
        domain: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> bytes:
        """Export suppressions.

        Returns all entries that match the filters of the list as a CSV with a header row. If the connection
        closes early, the file is incomplete: request it again. Recorded in the audit log.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"email": email, "reason": reason, "domain": domain}
        return cast("bytes", self._api.call(Request("GET", "/suppressions/export", query=query, read="bytes"), options))

    def import_(
        self,
        body: bytes,
        *,
        filename: Optional[str] = None,
        domain: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.SuppressionImport:
        """Import suppressions.

        Uploads a CSV that is imported in the background. `GET /suppressions/imports/{id}` returns the
        progress. From an export of contacts, the unsubscribed, bounced and complained rows are imported;
        rows with an unknown status are refused. If you move from another service, import its lists before
        you send.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"filename": filename, "domain": domain}
        return cast("types.SuppressionImport", self._api.call(Request("POST", "/suppressions/import", query=query, body=body, content_type="text/csv"), options))

    def list_imports(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.SuppressionImport]:
        """List imports.

        Returns the imports of the last 30 days with their progress, newest first.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/suppressions/imports"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def get_import(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.SuppressionImport:
        """Get an import.

        Returns the progress of an import. Ask again every few seconds until `status` is `finished` or
        `failed`.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.SuppressionImport", self._api.call(Request("GET", path_of("/suppressions/imports/{}", id)), options))

    def get_import_refusals(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> bytes:
        """Download refused rows.

        Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then
        those of the file. Correct the rows and import the file again; its first four columns are ignored.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("bytes", self._api.call(Request("GET", path_of("/suppressions/imports/{}/refused", id), read="bytes"), options))

    def get(
        self,
        id_or_email: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Suppression:
        """Get a suppression.

        Returns an entry by id or address. `not_found` means that email to the address is not suppressed.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.Suppression", self._api.call(Request("GET", path_of("/suppressions/{}", id_or_email)), options))

    def delete(
        self,
        id_or_email: str,
        *,
        reason: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a suppression.

        Allows email to the address again. Delete a hard bounce only if you know that the address works now,
        and a complaint only if the person asked for email. `reason` is stored in the audit log.

        Permission: FULL or higher. Test keys: refused.
        """
        query = {"reason": reason}
        self._api.call(Request("DELETE", path_of("/suppressions/{}", id_or_email), query=query, read="none"), options)


class MetricsResource(_Resource):
    """Metrics."""

    def get(
        self,
        *,
        days: Optional[int] = None,
        domain: Optional[str] = None,
        facet: Optional[Literal['provider', 'key', 'template', 'kind']] = None,
        key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.Metrics:
        """Get daily metrics.

        Returns daily counts (UTC) of live email by recipient, a few seconds old. Test emails and suppressed
        recipients are not included.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"days": days, "domain": domain, "facet": facet, "key": key}
        return cast("types.Metrics", self._api.call(Request("GET", "/metrics", query=query), options))


class DeliverabilityResource(_Resource):
    """Deliverability."""

    def get(
        self,
        *,
        days: Optional[int] = None,
        domain: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.Deliverability:
        """Get deliverability.

        Returns how mailbox providers receive your live email, and the problems that were found. Findings
        are about the present: counts of the last 7 days, and the latest checks of DNS and blocklists.

        Permission: FULL or higher. Test keys: allowed.
        """
        query = {"days": days, "domain": domain}
        return cast("types.Deliverability", self._api.call(Request("GET", "/deliverability", query=query), options))


class UsageResource(_Resource):
    """Usage."""

    def get(
        self,
        *,
        options: Optional[Options] = None,
    ) -> types.Usage:
        """Get plan usage.

        Returns the usage and limits of your plan and the rate limits of the key and the organization. If
        the counters cannot be read, it fails with `usage_unavailable`.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.Usage", self._api.call(Request("GET", "/usage"), options))


class ContactsResource(_Resource):
    """Contacts."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        email: Optional[str] = None,
        search: Optional[str] = None,
        status: Optional[Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']] = None,
        topic: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Contact]:
        """List contacts.

        Returns the contacts that match all filters.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "email": email, "search": search, "status": status, "topic": topic}
        path = "/contacts"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def upsert(
        self,
        body: types.UpsertContactRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Contact:
        """Create or update a contact.

        Creates a contact (201), or updates the one with this address (200). Missing fields keep their
        values; properties are merged. If the contact has unsubscribed, it stays unsubscribed unless you set
        `resubscribe`; see `kept_unsubscribed`. Automations are started by `POST /events`, not here. For
        many contacts use `POST /contacts/batch`; for a file, `POST /contacts/import`.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Contact", self._api.call(Request("POST", "/contacts", body=body), options))

    def upsert_batch(
        self,
        body: types.BatchContactsRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.BatchContactsResponse:
        """Create or update many contacts.

        Creates or updates up to 1,000 contacts, each as in `POST /contacts`. The status is 200, with an id
        or an error per contact, in order: check every result.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.BatchContactsResponse", self._api.call(Request("POST", "/contacts/batch", body=body), options))

    def export(
        self,
        *,
        email: Optional[str] = None,
        search: Optional[str] = None,
        status: Optional[Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']] = None,
        topic: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> bytes:
        """Export contacts.

        Returns all contacts that match the filters of the list as a CSV with a header row. The file is
        streamed. If the connection closes early, it is incomplete: request it again. Recorded in the audit
        log.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"email": email, "search": search, "status": status, "topic": topic}
        return cast("bytes", self._api.call(Request("GET", "/contacts/export", query=query, read="bytes"), options))

    def import_(
        self,
        body: bytes,
        *,
        filename: Optional[str] = None,
        columns: Optional[str] = None,
        topics: Optional[str] = None,
        source: Optional[str] = None,
        dry_run: Optional[Literal['true', 'false']] = None,
        options: Optional[Options] = None,
    ) -> types.ContactImport:
        """Import contacts.

        Uploads a CSV that is imported in the background. `GET /contacts/imports/{id}` returns the progress.
        Exports of other services are recognized: unsubscribed rows become unsubscribed contacts, bounced
        and complained rows become suppressions, and rows with an unknown status are refused. Unsubscribed
        contacts stay unsubscribed. A column that may say who has unsubscribed must be recognized or mapped;
        otherwise the file is refused. `dry_run` reports the result without changing anything.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"filename": filename, "columns": columns, "topics": topics, "source": source, "dry_run": dry_run}
        return cast("types.ContactImport", self._api.call(Request("POST", "/contacts/import", query=query, body=body, content_type="text/csv"), options))

    def list_imports(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        dry_run: Optional[Literal['true', 'false']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.ContactImport]:
        """List imports.

        Returns the imports of the last 30 days with their progress, newest first.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "dry_run": dry_run}
        path = "/contacts/imports"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def get_import(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.ContactImport:
        """Get an import.

        Returns the progress of an import. Ask again every few seconds until `status` is `finished` or
        `failed`.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.ContactImport", self._api.call(Request("GET", path_of("/contacts/imports/{}", id)), options))

    def get_import_refusals(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> bytes:
        """Download refused rows.

        Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then
        those of the file. Correct the rows and import the file again; its first four columns are ignored.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("bytes", self._api.call(Request("GET", path_of("/contacts/imports/{}/refused", id), read="bytes"), options))

    def get(
        self,
        id_or_email: str,
        *,
        options: Optional[Options] = None,
    ) -> types.ContactDetail:
        """Get a contact.

        Returns a contact with its topic subscriptions and last activity, by id or address.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.ContactDetail", self._api.call(Request("GET", path_of("/contacts/{}", id_or_email)), options))

    def delete(
        self,
        id_or_email: str,
        *,
        options: Optional[Options] = None,
    ) -> types.DeletedContact:
        """Delete a contact.

        Deletes a contact with its properties, subscriptions and consent history. Suppressions of its
        address and topics that it unsubscribed from stay in effect; only a hash of the address is kept.

        Permission: FULL or higher. Test keys: refused.
        """
        return cast("types.DeletedContact", self._api.call(Request("DELETE", path_of("/contacts/{}", id_or_email)), options))

    def erase(
        self,
        id_or_email: str,
        body: Optional[types.EraseContactRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.Erasure:
        """Erase a person.

        Deletes the contact, its signups and runs, inbound email from the address, the content of emails to
        it, and logged requests that name it. A digest replaces the address in suppressions, recipients and
        events. Emails that may still be sent are left and counted; repeat the erasure after they are sent.
        A request erases a part: repeat it with the address and `next_cursor` until that is null. Cannot be
        undone.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Erasure", self._api.call(Request("POST", path_of("/contacts/{}/erase", id_or_email), body=body), options))

    def set_subscriptions(
        self,
        id_or_email: str,
        body: types.SetSubscriptionsRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Contact:
        """Set subscriptions.

        Sets one subscription (`topic`, `state`) or several (`topics`). Others do not change. If the contact
        has unsubscribed from a topic, it stays unsubscribed unless you set `resubscribe`;
        `kept_unsubscribed` lists these topics. When you subscribe a contact, give its `consent` as proof.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Contact", self._api.call(Request("POST", path_of("/contacts/{}/subscriptions", id_or_email), body=body), options))

    def list_subscription_changes(
        self,
        id_or_email: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.SubscriptionChange]:
        """List subscription changes.

        Returns all changes to the status and subscriptions of a contact, newest first, with proof of
        consent.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/contacts/{}/subscription-changes", id_or_email)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def list_timeline(
        self,
        id_or_email: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.TimelineEntry]:
        """List a contact's timeline.

        Returns the emails to a contact with their events, its runs of automations and its subscription
        changes, newest first. A key that is restricted to domains sees only their emails. A page can be
        short or empty and still have a `next_cursor`: continue until there is none.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/contacts/{}/timeline", id_or_email)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)


class TopicsResource(_Resource):
    """Topics."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Topic]:
        """List topics.

        Returns all topics of the organization.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/topics"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateTopicRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Topic:
        """Create a topic.

        Creates a topic, for example a newsletter, that contacts subscribe to and unsubscribe from. Each
        broadcast has a topic and is sent only to its subscribers.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Topic", self._api.call(Request("POST", "/topics", body=body), options))

    def get(
        self,
        slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Topic:
        """Get a topic.

        Returns a topic by its slug.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Topic", self._api.call(Request("GET", path_of("/topics/{}", slug)), options))

    def update(
        self,
        slug: str,
        body: types.UpdateTopicRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Topic:
        """Update a topic.

        Changes the given fields. A new `default_opt_in` takes effect at once for all contacts that have not
        chosen. `archive: true` also lists broadcasts that were sent before; `false` ends the page at once.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Topic", self._api.call(Request("PATCH", path_of("/topics/{}", slug), body=body), options))

    def delete(
        self,
        slug: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a topic.

        Deletes a topic and its subscriptions. A topic that a broadcast, signup form or automation uses
        cannot be deleted: `topic_in_use`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/topics/{}", slug), read="none"), options)


class SegmentsResource(_Resource):
    """Segments."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Segment]:
        """List segments.

        Returns the segments with their counts within about two seconds. A count that takes longer continues
        in the background; until it is ready, the previous count or null is returned. `counted_at` is the
        time of the count.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/segments"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateSegmentRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Segment:
        """Create a segment.

        Creates a segment: a saved filter over contacts. It always contains the contacts that match at the
        time. `contact_count` is the current number.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Segment", self._api.call(Request("POST", "/segments", body=body), options))

    def preview(
        self,
        body: types.PreviewSegmentRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.SegmentPreview:
        """Preview a segment.

        Returns how many contacts meet a filter, and up to ten of them, without storing a segment. A count
        that takes longer than two seconds continues in the background: repeat the request for it. An
        organization can have three such counts at a time.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.SegmentPreview", self._api.call(Request("POST", "/segments/preview", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Segment:
        """Get a segment.

        Returns a segment with its number of contacts. A count that takes longer than two seconds continues
        in the background.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Segment", self._api.call(Request("GET", path_of("/segments/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateSegmentRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Segment:
        """Update a segment.

        Changes the given fields. Broadcasts that have not started use the new filter.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Segment", self._api.call(Request("PATCH", path_of("/segments/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a segment.

        Deletes only the segment. Unsent broadcasts that use it can no longer start. A segment by which an
        automation starts cannot be deleted: `segment_in_use`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/segments/{}", id), read="none"), options)

    def list_contacts(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Contact]:
        """List contacts of a segment.

        Returns the contacts that match the filter now, newest first.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/segments/{}/contacts", id)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)


class BroadcastsResource(_Resource):
    """Broadcasts."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        status: Optional[Literal['draft', 'scheduled', 'testing', 'sent', 'canceled']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.BroadcastSummary]:
        """List broadcasts.

        Returns the broadcasts without their content. `GET /broadcasts/{id}` includes it.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "search": search, "status": status}
        path = "/broadcasts"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateBroadcastRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Create a broadcast.

        Creates an email to the contacts of a segment: a draft, or scheduled if you set `scheduled_at`.
        Check it with `POST /broadcasts/{id}/preview` and `…/test`, then start it with `…/send`. A broadcast
        needs a verified domain of the stream `bulk` and is sent to contacts of the segment who are
        subscribed to the topic.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", "/broadcasts", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Get a broadcast.

        Returns a broadcast with its content and counts. Counts are a few seconds old. `waiting_for` says
        why sending is waiting.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("GET", path_of("/broadcasts/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateBroadcastRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Update a broadcast.

        Changes the given fields of a draft or scheduled broadcast; null clears a field. `scheduled_at:
        null` makes a scheduled broadcast a draft again. `in_archive` alone can be changed in any status.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("PATCH", path_of("/broadcasts/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a broadcast.

        Deletes a draft, or a broadcast that was canceled before it started.

        Permission: FULL or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/broadcasts/{}", id), read="none"), options)

    def send(
        self,
        id: str,
        body: Optional[types.SendBroadcastRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Send a broadcast.

        Sends a draft now or at `scheduled_at`, or reschedules a broadcast. Content, segment, topic and
        domain are checked first. Each contact gets at most one email. With an A/B test, part of the
        contacts get the variants first. `…/pause` stops it for a while, and `…/cancel` for good. A paused
        broadcast gets the new time and stays paused.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/send", id), body=body), options))

    def pause(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Pause a broadcast.

        Stops a broadcast that is scheduled, being sent or in an A/B test, until `…/resume`. No further
        emails are created; those that were are still sent. A time that passes, and an A/B test that ends
        meanwhile, take effect when it is resumed.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/pause", id)), options))

    def resume(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Resume a broadcast.

        Continues a paused broadcast where it stopped: each contact gets at most one email, and none is left
        out. If its time has passed, it starts at once.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/resume", id)), options))

    def cancel(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Cancel a broadcast.

        Cancels a broadcast and its queued emails. Emails that were already handed over cannot be recalled.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/cancel", id)), options))

    def decide(
        self,
        id: str,
        body: types.DecideBroadcastRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Choose the A/B test winner.

        Ends the A/B test early and sends the chosen variant to the remaining recipients. The broadcast must
        be `testing`.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/decide", id), body=body), options))

    def resend(
        self,
        id: str,
        body: Optional[types.ResendBroadcastRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Resend to those who did not open.

        Sends a broadcast again to recipients who did not open it, at least 24 hours after it finished:
        before, with a `scheduled_at` after that time (`resend_too_early`). Creates a new broadcast whose
        `parent_id` is the original. Opens are not always detected, so some people receive it twice.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/resend", id), body=body), options))

    def duplicate(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Broadcast:
        """Duplicate a broadcast.

        Creates a draft with the content, segment, topic, sender, tracking and A/B test of a broadcast, in
        any state. A duplicate of a resend goes to the segment.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Broadcast", self._api.call(Request("POST", path_of("/broadcasts/{}/duplicate", id)), options))

    def estimate(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.BroadcastEstimate:
        """Estimate a broadcast.

        Returns how many contacts a broadcast would go to if it started now, how many of a sample of up to
        2,000 would get no email, how long sending takes, and the limits that apply. A count of contacts
        that takes longer than two seconds continues in the background: repeat the request for it. A resend
        has no estimate: its recipients are those of the original.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.BroadcastEstimate", self._api.call(Request("GET", path_of("/broadcasts/{}/estimate", id)), options))

    def preview(
        self,
        id: str,
        body: Optional[types.PreviewBroadcastRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.BroadcastPreview:
        """Preview a broadcast.

        Renders the content for a contact, with the footer. `subject`, `preview_text` and `document` replace
        what is stored, to see a change before it is saved. Links of the recipient are examples.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.BroadcastPreview", self._api.call(Request("POST", path_of("/broadcasts/{}/preview", id), body=body), options))

    def send_test(
        self,
        id: str,
        body: types.TestBroadcastRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.TestBroadcastResponse:
        """Send a test.

        Sends the broadcast to the given addresses, which need not be contacts. Test emails count toward
        your quota but not toward the counts of the broadcast. Their unsubscribe and preferences links show
        the pages and change nothing.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.TestBroadcastResponse", self._api.call(Request("POST", path_of("/broadcasts/{}/test", id), body=body), options))

    def list_recipients(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        outcome: Optional[Literal['submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid', 'canceled', 'waiting']] = None,
        opened: Optional[Literal['true', 'false']] = None,
        clicked: Optional[Literal['true', 'false']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.BroadcastRecipient]:
        """List recipients.

        Returns the recipients with their outcomes. The list grows while the broadcast is being sent. Filter
        by `outcome`, for example `invalid` to find contacts for whom the content could not be rendered, and
        by `opened` and `clicked`. A page looks at a limited number of recipients: with filters it may have
        fewer than `limit`, or none, and still a `next_cursor`.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "outcome": outcome, "opened": opened, "clicked": clicked}
        path = path_of("/broadcasts/{}/recipients", id)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def export_recipients(
        self,
        id: str,
        *,
        outcome: Optional[Literal['submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid', 'canceled', 'waiting']] = None,
        opened: Optional[Literal['true', 'false']] = None,
        clicked: Optional[Literal['true', 'false']] = None,
        options: Optional[Options] = None,
    ) -> bytes:
        """Export recipients.

        Returns all recipients that match the filters of the list as a CSV with a header row. Cells that a
        spreadsheet would run as a formula start with an apostrophe. If the connection closes early, the
        file is incomplete: request it again. Recorded in the audit log.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"outcome": outcome, "opened": opened, "clicked": clicked}
        return cast("bytes", self._api.call(Request("GET", path_of("/broadcasts/{}/recipients/export", id), query=query, read="bytes"), options))

    def list_links(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.BroadcastLinkList:
        """List clicked links.

        Returns the links that people clicked, the most clicked first, at most 200. Clicks of machines are
        not counted. Counts are a few seconds old.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.BroadcastLinkList", self._api.call(Request("GET", path_of("/broadcasts/{}/links", id)), options))

    def get_series(
        self,
        id: str,
        *,
        interval: Optional[Literal['hour', 'day']] = None,
        timezone: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.BroadcastSeries:
        """Get counts over time.

        Returns the counts of a broadcast by hour or day, by the time of each event. Counts are a few
        seconds old.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"interval": interval, "timezone": timezone}
        return cast("types.BroadcastSeries", self._api.call(Request("GET", path_of("/broadcasts/{}/series", id), query=query), options))


class EventsResource(_Resource):
    """Events."""

    def post(
        self,
        body: types.PostEventRequest,
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> types.PostedEvent:
        """Send a contact event.

        Starts a run of each active automation with this trigger, and ends waits for the event. If you give
        an `email` that is not a contact yet, the contact is created. Set `idempotency_key` to retry safely.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.PostedEvent", self._api.call(Request("POST", "/events", body=body, idempotency_key=idempotency_key or str(uuid.uuid4())), options))

    def list_names(
        self,
        *,
        options: Optional[Options] = None,
    ) -> types.EventNameList:
        """List event names.

        Returns the names of events that were posted in the last 90 days, without contact events.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.EventNameList", self._api.call(Request("GET", "/events/names"), options))


class AutomationsResource(_Resource):
    """Automations."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.AutomationSummary]:
        """List automations.

        Returns the automations without their steps. `GET /automations/{id_or_slug}` includes the steps.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/automations"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateAutomationRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Automation:
        """Create an automation.

        Creates an automation. Unless it is `paused`, the next matching event starts a run. Emails of an
        automation are bulk email with the kind `sequence.<slug>`: they need a domain of the stream `bulk`,
        have unsubscribe headers and are sent only to contacts who may receive bulk email.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Automation", self._api.call(Request("POST", "/automations", body=body), options))

    def get(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.Automation:
        """Get an automation.

        Returns an automation with its current steps.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.Automation", self._api.call(Request("GET", path_of("/automations/{}", id_or_slug)), options))

    def update(
        self,
        id_or_slug: str,
        body: types.UpdateAutomationRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Automation:
        """Update an automation.

        Changes the given fields. Active runs finish on the steps they started with. `status: paused` pauses
        active runs; `active` resumes them.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Automation", self._api.call(Request("PATCH", path_of("/automations/{}", id_or_slug), body=body), options))

    def delete(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete an automation.

        Deletes an automation and cancels its active runs within seconds. Sent emails keep their kind.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/automations/{}", id_or_slug), read="none"), options)

    def list_versions(
        self,
        id_or_slug: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.AutomationVersionSummary]:
        """List automation versions.

        Returns the versions of an automation without their steps, newest first.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/automations/{}/versions", id_or_slug)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def get_version(
        self,
        id_or_slug: str,
        version: int,
        *,
        options: Optional[Options] = None,
    ) -> types.AutomationVersion:
        """Get an automation version.

        Returns a version with its trigger and steps. To use it again, write its trigger and steps with
        `PATCH /automations/{id_or_slug}`, as `draft` or as a new version.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.AutomationVersion", self._api.call(Request("GET", path_of("/automations/{}/versions/{}", id_or_slug, version)), options))

    def get_step_counts(
        self,
        id_or_slug: str,
        *,
        options: Optional[Options] = None,
    ) -> types.AutomationStepCounts:
        """Get counts by step.

        Returns, for each step of the current version, how many runs are at the step now, and how many have
        passed it, stopped, failed or were canceled at it. Counts stay when runs are deleted.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.AutomationStepCounts", self._api.call(Request("GET", path_of("/automations/{}/step-counts", id_or_slug)), options))

    def dry_run(
        self,
        id_or_slug: str,
        body: types.DryRunRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.AutomationDryRun:
        """Try an automation with a contact.

        Returns the steps that a run of the contact would take if it started now, with times, results of
        conditions and subjects of emails. Nothing is stored, sent or called. Conditions see the contact as
        it is now, without the changes of earlier steps.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.AutomationDryRun", self._api.call(Request("POST", path_of("/automations/{}/dry-run", id_or_slug), body=body), options))

    def send_test(
        self,
        id_or_slug: str,
        body: types.TestAutomationRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.TestBroadcastResponse:
        """Send a test of a step.

        Sends the email of a step to the given addresses, which need not be contacts. No run starts. Test
        emails count toward your quota. Their unsubscribe and preferences links show the pages and change
        nothing.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.TestBroadcastResponse", self._api.call(Request("POST", path_of("/automations/{}/test", id_or_slug), body=body), options))

    def list_runs(
        self,
        id_or_slug: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal['running', 'completed', 'stopped', 'failed', 'canceled']] = None,
        contact: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.AutomationRunSummary]:
        """List runs.

        Returns the runs of an automation, newest first.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "status": status, "contact": contact}
        path = path_of("/automations/{}/runs", id_or_slug)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def cancel_runs(
        self,
        id_or_slug: str,
        body: types.CancelAutomationRunsRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.AutomationRunCancellation:
        """Cancel runs by filter.

        Cancels the active runs that match all filters, or counts them with `dry_run`. Repeat the request
        with `next` until it is null. Recorded in the audit log.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.AutomationRunCancellation", self._api.call(Request("POST", path_of("/automations/{}/runs/cancel", id_or_slug), body=body), options))

    def get_run(
        self,
        id_or_slug: str,
        run_id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.AutomationRun:
        """Get a run.

        Returns a run with its current step, the event it waits for, and its completed steps.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.AutomationRun", self._api.call(Request("GET", path_of("/automations/{}/runs/{}", id_or_slug, run_id)), options))

    def cancel_run(
        self,
        id_or_slug: str,
        run_id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.AutomationRun:
        """Cancel a run.

        Cancels a run. Other runs of the contact are not affected.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.AutomationRun", self._api.call(Request("POST", path_of("/automations/{}/runs/{}/cancel", id_or_slug, run_id)), options))


class SignupFormsResource(_Resource):
    """Signup forms."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.SignupForm]:
        """List signup forms.

        Returns all forms with the URLs of their pages.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/signup-forms"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateSignupFormRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.SignupForm:
        """Create a signup form.

        Creates a hosted page on which people subscribe (double opt-in). Link to its `url`, or submit your
        own form to it. Each person gets a confirmation email and is subscribed after confirming. Postrider
        records the consent.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.SignupForm", self._api.call(Request("POST", "/signup-forms", body=body), options))

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.SignupForm:
        """Get a signup form.

        Returns a form with the URL of its page.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.SignupForm", self._api.call(Request("GET", path_of("/signup-forms/{}", id)), options))

    def update(
        self,
        id: str,
        body: types.UpdateSignupFormRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.SignupForm:
        """Update a signup form.

        Changes the given fields; null clears a field. Submitted signups keep the topics that the form had
        at the time.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.SignupForm", self._api.call(Request("PATCH", path_of("/signup-forms/{}", id), body=body), options))

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> None:
        """Delete a signup form.

        Deletes the page and its signup requests; confirmation links stop working. Contacts and their
        consent history stay.

        Permission: ADMIN or higher. Test keys: refused.
        """
        self._api.call(Request("DELETE", path_of("/signup-forms/{}", id), read="none"), options)

    def list_requests(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.SignupRequest]:
        """List signup requests.

        Returns who submitted the form, when and from where, with proof of consent for those who confirmed.
        Unconfirmed requests are deleted some time after their link expires.

        Permission: SEND or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = path_of("/signup-forms/{}/requests", id)
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def count_requests(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.SignupRequestCounts:
        """Count signup requests.

        Returns how many requests of the last 30 days are confirmed, pending and expired. The newest 10,000
        requests are counted.

        Permission: SEND or higher. Test keys: refused.
        """
        return cast("types.SignupRequestCounts", self._api.call(Request("GET", path_of("/signup-forms/{}/request-counts", id)), options))


class OrganizationResource(_Resource):
    """Organization."""

    def get(
        self,
        *,
        options: Optional[Options] = None,
    ) -> types.Organization:
        """Get your organization.

        Returns the settings of the organization and whether sending is paused or under review.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Organization", self._api.call(Request("GET", "/organization"), options))

    def update(
        self,
        body: types.UpdateOrganizationRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.Organization:
        """Update your organization.

        Changes the given settings. `sending_paused: true` refuses live sends at once with `sending_paused`;
        queued emails wait until sending resumes. A shorter `body_retention_days` soon deletes older
        content.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.Organization", self._api.call(Request("PATCH", "/organization", body=body), options))


class OrganizationsResource(_Resource):
    """Organizations."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.ClientOrganization]:
        """List client organizations.

        Returns the organizations that your organization created.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/organizations"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def create(
        self,
        body: types.CreateOrganizationRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.CreatedOrganization:
        """Create a client organization.

        Creates a client organization with the plan `free` and default alerts. Its first emails are
        screened. The response contains the token of its first key, which is shown only once: use it to add
        domains and webhooks. Requires an unrestricted live ADMIN key of an internal organization. At most
        25 per day (UTC): `organization_quota_exceeded`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.CreatedOrganization", self._api.call(Request("POST", "/organizations", body=body), options))

    def revoke_keys(
        self,
        id: str,
        body: Optional[types.RevokeKeysRequest] = None,
        *,
        options: Optional[Options] = None,
    ) -> types.RevokedKeys:
        """Revoke keys of a client.

        Revokes all live keys of a client at once, for example after an incident. Also works while your
        organization is paused or under review. With `replace_with`, a new key is created; its token is
        returned only once.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.RevokedKeys", self._api.call(Request("POST", path_of("/organizations/{}/revoke-keys", id), body=body), options))


class ApiLogsResource(_Resource):
    """API logs."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        method: Optional[Literal['GET', 'POST', 'PUT', 'PATCH', 'DELETE']] = None,
        path: Optional[str] = None,
        status: Optional[str] = None,
        error_code: Optional[str] = None,
        key: Optional[str] = None,
        request_id: Optional[str] = None,
        email_id: Optional[str] = None,
        warning: Optional[Literal['idempotency_mismatch', 'unknown_fields', 'kind_not_bulk']] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.ApiLogSummary]:
        """List API requests.

        Returns the API requests that match all filters, newest first. Requests with an invalid key are not
        logged. A key sees the requests of keys that may do no more than itself: a `SEND` key those of
        `SEND` keys, a test key those of test keys, and a key that is restricted to domains those of keys
        restricted to the same domains. A page can be short or empty and still have a `next_cursor`:
        continue until there is none.

        Permission: SEND or higher. Test keys: allowed.
        """
        query = {"limit": limit, "cursor": cursor, "method": method, "path": path, "status": status, "error_code": error_code, "key": key, "request_id": request_id, "email_id": email_id, "warning": warning, "since": since, "until": until}
        path = "/api-logs"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> types.ApiLog:
        """Get an API request.

        Returns a logged API request with the emails, audit log entries and webhook delivery that belong to
        it. `content` has the headers and bodies of requests that failed or changed something, without
        secrets; it is deleted with the content of emails, after `body_retention_days`. Of an organization
        that sends many such requests in a second, some have no content.

        Permission: SEND or higher. Test keys: allowed.
        """
        return cast("types.ApiLog", self._api.call(Request("GET", path_of("/api-logs/{}", id)), options))


class AuditLogResource(_Resource):
    """Audit log."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        action: Optional[str] = None,
        actor: Optional[str] = None,
        target: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        until: Optional[Union[str, datetime]] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.AuditEntry]:
        """List audit log entries.

        Returns the changes made to keys, domains, webhooks and settings, with the values before and after,
        without secrets. A value of more than 2,048 bytes is replaced by the size and digest of its JSON.
        Sent emails are not included: use `GET /emails`.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "action": action, "actor": actor, "target": target, "since": since, "until": until}
        path = "/audit-log"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)


class AlertsResource(_Resource):
    """Alerts."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal['open', 'closed']] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Alert]:
        """List alerts.

        Returns the times during which an alert rule was broken, newest first.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor, "status": status}
        path = "/alerts"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)

    def list_rules(
        self,
        *,
        options: Optional[Options] = None,
    ) -> types.AlertRuleList:
        """List alert rules.

        Returns the limits at which the organization is warned or its sending is paused.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.AlertRuleList", self._api.call(Request("GET", "/alert-rules"), options))

    def update_rules(
        self,
        body: types.UpdateAlertRulesRequest,
        *,
        options: Optional[Options] = None,
    ) -> types.AlertRuleList:
        """Update alert rules.

        Changes the given rules and returns all of them. An organization can be warned and paused earlier
        than by default, but not later: the limits protect the addresses that it shares with others.

        Permission: ADMIN or higher. Test keys: refused.
        """
        return cast("types.AlertRuleList", self._api.call(Request("PATCH", "/alert-rules", body=body), options))


class NoticesResource(_Resource):
    """Notices."""

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages[types.Notice]:
        """List notices.

        Returns what the platform wrote to the alert address of the organization, newest first: alerts,
        pauses, domains and webhooks that fail.

        Permission: ADMIN or higher. Test keys: refused.
        """
        query = {"limit": limit, "cursor": cursor}
        path = "/notices"
        request = lambda place: Request("GET", path, query=place)
        return Pages(lambda place: self._api.call(request(place), options), query)


class Resources:
    """The resources of the API."""

    def __init__(self, api: Api) -> None:
        self.emails = EmailsResource(api)
        self.inbox = InboxResource(api)
        self.email_events = EmailEventsResource(api)
        self.webhooks = WebhooksResource(api)
        self.inbound = InboundResource(api)
        self.templates = TemplatesResource(api)
        self.images = ImagesResource(api)
        self.saved_blocks = SavedBlocksResource(api)
        self.domains = DomainsResource(api)
        self.keys = KeysResource(api)
        self.suppressions = SuppressionsResource(api)
        self.metrics = MetricsResource(api)
        self.deliverability = DeliverabilityResource(api)
        self.usage = UsageResource(api)
        self.contacts = ContactsResource(api)
        self.topics = TopicsResource(api)
        self.segments = SegmentsResource(api)
        self.broadcasts = BroadcastsResource(api)
        self.events = EventsResource(api)
        self.automations = AutomationsResource(api)
        self.signup_forms = SignupFormsResource(api)
        self.organization = OrganizationResource(api)
        self.organizations = OrganizationsResource(api)
        self.api_logs = ApiLogsResource(api)
        self.audit_log = AuditLogResource(api)
        self.alerts = AlertsResource(api)
        self.notices = NoticesResource(api)
