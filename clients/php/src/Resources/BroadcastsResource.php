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
 * Operations of the resource broadcasts.
 *
 * @phpstan-import-type Broadcast from Types
 * @phpstan-import-type BroadcastEstimate from Types
 * @phpstan-import-type BroadcastLinkList from Types
 * @phpstan-import-type BroadcastPreview from Types
 * @phpstan-import-type BroadcastRecipient from Types
 * @phpstan-import-type BroadcastSeries from Types
 * @phpstan-import-type BroadcastSummary from Types
 * @phpstan-import-type CreateBroadcastRequest from Types
 * @phpstan-import-type DecideBroadcastRequest from Types
 * @phpstan-import-type PreviewBroadcastRequest from Types
 * @phpstan-import-type ResendBroadcastRequest from Types
 * @phpstan-import-type SendBroadcastRequest from Types
 * @phpstan-import-type TestBroadcastRequest from Types
 * @phpstan-import-type TestBroadcastResponse from Types
 * @phpstan-import-type UpdateBroadcastRequest from Types
 */
final class BroadcastsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a broadcast.
     *
     * Creates an email to the contacts of a segment: a draft, or scheduled if you set `scheduled_at`. Check it with `POST /broadcasts/{id}/preview` and `…/test`, then start it with `…/send`. A broadcast needs a verified domain of the stream `bulk` and is sent to contacts of the segment who are subscribed to the topic.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param CreateBroadcastRequest $body
     * @return Answer with the fields of Broadcast
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts', body: $body), $options);
    }

    /**
     * List broadcasts.
     *
     * Returns the broadcasts without their content. `GET /broadcasts/{id}` includes it.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, search?: string, status?: 'draft'|'scheduled'|'testing'|'sent'|'canceled'} $query
     * @return Pages<BroadcastSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/broadcasts', $query, $options);
    }

    /**
     * Get a broadcast.
     *
     * Returns a broadcast with its content and counts. Counts are a few seconds old. `waiting_for` says why sending is waiting.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of Broadcast
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/broadcasts/' . Request::part($id)), $options);
    }

    /**
     * Update a broadcast.
     *
     * Changes the given fields of a draft or scheduled broadcast; null clears a field. `scheduled_at: null` makes a scheduled broadcast a draft again. `in_archive` alone can be changed in any status.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param UpdateBroadcastRequest $body
     * @return Answer with the fields of Broadcast
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/broadcasts/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete a broadcast.
     *
     * Deletes a draft, or a broadcast that was canceled before it started.
     *
     * Permission: FULL or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/broadcasts/' . Request::part($id)), $options);
    }

    /**
     * Send a broadcast.
     *
     * Sends a draft now or at `scheduled_at`, or reschedules a broadcast. Content, segment, topic and domain are checked first. Each contact gets at most one email. With an A/B test, part of the contacts get the variants first. `…/pause` stops it for a while, and `…/cancel` for good. A paused broadcast gets the new time and stays paused.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param SendBroadcastRequest $body
     * @return Answer with the fields of Broadcast
     */
    public function send(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/send', body: $body), $options);
    }

    /**
     * Pause a broadcast.
     *
     * Stops a broadcast that is scheduled, being sent or in an A/B test, until `…/resume`. No further emails are created; those that were are still sent. A time that passes, and an A/B test that ends meanwhile, take effect when it is resumed.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of Broadcast
     */
    public function pause(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/pause'), $options);
    }

    /**
     * Resume a broadcast.
     *
     * Continues a paused broadcast where it stopped: each contact gets at most one email, and none is left out. If its time has passed, it starts at once.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of Broadcast
     */
    public function resume(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/resume'), $options);
    }

    /**
     * Cancel a broadcast.
     *
     * Cancels a broadcast and its queued emails. Emails that were already handed over cannot be recalled.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of Broadcast
     */
    public function cancel(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/cancel'), $options);
    }

    /**
     * Choose the A/B test winner.
     *
     * Ends the A/B test early and sends the chosen variant to the remaining recipients. The broadcast must be `testing`.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param DecideBroadcastRequest $body
     * @return Answer with the fields of Broadcast
     */
    public function decide(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/decide', body: $body), $options);
    }

    /**
     * Resend to those who did not open.
     *
     * Sends a broadcast again to recipients who did not open it, at least 24 hours after it finished: before, with a `scheduled_at` after that time (`resend_too_early`). Creates a new broadcast whose `parent_id` is the original. Opens are not always detected, so some people receive it twice.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param ResendBroadcastRequest $body
     * @return Answer with the fields of Broadcast
     */
    public function resend(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/resend', body: $body), $options);
    }

    /**
     * Duplicate a broadcast.
     *
     * Creates a draft with the content, segment, topic, sender, tracking and A/B test of a broadcast, in any state. A duplicate of a resend goes to the segment.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of Broadcast
     */
    public function duplicate(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/duplicate'), $options);
    }

    /**
     * Estimate a broadcast.
     *
     * Returns how many contacts a broadcast would go to if it started now, how many of a sample of up to 2,000 would get no email, how long sending takes, and the limits that apply. A count of contacts that takes longer than two seconds continues in the background: repeat the request for it. A resend has no estimate: its recipients are those of the original.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of BroadcastEstimate
     */
    public function estimate(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/broadcasts/' . Request::part($id) . '/estimate'), $options);
    }

    /**
     * Preview a broadcast.
     *
     * Renders the content for a contact, with the footer. `subject`, `preview_text` and `document` replace what is stored, to see a change before it is saved. Links of the recipient are examples.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param PreviewBroadcastRequest $body
     * @return Answer with the fields of BroadcastPreview
     */
    public function preview(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/preview', body: $body), $options);
    }

    /**
     * Send a test.
     *
     * Sends the broadcast to the given addresses, which need not be contacts. Test emails count toward your quota but not toward the counts of the broadcast. Their unsubscribe and preferences links show the pages and change nothing.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param TestBroadcastRequest $body
     * @return Answer with the fields of TestBroadcastResponse
     */
    public function sendTest(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/broadcasts/' . Request::part($id) . '/test', body: $body), $options);
    }

    /**
     * List recipients.
     *
     * Returns the recipients with their outcomes. The list grows while the broadcast is being sent. Filter by `outcome`, for example `invalid` to find contacts for whom the content could not be rendered, and by `opened` and `clicked`. A page looks at a limited number of recipients: with filters it may have fewer than `limit`, or none, and still a `next_cursor`.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, outcome?: 'submitted'|'suppressed'|'unsubscribed'|'over_quota'|'invalid'|'canceled'|'waiting', opened?: 'true'|'false', clicked?: 'true'|'false'} $query
     * @return Pages<BroadcastRecipient>
     */
    public function listRecipients(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/broadcasts/' . Request::part($id) . '/recipients', $query, $options);
    }

    /**
     * Export recipients.
     *
     * Returns all recipients that match the filters of the list as a CSV with a header row. Cells that a spreadsheet would run as a formula start with an apostrophe. If the connection closes early, the file is incomplete: request it again. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{outcome?: 'submitted'|'suppressed'|'unsubscribed'|'over_quota'|'invalid'|'canceled'|'waiting', opened?: 'true'|'false', clicked?: 'true'|'false'} $query
     * @return string
     */
    public function exportRecipients(string $id, array $query = [], ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/broadcasts/' . Request::part($id) . '/recipients/export', query: $query, isRaw: true), $options);
    }

    /**
     * List clicked links.
     *
     * Returns the links that people clicked, the most clicked first, at most 200. Clicks of machines are not counted. Counts are a few seconds old.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of BroadcastLinkList
     */
    public function listLinks(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/broadcasts/' . Request::part($id) . '/links'), $options);
    }

    /**
     * Get counts over time.
     *
     * Returns the counts of a broadcast by hour or day, by the time of each event. Counts are a few seconds old.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{interval?: 'hour'|'day', timezone?: string} $query
     * @return Answer with the fields of BroadcastSeries
     */
    public function getSeries(string $id, array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/broadcasts/' . Request::part($id) . '/series', query: $query), $options);
    }
}
