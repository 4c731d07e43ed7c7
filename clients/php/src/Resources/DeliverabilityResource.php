<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Answer;
use Postrider\Api;
use Postrider\Options;
use Postrider\Request;
use Postrider\Types;

/**
 * Operations of the resource deliverability.
 *
 * @phpstan-import-type Deliverability from Types
 */
final class DeliverabilityResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Get deliverability.
     *
     * Returns how mailbox providers receive your live email, and the problems that were found. Findings are about the present: counts of the last 7 days, and the latest checks of DNS and blocklists.
     *
     * Permission: FULL or higher. Test keys: allowed.
     *
     * @param array{days?: int, domain?: string} $query
     * @return Answer with the fields of Deliverability
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/deliverability', query: $query), $options);
    }
}
