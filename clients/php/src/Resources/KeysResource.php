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
 * Operations of the resource keys.
 *
 * @phpstan-import-type ApiKey from Types
 * @phpstan-import-type CreateApiKeyRequest from Types
 * @phpstan-import-type CreatedApiKey from Types
 * @phpstan-import-type KeyIdentity from Types
 * @phpstan-import-type RotateApiKeyRequest from Types
 */
final class KeysResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Get the current API key.
     *
     * Returns the permission, domains and limits on recipients of the calling key, without its token. Use it to check a configuration without sending.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of KeyIdentity
     */
    public function getOwn(?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/keys/me'), $options);
    }

    /**
     * Create an API key.
     *
     * Creates a key. The token is returned only once; Postrider stores a hash. Keys with the permission `admin` are created in the console. A key that is restricted to domains can create keys only for these; one that is limited in what it may send can create none. Use one key per program, so that you can rotate it separately.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateApiKeyRequest $body
     * @return Answer with the fields of CreatedApiKey
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/keys', body: $body), $options);
    }

    /**
     * List API keys.
     *
     * Returns keys without their tokens. `last_used_at` shows which ones are no longer used.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, mode?: 'live'|'test', usable?: 'true'|'false'} $query
     * @return Pages<ApiKey>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/keys', $query, $options);
    }

    /**
     * Get an API key.
     *
     * Returns a key without its token.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of ApiKey
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/keys/' . Request::part($id)), $options);
    }

    /**
     * Rotate an API key.
     *
     * Creates a replacement with the same permissions, and with the same limits unless the body has others. Its daily count starts at zero. Its token is returned only once. The old token works for another 24 hours. A key can be rotated once (`already_rotated`): rotate its replacement instead.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param RotateApiKeyRequest $body
     * @return Answer with the fields of CreatedApiKey
     */
    public function rotate(string $id, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/keys/' . Request::part($id) . '/rotate', body: $body), $options);
    }

    /**
     * Revoke an API key.
     *
     * Revokes a key at once, even the calling one. Requests and SMTP logins with it are refused; accepted emails are still sent. This cannot be undone.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of ApiKey
     */
    public function revoke(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/keys/' . Request::part($id) . '/revoke'), $options);
    }
}
