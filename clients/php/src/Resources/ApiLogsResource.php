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
 * Operations of the resource apiLogs.
 *
 * @phpstan-import-type ApiLog from Types
 * @phpstan-import-type ApiLogSummary from Types
 */
final class ApiLogsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List API requests.
     *
     * Returns the API requests that match all filters, newest first. Requests with an invalid key are not logged. A key sees the requests of keys that may do no more than itself: a `SEND` key those of `SEND` keys, a test key those of test keys, and a key that is restricted to domains those of keys restricted to the same domains. A page can be short or empty and still have a `next_cursor`: continue until there is none.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, method?: 'GET'|'POST'|'PUT'|'PATCH'|'DELETE', path?: string, status?: string, error_code?: string, key?: string, request_id?: string, email_id?: string, warning?: 'idempotency_mismatch'|'unknown_fields'|'kind_not_bulk', since?: string|\DateTimeInterface, until?: string|\DateTimeInterface} $query
     * @return Pages<ApiLogSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/api-logs', $query, $options);
    }

    /**
     * Get an API request.
     *
     * Returns a logged API request with the emails, audit log entries and webhook delivery that belong to it. `content` has the headers and bodies of requests that failed or changed something, without secrets; it is deleted with the content of emails, after `body_retention_days`. Of an organization that sends many such requests in a second, some have no content.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of ApiLog
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/api-logs/' . Request::part($id)), $options);
    }
}
