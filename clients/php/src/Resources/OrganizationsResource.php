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
 * Operations of the resource organizations.
 *
 * @phpstan-import-type ClientOrganization from Types
 * @phpstan-import-type CreateOrganizationRequest from Types
 * @phpstan-import-type CreatedOrganization from Types
 * @phpstan-import-type RevokeKeysRequest from Types
 * @phpstan-import-type RevokedKeys from Types
 */
final class OrganizationsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a client organization.
     *
     * Creates a client organization with the plan `free` and default alerts. Its first emails are screened. The response contains the token of its first key, which is shown only once: use it to add domains and webhooks. Requires an unrestricted live ADMIN key of an internal organization. At most 25 per day (UTC): `organization_quota_exceeded`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateOrganizationRequest $body
     * @return Answer with the fields of CreatedOrganization
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/organizations', body: $body), $options);
    }

    /**
     * List client organizations.
     *
     * Returns the organizations that your organization created.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<ClientOrganization>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/organizations', $query, $options);
    }

    /**
     * Revoke keys of a client.
     *
     * Revokes all live keys of a client at once, for example after an incident. Also works while your organization is paused or under review. With `replace_with`, a new key is created; its token is returned only once.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param RevokeKeysRequest $body
     * @return Answer with the fields of RevokedKeys
     */
    public function revokeKeys(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/organizations/' . Request::part($id) . '/revoke-keys', body: $body), $options);
    }
}
