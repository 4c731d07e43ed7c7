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
 * Operations of the resource usage.
 *
 * @phpstan-import-type Usage from Types
 */
final class UsageResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Get plan usage.
     *
     * Returns the usage and limits of your plan and the rate limits of the key and the organization. If the counters cannot be read, it fails with `usage_unavailable`.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of Usage
     */
    public function get(?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/usage'), $options);
    }
}
