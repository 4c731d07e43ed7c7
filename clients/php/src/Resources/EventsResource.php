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
 * Operations of the resource events.
 *
 * @phpstan-import-type EventNameList from Types
 * @phpstan-import-type PostEventRequest from Types
 * @phpstan-import-type PostedEvent from Types
 */
final class EventsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Send a contact event.
     *
     * Starts a run of each active automation with this trigger, and ends waits for the event. If you give an `email` that is not a contact yet, the contact is created. Set `idempotency_key` to retry safely.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param PostEventRequest $body
     * @return Answer with the fields of PostedEvent
     */
    public function post(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/events', body: $body, isKeyed: true), $options);
    }

    /**
     * List event names.
     *
     * Returns the names of events that were posted in the last 90 days, without contact events.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of EventNameList
     */
    public function listNames(?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/events/names'), $options);
    }
}
