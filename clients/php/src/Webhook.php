<?php

declare(strict_types=1);

namespace Postrider;

/** A webhook that comes from the API. */
final class Webhook
{
    private const BODY_BYTES_MAX = 1_000_000;

    /**
     * @param array{type: string, created_at?: string, data: array<string, mixed>} $event there may be types that this version does not know
     * @param string $deliveryId the same on every attempt of a delivery: use it to handle each event once
     */
    private function __construct(public readonly array $event, public readonly string $deliveryId)
    {
    }

    /**
     * Verifies that a webhook comes from the API.
     *
     * @param string $body as it came (php://input): once parsed and serialized again, it has another signature
     * @param array<string, string> $headers of the request (getallheaders())
     * @param string|list<string> $secrets the signing_secret of the endpoint, or several of which one must match
     * @param float $tolerance greatest age of a signature, or distance in the future, in seconds
     * @param ?float $now Unix time; null: that of the machine
     * @throws WebhookException if it does not
     */
    public static function verify(string $body, array $headers, string|array $secrets, float $tolerance = 300, ?float $now = null): self
    {
        $secrets = (array) $secrets;
        if ($secrets === [] || in_array('', $secrets, true)) {
            throw new WebhookException('no_secret');
        }
        if (strlen($body) > self::BODY_BYTES_MAX) {
            throw new WebhookException('body_too_large');
        }
        $headers = array_change_key_case($headers);
        $signedAt = null;
        $signatures = [];
        foreach (explode(',', $headers['postrider-signature'] ?? '') as $part) {
            if (preg_match('/^t=([0-9]{1,12})$/D', trim($part), $match)) {
                $signedAt ??= $match[1];
            } elseif (preg_match('/^v1=([0-9a-f]{64})$/D', trim($part), $match)) {
                $signatures[] = $match[1];
            }
        }
        if ($signedAt === null || $signatures === []) {
            throw new WebhookException('no_signature');
        }
        if (abs(($now ?? microtime(true)) - (int) $signedAt) > $tolerance) {
            throw new WebhookException('too_old');
        }
        if (!self::isSigned("$signedAt.$body", $signatures, $secrets)) {
            throw new WebhookException('wrong_signature');
        }
        return new self(self::eventIn($body), $headers['postrider-delivery-id'] ?? '');
    }

    private static function isSigned(string $signed, array $signatures, array $secrets): bool
    {
        foreach ($secrets as $secret) {
            $expected = hash_hmac('sha256', $signed, $secret);
            foreach ($signatures as $signature) {
                if (hash_equals($expected, $signature)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static function eventIn(string $body): array
    {
        $event = json_decode($body, true, flags: JSON_INVALID_UTF8_SUBSTITUTE);
        if (!is_array($event) || !is_string($event['type'] ?? null) || !is_array($event['data'] ?? null)) {
            throw new WebhookException('unreadable');
        }
        return $event;
    }
}
