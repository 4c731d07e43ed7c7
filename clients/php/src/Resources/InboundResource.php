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
 * Operations of the resource inbound.
 *
 * @phpstan-import-type Conversation from Types
 * @phpstan-import-type InboundEmail from Types
 * @phpstan-import-type InboundEmailSummary from Types
 * @phpstan-import-type ReplyRequest from Types
 * @phpstan-import-type SendEmailResponse from Types
 */
final class InboundResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List received emails.
     *
     * Returns the emails received by your domains, newest first: replies to `reply_address`, and emails to other addresses that you enabled with `PATCH /domains/{id}`.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, email_id?: string, from?: string, domain?: string, received_for?: string, rule?: 'replies'|'addresses'|'catch_all', replied?: 'true'|'false', search?: string, since?: string|\DateTimeInterface, until?: string|\DateTimeInterface} $query
     * @return Pages<InboundEmailSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/inbound', $query, $options);
    }

    /**
     * Get a received email.
     *
     * Returns a received email with its content, headers and attachments. `reply_text` is the text without quoted parts. Content is null after retention has deleted it, and for test keys.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of InboundEmail
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/inbound/' . Request::part($id)), $options);
    }

    /**
     * Get a conversation.
     *
     * Returns the emails that belong together with a received email, oldest first: the email of yours that was answered, the answers to it, replies sent with `POST /inbound/{id}/reply`, and the answers to these. At most 100, the newest. Replies sent in another way are not in it.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of Conversation
     */
    public function getConversation(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/inbound/' . Request::part($id) . '/conversation'), $options);
    }

    /**
     * Reply to a received email.
     *
     * Sends an email to the sender of a received one. Mail programs show both in one thread: `In-Reply-To` and `References` name the received email (RFC 5322 §3.6.4). The answer to it is received with this email as `email_id`, and all of them are in `GET /inbound/{id}/conversation`.
     *
     * The reply passes every check of `POST /emails`, counts toward the quota and is recorded in the audit log. If all recipients are suppressed, it is not sent, and `suppressed` lists them. Set `idempotency_key` to retry safely.
     *
     * Never answer an email with `automatic: true` automatically: two programs would write to each other without end (RFC 3834).
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param ReplyRequest $body
     * @return Answer with the fields of SendEmailResponse
     */
    public function reply(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/inbound/' . Request::part($id) . '/reply', body: $body, isKeyed: true), $options);
    }

    /**
     * Download an attachment.
     *
     * Returns the file as `application/octet-stream`. It may come from anyone: do not open it unchecked.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return string
     */
    public function getAttachment(string $id, int $index, ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/inbound/' . Request::part($id) . '/attachments/' . Request::part($index), isRaw: true), $options);
    }
}
