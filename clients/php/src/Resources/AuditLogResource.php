<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Api;
use Postrider\Options;
use Postrider\Pages;
use Postrider\Types;

/**
 * Operations of the resource auditLog.
 *
 * @phpstan-import-type AuditEntry from Types
 */
final class AuditLogResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List audit log entries.
     *
     * Returns the changes made to keys, domains, webhooks and settings, with the values before and after, without secrets. A value of more than 2,048 bytes is replaced by the size and digest of its JSON. Sent emails are not included: use `GET /emails`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, action?: string, actor?: string, target?: string, since?: string|\DateTimeInterface, until?: string|\DateTimeInterface} $query
     * @return Pages<AuditEntry>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/audit-log', $query, $options);
    }
}
