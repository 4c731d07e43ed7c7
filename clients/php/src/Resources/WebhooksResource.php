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
 * Operations of the resource webhooks.
 *
 * @phpstan-import-type CreateWebhookRequest from Types
 * @phpstan-import-type CreatedWebhook from Types
 * @phpstan-import-type ReplayWebhookDeliveriesRequest from Types
 * @phpstan-import-type ReplayWebhookDeliveriesResponse from Types
 * @phpstan-import-type ReplayWebhookRequest from Types
 * @phpstan-import-type RotatedWebhook from Types
 * @phpstan-import-type TestWebhookRequest from Types
 * @phpstan-import-type UpdateWebhookRequest from Types
 * @phpstan-import-type Webhook from Types
 * @phpstan-import-type WebhookDelivery from Types
 * @phpstan-import-type WebhookDeliverySummary from Types
 * @phpstan-import-type WebhookReplay from Types
 */
final class WebhooksResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Add a webhook endpoint.
     *
     * Adds an endpoint for future events. The response contains the signing secret, which is returned only once: verify every delivery with it. The endpoint must answer 2xx within 5 seconds; otherwise the delivery is retried for 28 hours. Test it with `POST /webhooks/{id}/test`. Deliveries contain content and addresses, so the key needs the rights to read content and to export.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateWebhookRequest $body
     * @return Answer with the fields of CreatedWebhook
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/webhooks', body: $body), $options);
    }

    /**
     * List webhook endpoints.
     *
     * Returns all endpoints with their status, without secrets.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Webhook>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/webhooks', $query, $options);
    }

    /**
     * Get a webhook endpoint.
     *
     * Returns an endpoint with its status, without its secret.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Webhook
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/webhooks/' . Request::part($id)), $options);
    }

    /**
     * Update a webhook endpoint.
     *
     * Changes the given fields; null clears a field. Enabling an endpoint clears its failures. Use `POST /webhooks/{id}/replay` to send missed events. The key needs the rights to read content and to export.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateWebhookRequest $body
     * @return Answer with the fields of Webhook
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/webhooks/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete a webhook endpoint.
     *
     * Deletes an endpoint and its delivery log. To pause it instead, set `status` to `disabled`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/webhooks/' . Request::part($id)), $options);
    }

    /**
     * Rotate a signing secret.
     *
     * Creates a new signing secret, which is returned only once. For 24 hours deliveries are signed with both secrets: deploy the new one within that time.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of RotatedWebhook
     */
    public function rotateSecret(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/webhooks/' . Request::part($id) . '/rotate-secret'), $options);
    }

    /**
     * Send a test webhook.
     *
     * Sends a `webhook.test` event, or one of another type with sample data, even if the endpoint does not subscribe to it. Fails for a disabled endpoint. Failures are retried. `GET /webhooks/{id}/deliveries/{delivery_id}` returns the response of the endpoint.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param TestWebhookRequest $body
     * @return Answer with the fields of WebhookDelivery
     */
    public function sendTest(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/webhooks/' . Request::part($id) . '/test', body: $body), $options);
    }

    /**
     * List deliveries.
     *
     * Returns the deliveries of an endpoint, one per event, newest first.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, status?: 'pending'|'delivered'|'exhausted', event_type?: 'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed', email?: string, since?: string|\DateTimeInterface, until?: string|\DateTimeInterface} $query
     * @return Pages<WebhookDeliverySummary>
     */
    public function listDeliveries(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/webhooks/' . Request::part($id) . '/deliveries', $query, $options);
    }

    /**
     * Replay several deliveries.
     *
     * Sends up to 100 deliveries again, each as `POST /webhooks/{id}/deliveries/{delivery_id}/replay` does. Deliveries succeed or fail independently: the status is 200, with a result per id, in order.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param ReplayWebhookDeliveriesRequest $body
     * @return Answer with the fields of ReplayWebhookDeliveriesResponse
     */
    public function replayDeliveries(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/webhooks/' . Request::part($id) . '/deliveries/replay', body: $body), $options);
    }

    /**
     * Get a delivery.
     *
     * Returns a delivery with its request and every attempt: status, duration and the first 4 KB of the response.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of WebhookDelivery
     */
    public function getDelivery(string $id, string $deliveryId, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/webhooks/' . Request::part($id) . '/deliveries/' . Request::part($deliveryId)), $options);
    }

    /**
     * Replay a delivery.
     *
     * Sends a delivery again at once, with the same body and `postrider-delivery-id` and a new signature. Also works for `exhausted` deliveries. At most 1,000 times per delivery.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of WebhookDelivery
     */
    public function replayDelivery(string $id, string $deliveryId, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/webhooks/' . Request::part($id) . '/deliveries/' . Request::part($deliveryId) . '/replay'), $options);
    }

    /**
     * Replay missed events.
     *
     * Sends all events of a period again, for example after the endpoint was down. It runs in the background: `GET /webhooks/{id}/replays/{replay_id}` returns the progress. Up to ten replays can run per endpoint. The period compares the times at which events were recorded, and begins no earlier than the endpoint was created. If a replay with the same times and types is running, it is returned. Fails for a disabled endpoint: enable it first. Delivery ids stay the same, so that receivers can skip events they already have.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param ReplayWebhookRequest $body
     * @return Answer with the fields of WebhookReplay
     */
    public function replay(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/webhooks/' . Request::part($id) . '/replay', body: $body), $options);
    }

    /**
     * Get a replay.
     *
     * Returns a replay with its progress. Poll every few seconds until `status` is not `running`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of WebhookReplay
     */
    public function getReplay(string $id, string $replayId, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/webhooks/' . Request::part($id) . '/replays/' . Request::part($replayId)), $options);
    }
}
