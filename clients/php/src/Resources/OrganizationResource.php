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
 * Operations of the resource organization.
 *
 * @phpstan-import-type Organization from Types
 * @phpstan-import-type UpdateOrganizationRequest from Types
 */
final class OrganizationResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Get your organization.
     *
     * Returns the settings of the organization and whether sending is paused or under review.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Organization
     */
    public function get(?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/organization'), $options);
    }

    /**
     * Update your organization.
     *
     * Changes the given settings. `sending_paused: true` refuses live sends at once with `sending_paused`; queued emails wait until sending resumes. A shorter `body_retention_days` soon deletes older content.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateOrganizationRequest $body
     * @return Answer with the fields of Organization
     */
    public function update(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/organization', body: $body), $options);
    }
}
