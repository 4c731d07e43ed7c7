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
 * Operations of the resource topics.
 *
 * @phpstan-import-type CreateTopicRequest from Types
 * @phpstan-import-type Topic from Types
 * @phpstan-import-type UpdateTopicRequest from Types
 */
final class TopicsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a topic.
     *
     * Creates a topic, for example a newsletter, that contacts subscribe to and unsubscribe from. Each broadcast has a topic and is sent only to its subscribers.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateTopicRequest $body
     * @return Answer with the fields of Topic
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/topics', body: $body), $options);
    }

    /**
     * List topics.
     *
     * Returns all topics of the organization.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Topic>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/topics', $query, $options);
    }

    /**
     * Get a topic.
     *
     * Returns a topic by its slug.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Topic
     */
    public function get(string $slug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/topics/' . Request::part($slug)), $options);
    }

    /**
     * Update a topic.
     *
     * Changes the given fields. A new `default_opt_in` takes effect at once for all contacts that have not chosen. `archive: true` also lists broadcasts that were sent before; `false` ends the page at once.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateTopicRequest $body
     * @return Answer with the fields of Topic
     */
    public function update(string $slug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/topics/' . Request::part($slug), body: $body), $options);
    }

    /**
     * Delete a topic.
     *
     * Deletes a topic and its subscriptions. A topic that a broadcast, signup form or automation uses cannot be deleted: `topic_in_use`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $slug, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/topics/' . Request::part($slug)), $options);
    }
}
