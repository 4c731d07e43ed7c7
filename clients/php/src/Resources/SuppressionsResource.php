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
 * Operations of the resource suppressions.
 *
 * @phpstan-import-type CreateSuppressionRequest from Types
 * @phpstan-import-type Suppression from Types
 * @phpstan-import-type SuppressionCounts from Types
 * @phpstan-import-type SuppressionImport from Types
 */
final class SuppressionsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List suppressions.
     *
     * Returns the entries that match all filters. A key that is restricted to domains sees their entries and those of the whole organization, which also apply to its sends.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, email?: string, reason?: 'complaint'|'hard_bounce'|'validation'|'manual'|'unsubscribe', domain?: string} $query
     * @return Pages<Suppression>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/suppressions', $query, $options);
    }

    /**
     * Suppress an address.
     *
     * Stops email to an address. Queued bulk email is checked again before sending; other queued email is still sent. An existing entry with a stronger reason (complaint, hard bounce, validation or unsubscribe) fails with `suppression_conflict`.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param CreateSuppressionRequest $body
     * @return Answer with the fields of Suppression
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/suppressions', body: $body), $options);
    }

    /**
     * Count suppressions.
     *
     * Returns the number of entries by reason, without expired ones. Of each reason, the newest 10,000 entries are counted. Keys restricted to domains count the entries of their domains and those of the whole organization.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of SuppressionCounts
     */
    public function count(?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/suppressions/counts'), $options);
    }

    /**
     * Export suppressions.
     *
     * Returns all entries that match the filters of the list as a CSV with a header row. If the connection closes early, the file is incomplete: request it again. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{email?: string, reason?: 'complaint'|'hard_bounce'|'validation'|'manual'|'unsubscribe', domain?: string} $query
     * @return string
     */
    public function export(array $query = [], ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/suppressions/export', query: $query, isRaw: true), $options);
    }

    /**
     * Import suppressions.
     *
     * Uploads a CSV that is imported in the background. `GET /suppressions/imports/{id}` returns the progress. From an export of contacts, the unsubscribed, bounced and complained rows are imported; rows with an unknown status are refused. If you move from another service, import its lists before you send.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{filename?: string, domain?: string} $query
     * @param string $body a CSV file
     * @return Answer with the fields of SuppressionImport
     */
    public function import(string $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/suppressions/import', body: $body, contentType: 'text/csv', query: $query), $options);
    }

    /**
     * List imports.
     *
     * Returns the imports of the last 30 days with their progress, newest first.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<SuppressionImport>
     */
    public function listImports(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/suppressions/imports', $query, $options);
    }

    /**
     * Get an import.
     *
     * Returns the progress of an import. Ask again every few seconds until `status` is `finished` or `failed`.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of SuppressionImport
     */
    public function getImport(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/suppressions/imports/' . Request::part($id)), $options);
    }

    /**
     * Download refused rows.
     *
     * Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then those of the file. Correct the rows and import the file again; its first four columns are ignored.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return string
     */
    public function getImportRefusals(string $id, ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/suppressions/imports/' . Request::part($id) . '/refused', isRaw: true), $options);
    }

    /**
     * Get a suppression.
     *
     * Returns an entry by id or address. `not_found` means that email to the address is not suppressed.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of Suppression
     */
    public function get(string $idOrEmail, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/suppressions/' . Request::part($idOrEmail)), $options);
    }

    /**
     * Delete a suppression.
     *
     * Allows email to the address again. Delete a hard bounce only if you know that the address works now, and a complaint only if the person asked for email. `reason` is stored in the audit log.
     *
     * Permission: FULL or higher. Test keys: refused.
     *
     * @param array{reason?: string} $query
     * @return void
     */
    public function delete(string $idOrEmail, array $query = [], ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/suppressions/' . Request::part($idOrEmail), query: $query), $options);
    }
}
