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
 * Operations of the resource segments.
 *
 * @phpstan-import-type Contact from Types
 * @phpstan-import-type CreateSegmentRequest from Types
 * @phpstan-import-type PreviewSegmentRequest from Types
 * @phpstan-import-type Segment from Types
 * @phpstan-import-type SegmentPreview from Types
 * @phpstan-import-type UpdateSegmentRequest from Types
 */
final class SegmentsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a segment.
     *
     * Creates a segment: a saved filter over contacts. It always contains the contacts that match at the time. `contact_count` is the current number.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateSegmentRequest $body
     * @return Answer with the fields of Segment
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/segments', body: $body), $options);
    }

    /**
     * List segments.
     *
     * Returns the segments with their counts within about two seconds. A count that takes longer continues in the background; until it is ready, the previous count or null is returned. `counted_at` is the time of the count.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Segment>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/segments', $query, $options);
    }

    /**
     * Preview a segment.
     *
     * Returns how many contacts meet a filter, and up to ten of them, without storing a segment. A count that takes longer than two seconds continues in the background: repeat the request for it. An organization can have three such counts at a time.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param PreviewSegmentRequest $body
     * @return Answer with the fields of SegmentPreview
     */
    public function preview(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/segments/preview', body: $body), $options);
    }

    /**
     * Get a segment.
     *
     * Returns a segment with its number of contacts. A count that takes longer than two seconds continues in the background.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Segment
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/segments/' . Request::part($id)), $options);
    }

    /**
     * Update a segment.
     *
     * Changes the given fields. Broadcasts that have not started use the new filter.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateSegmentRequest $body
     * @return Answer with the fields of Segment
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/segments/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete a segment.
     *
     * Deletes only the segment. Unsent broadcasts that use it can no longer start. A segment by which an automation starts cannot be deleted: `segment_in_use`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/segments/' . Request::part($id)), $options);
    }

    /**
     * List contacts of a segment.
     *
     * Returns the contacts that match the filter now, newest first.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Contact>
     */
    public function listContacts(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/segments/' . Request::part($id) . '/contacts', $query, $options);
    }
}
