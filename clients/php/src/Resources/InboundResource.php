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
 * @phpstan-import-type InboundEmail from Types
 * @phpstan-import-type InboundEmailSummary from Types
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
     * @param array{limit?: int, cursor?: string, email_id?: string, from?: string, domain?: string, received_for?: string, rule?: 'replies'|'addresses'|'catch_all', since?: string|\DateTimeInterface, until?: string|\DateTimeInterface} $query
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
