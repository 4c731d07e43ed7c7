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
 * Operations of the resource savedBlocks.
 *
 * @phpstan-import-type CreateSavedBlockRequest from Types
 * @phpstan-import-type SavedBlock from Types
 * @phpstan-import-type SavedBlockSummary from Types
 * @phpstan-import-type UpdateSavedBlockRequest from Types
 */
final class SavedBlocksResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a saved block.
     *
     * Saves blocks of a document under a name, to insert them into other emails. An organization can have 200.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateSavedBlockRequest $body
     * @return Answer with the fields of SavedBlock
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/saved-blocks', body: $body), $options);
    }

    /**
     * List saved blocks.
     *
     * Returns the saved blocks of the organization without their content, newest first. `GET /saved-blocks/{id}` includes it.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<SavedBlockSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/saved-blocks', $query, $options);
    }

    /**
     * Get a saved block.
     *
     * Returns a saved block by its id, with its content.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of SavedBlock
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/saved-blocks/' . Request::part($id)), $options);
    }

    /**
     * Update a saved block.
     *
     * Changes the name or the blocks. Emails into which they were inserted before do not change.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateSavedBlockRequest $body
     * @return Answer with the fields of SavedBlock
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/saved-blocks/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete a saved block.
     *
     * Deletes a saved block. Emails into which it was inserted keep the blocks.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/saved-blocks/' . Request::part($id)), $options);
    }
}
