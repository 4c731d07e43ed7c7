<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Api;
use Postrider\Options;
use Postrider\Pages;
use Postrider\Types;

/**
 * Operations of the resource notices.
 *
 * @phpstan-import-type Notice from Types
 */
final class NoticesResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List notices.
     *
     * Returns what the platform wrote to the alert address of the organization, newest first: alerts, pauses, domains and webhooks that fail.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Notice>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/notices', $query, $options);
    }
}
