<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Answer;
use Postrider\Api;
use Postrider\Options;
use Postrider\Pages;
use Postrider\Request;
use Postrider\Types;

/**
 * Operations of the resource emails.
 *
 * @phpstan-import-type CancelEmailsRequest from Types
 * @phpstan-import-type CancelEmailsResponse from Types
 * @phpstan-import-type CanceledEmail from Types
 * @phpstan-import-type ChangeEmailsRequest from Types
 * @phpstan-import-type CheckEmailRequest from Types
 * @phpstan-import-type CreateShareLinkRequest from Types
 * @phpstan-import-type CreatedShareLink from Types
 * @phpstan-import-type DeliveryAttemptList from Types
 * @phpstan-import-type Email from Types
 * @phpstan-import-type EmailChange from Types
 * @phpstan-import-type EmailCheck from Types
 * @phpstan-import-type EmailSource from Types
 * @phpstan-import-type EmailSummary from Types
 * @phpstan-import-type RescheduleEmailRequest from Types
 * @phpstan-import-type RescheduledEmail from Types
 * @phpstan-import-type SendAgainRequest from Types
 * @phpstan-import-type SendEmailResponse from Types
 * @phpstan-import-type ShareLinkList from Types
 * @phpstan-import-type TriedEmail from Types
 * @phpstan-import-type WebhookDeliverySummary from Types
 */
class EmailsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List emails.
     *
     * Returns the emails that match all filters, newest first, without content and events; `GET /emails/{id}` includes them. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none. With `waiting`, a request examines at most 1,000 emails that are not final, newest first.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, status?: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', to?: string, kind?: string, mode?: 'live'|'test', subject?: string, tag?: string, metadata?: string, message_id?: string, domain?: string, key?: string, template?: string, broadcast?: string, failure_class?: 'recipient'|'domain'|'inactive'|'full'|'no_answer'|'routing'|'auth'|'policy'|'block'|'rate'|'content'|'size'|'system'|'expired'|'unsendable'|'platform'|'other', since?: string|\DateTimeInterface, until?: string|\DateTimeInterface, waiting?: 'scheduled'|'review'|'operator_hold'|'restoration_hold'|'sending_paused'|'queue_paused'|'domain'|'daily_cap'|'warm_up'|'backlog'|'site_limit'|'site_suspended'|'dns'|'no_source'|'transport'|'retry'|'no_worker'|'sending'} $query
     * @return Pages<EmailSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/emails', $query, $options);
    }

    /**
     * Check an email.
     *
     * Checks an email without sending it: clipping by Gmail, support of mail clients, links, images, variables that are not filled in, the unsubscribe link of bulk email, and DKIM and SPF of the domain. Takes the body of `POST /emails` and refuses what that refuses. Nothing is stored, and no quota is used.
     *
     * The guide [Check before sending](/docs/guides/check-before-sending) explains each finding.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param CheckEmailRequest $body
     * @return Answer with the fields of EmailCheck
     */
    public function check(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/check', body: $body), $options);
    }

    /**
     * Export emails.
     *
     * Returns the emails that match all filters as CSV, newest first, without content: the newest 10,000. For older ones, set `until` to the last `created_at`. Cells that a spreadsheet would run as a formula start with an apostrophe. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{status?: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', to?: string, kind?: string, mode?: 'live'|'test', subject?: string, tag?: string, metadata?: string, message_id?: string, domain?: string, key?: string, template?: string, broadcast?: string, failure_class?: 'recipient'|'domain'|'inactive'|'full'|'no_answer'|'routing'|'auth'|'policy'|'block'|'rate'|'content'|'size'|'system'|'expired'|'unsendable'|'platform'|'other', since?: string|\DateTimeInterface, until?: string|\DateTimeInterface} $query
     * @return string
     */
    public function export(array $query = [], ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/emails/export', query: $query, isRaw: true), $options);
    }

    /**
     * Get an email.
     *
     * Returns an email with its content and events. Content and metadata are null after the retention period of the organization. A key that is restricted to domains gets `not_found` for emails of other domains. With `wait`, the answer comes when `last_event` is no longer `queued` or `sending`, or after that many seconds with what is known then; a key can have 20 such requests open at a gateway.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of Email
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/emails/' . Request::part($id)), $options);
    }

    /**
     * Reschedule an email.
     *
     * Changes the time of a scheduled email that is still `queued` and not yet due. Other emails fail with `not_schedulable`. Repeating a request is safe. Quotas count the email on the day it was accepted.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param RescheduleEmailRequest $body
     * @return Answer with the fields of RescheduledEmail
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/emails/' . Request::part($id), body: $body), $options);
    }

    /**
     * Get the source of an email.
     *
     * Returns the message as it was or would be delivered: headers, bodies with tracked links and footer, and the names of attachments. It is composed from the stored content with the present footer and tracking host, without the content of attachments, and has no DKIM signatures, `Feedback-ID` and `CFBL` headers, which are added when the email leaves. The source is null after retention, and for keys and users without the right to read content.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of EmailSource
     */
    public function getSource(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/emails/' . Request::part($id) . '/source'), $options);
    }

    /**
     * Cancel an email.
     *
     * Cancels an email that is still `queued`, such as a scheduled one. Returns its quota. Once sending has started, the request fails with `not_cancelable`.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of CanceledEmail
     */
    public function cancel(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/' . Request::part($id) . '/cancel'), $options);
    }

    /**
     * Cancel several emails.
     *
     * Cancels up to 100 emails, each as `POST /emails/{id}/cancel` does. Emails succeed or fail independently: the status is 200, with a result per id, in order.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param CancelEmailsRequest $body
     * @return Answer with the fields of CancelEmailsResponse
     */
    public function cancelMany(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/cancel', body: $body), $options);
    }

    /**
     * Change many emails.
     *
     * Cancels the queued emails that match all filters, or sends failed ones again as new emails, newest first. With `ids`, only these. First count them with `dry_run`, then send the same request without it. Repeat both with `next` as `after` until it is null: a request counts 5,000 emails or changes 50 at most. Emails accepted after `until` are never changed. Repeating a request is safe: a canceled email is no longer queued, and an email is sent again once for an `idempotency_key`. A test key changes test emails only. Emails that a review, an operator or a restoration holds can be canceled, but only the platform can release them. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param ChangeEmailsRequest $body
     * @return Answer with the fields of EmailChange
     */
    public function change(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/changes', body: $body), $options);
    }

    /**
     * Send an email again.
     *
     * Sends a copy of an email as a new one: to its original recipients, or to others with `to`. The new email has the content, headers, tags, metadata and mode of the original, and a Message-ID of its own. It passes every check of `POST /emails`, counts toward the quota and is recorded in the audit log. Content that retention deleted cannot be sent again.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param SendAgainRequest $body
     * @return Answer with the fields of SendEmailResponse
     */
    public function sendAgain(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/' . Request::part($id) . '/send-again', body: $body, isKeyed: true), $options);
    }

    /**
     * Try a deferred email now.
     *
     * Makes the next attempt of an email that waits for a retry due at once. No other email is made, and limits of the receiving server hold. Emails that do not wait for a retry fail with `not_deferred`. Fails with `rate_limited` within 5 minutes of the last attempt, and beyond 30 emails a minute. Repeating a request is safe. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of TriedEmail
     */
    public function tryNow(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/' . Request::part($id) . '/try-now'), $options);
    }

    /**
     * List delivery attempts.
     *
     * Returns the delivery attempts of an email, newest first, one per recipient and round: where it was handed over, over which TLS, what the server replied, how long each phase took, why it failed and when it is tried again. Test emails have none. The SMTP conversation is stored for attempts that failed.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of DeliveryAttemptList
     */
    public function listAttempts(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/emails/' . Request::part($id) . '/attempts'), $options);
    }

    /**
     * Create a share link.
     *
     * Creates a link to a public page about an email, for people without an account: status, recipients, timeline, attempts, and why it waits. The page shows subject and text only with `with_content`. The link works for 7 days, or as long as `expires_in_days` says, unless it is revoked. Everyone who has it can open the page. Its URL is shown only in this answer. An email can have 20 links at a time. Creating and revoking are recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param CreateShareLinkRequest $body
     * @return Answer with the fields of CreatedShareLink
     */
    public function createShareLink(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/emails/' . Request::part($id) . '/share-links', body: $body), $options);
    }

    /**
     * List share links.
     *
     * Returns the share links of an email that work, newest first, without their URLs.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of ShareLinkList
     */
    public function listShareLinks(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/emails/' . Request::part($id) . '/share-links'), $options);
    }

    /**
     * Revoke a share link.
     *
     * Ends a share link at once: its page is not found any more.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return void
     */
    public function revokeShareLink(string $id, string $shareLinkId, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/emails/' . Request::part($id) . '/share-links/' . Request::part($shareLinkId)), $options);
    }

    /**
     * List webhook deliveries of an email.
     *
     * Returns the webhook deliveries of an email to the current endpoints, newest event first: those of its newest 200 events. `GET /webhooks/{id}/deliveries/{delivery_id}` has the attempts.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<WebhookDeliverySummary>
     */
    public function listWebhookDeliveries(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/emails/' . Request::part($id) . '/webhook-deliveries', $query, $options);
    }
}
