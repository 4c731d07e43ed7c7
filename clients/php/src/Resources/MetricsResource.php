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
 * Operations of the resource metrics.
 *
 * @phpstan-import-type Metrics from Types
 */
final class MetricsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Get daily metrics.
     *
     * Returns daily counts (UTC) of live email by recipient, a few seconds old. Test emails and suppressed recipients are not included.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{days?: int, domain?: string, facet?: 'provider'|'key'|'template'|'kind', key?: string} $query
     * @return Answer with the fields of Metrics
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/metrics', query: $query), $options);
    }
}
