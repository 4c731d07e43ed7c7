<?php

declare(strict_types=1);

namespace Postrider;

use Postrider\Resources\Resources;

/** The client of an installation. */
final class Client extends Resources
{
    public readonly Emails $emails;
    private readonly Api $api;

    /**
     * Without a key or URL, the environment has POSTRIDER_API_KEY and POSTRIDER_BASE_URL.
     *
     * @param ?\Closure(): float $random for waits, from 0 to 1; null: that of the machine
     */
    public function __construct(?string $apiKey = null, ?string $baseUrl = null, ?Options $options = null, ?\Closure $random = null)
    {
        $apiKey = $apiKey ?: (getenv('POSTRIDER_API_KEY') ?: '');
        $baseUrl = $baseUrl ?: (getenv('POSTRIDER_BASE_URL') ?: '');
        if ($apiKey === '') {
            throw new \InvalidArgumentException('No API key: pass one or set POSTRIDER_API_KEY.');
        }
        $this->api = new Api($apiKey, $baseUrl, $options ?? new Options(), $random ?? lcg_value(...));
        $this->emails = new Emails($this->api);
        parent::__construct($this->api);
    }

    /**
     * Makes a request that this version of the client has no method for. The path is below /api/v1, with its parts encoded. A POST is
     * retried after a lost response only with an idempotency key.
     *
     * @param array<string, mixed> $query
     * @param ?array<mixed> $body sent as JSON
     */
    public function request(string $method, string $path, array $query = [], ?array $body = null, ?Options $options = null): ?Answer
    {
        if (!str_starts_with($path, '/') || str_starts_with($path, '//')) {
            throw new \InvalidArgumentException('The path must begin with one slash.');
        }
        $isKeyed = $options?->idempotencyKey !== null;
        return $this->api->call(new Request($method, $path, $query, $body, isKeyed: $isKeyed), $options);
    }
}
