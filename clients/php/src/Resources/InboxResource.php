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
 * Operations of the resource inbox.
 *
 * @phpstan-import-type InboxCleared from Types
 * @phpstan-import-type InboxEmail from Types
 * @phpstan-import-type InboxEmailSummary from Types
 */
final class InboxResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List the inbox.
     *
     * Returns the test emails of the organization that match all filters, newest first, from the moment they are accepted until retention or `DELETE /inbox` deletes their content. Live emails are among them only in the development stack (`INBOX_LIVE_EMAIL`). With `wait`, the answer comes when there is an email that matches, or after that many seconds without one; a key can have 20 such requests open at a gateway. A page can be short or empty and still have a `next_cursor`: continue until there is none.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, to?: string, tag?: string, key?: string, since?: string|\DateTimeInterface, until?: string|\DateTimeInterface, search?: string} $query
     * @return Pages<InboxEmailSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/inbox', $query, $options);
    }

    /**
     * Empty the inbox.
     *
     * Deletes the content and attachments of the test emails that match all filters; without filters, of all. `GET /emails/{id}` still returns them with their events, as after retention. Emails that are queued or scheduled stay, and live emails are only deleted where the inbox lists them. Repeat the request while `has_more` is true. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{to?: string, tag?: string, key?: string, since?: string|\DateTimeInterface, until?: string|\DateTimeInterface, search?: string} $query
     * @return Answer with the fields of InboxCleared
     */
    public function clear(array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('DELETE', '/inbox', query: $query), $options);
    }

    /**
     * Get an inbox email.
     *
     * Returns an email of the inbox as it would be sent, composed by what composes live email: headers, HTML and text with tracked links and footer. Codes, links and the findings of `POST /emails/check` are picked out. It has no DKIM signatures, `Feedback-ID` and `CFBL` headers, which are added when an email leaves. `not_found` for emails that the inbox does not list, and once the content was deleted.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of InboxEmail
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/inbox/' . Request::part($id)), $options);
    }

    /**
     * Get the source of an inbox email.
     *
     * Returns an email of the inbox as a whole message (RFC 5322) with its attachments, as a file that mail programs open. Like `GET /inbox/{id}`, it has no DKIM signatures.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return string
     */
    public function getSource(string $id, ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/inbox/' . Request::part($id) . '/source', isRaw: true), $options);
    }

    /**
     * Download an inbox attachment.
     *
     * Returns a file of an email of the inbox as `application/octet-stream`.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return string
     */
    public function getAttachment(string $id, int $index, ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/inbox/' . Request::part($id) . '/attachments/' . Request::part($index), isRaw: true), $options);
    }
}
