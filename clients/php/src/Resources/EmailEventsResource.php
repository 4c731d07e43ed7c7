<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Api;
use Postrider\Options;
use Postrider\Pages;
use Postrider\Types;

/**
 * Operations of the resource emailEvents.
 *
 * @phpstan-import-type EmailEventEntry from Types
 */
final class EmailEventsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * List email events.
     *
     * Returns the same events as webhooks (not `queued` and `suppressed`, which the response of the send has), in the order in which they were recorded, with a delay of about 10 seconds, or without one in `recent`. Use it instead of webhooks or to catch up after an outage. Store `next_cursor` and pass it as `after` in the next request. When `has_more` is false, wait before you ask again, or pass `wait`: the response then comes with the next event, or without one after that many seconds. A key can have 20 requests with `wait` open at a gateway. With filters, a page can be empty although `has_more` is true: continue with `next_cursor`. Event ids never change.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, after?: string, since?: 'now'|string, type?: 'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed', mode?: 'live'|'test', email_id?: string, recent?: string} $query
     * @return Pages<EmailEventEntry>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/email-events', $query, $options);
    }
}
