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
 * Operations of the resource alerts.
 *
 * @phpstan-import-type Alert from Types
 * @phpstan-import-type AlertRuleList from Types
 * @phpstan-import-type UpdateAlertRulesRequest from Types
 */
final class AlertsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List alerts.
     *
     * Returns the times during which an alert rule was broken, newest first.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, status?: 'open'|'closed'} $query
     * @return Pages<Alert>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/alerts', $query, $options);
    }

    /**
     * List alert rules.
     *
     * Returns the limits at which the organization is warned or its sending is paused.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of AlertRuleList
     */
    public function listRules(?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/alert-rules'), $options);
    }

    /**
     * Update alert rules.
     *
     * Changes the given rules and returns all of them. An organization can be warned and paused earlier than by default, but not later: the limits protect the addresses that it shares with others.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateAlertRulesRequest $body
     * @return Answer with the fields of AlertRuleList
     */
    public function updateRules(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/alert-rules', body: $body), $options);
    }
}
