<?php

declare(strict_types=1);

namespace Postrider;

use Postrider\Resources\EmailsResource;

/**
 * Emails of the organization.
 *
 * @phpstan-import-type SendEmailRequest from Types
 */
final class Emails extends EmailsResource
{
    private const EMAILS_MAX = 100;
    /** A little less than the API accepts. */
    private const BYTES_MAX = 18_000_000;

    /**
     * Sends an email. Track it with its events or webhooks. The request has an idempotency key, so that retries after a lost response
     * do not send it twice.
     *
     * @param SendEmailRequest $email
     * @return Answer with id, and perhaps suppressed and warnings
     */
    public function send(array $email, ?Options $options = null): Answer
    {
        $options ??= new Options();
        $key = new Options(idempotencyKey: $options->idempotencyKey ?? $email['idempotency_key'] ?? null);
        return $this->api->call(new Request('POST', '/emails', body: $email, isKeyed: true), $key->orElse($options));
    }

    /**
     * Sends any number of emails, 100 a request, and returns one result for each, in order.
     *
     * @param list<SendEmailRequest> $emails
     * @return list<BatchResult>
     * @throws BatchException when a whole request fails, with the results so far
     */
    public function sendBatch(array $emails, ?Options $options = null): array
    {
        $prefix = $options?->idempotencyKey ?? Api::newKey();
        $keys = [];
        $texts = [];
        foreach (array_values($emails) as $index => $email) {
            $keys[] = $email['idempotency_key'] ??= "$prefix:$index";
            $texts[] = Api::json($email);
        }
        $allowMismatch = (bool) $this->api->optionsOf($options)->allowIdempotencyMismatch;
        $results = [];
        while (($begin = count($results)) < count($texts)) {
            $part = self::partFrom($texts, $begin);
            $request = new Request('POST', '/emails/batch', body: '[' . implode(',', $part) . ']', isRepeatable: true);
            try {
                $items = $this->api->call($request, $options)['data'] ?? [];
            } catch (PostriderException $failure) {
                throw new BatchException($failure, [...$results, ...self::failed($failure, $keys, $begin, $begin + count($part))]);
            }
            foreach (array_keys($part) as $n) {
                $results[] = self::resultOf($begin + $n, $keys[$begin + $n], $items[$n] ?? null, $allowMismatch);
            }
        }
        return $results;
    }

    /** @return non-empty-list<string> */
    private static function partFrom(array $texts, int $begin): array
    {
        $part = [$texts[$begin]];
        $bytes = strlen($texts[$begin]);
        foreach (array_slice($texts, $begin + 1, self::EMAILS_MAX - 1) as $text) {
            $bytes += strlen($text);
            if ($bytes > self::BYTES_MAX) {
                break;
            }
            $part[] = $text;
        }
        return $part;
    }

    private static function resultOf(int $index, string $key, ?array $item, bool $allowMismatch): BatchResult
    {
        $error = match (true) {
            $item === null => ['code' => 'unreadable_answer', 'message' => 'the answer has no such item'],
            isset($item['error']) => $item['error'],
            ($item['idempotent_mismatch'] ?? false) && !$allowMismatch =>
                ['code' => 'idempotency_mismatch', 'message' => Api::mismatchMessage($item['id'])],
            default => null,
        };
        return $error === null ? new BatchResult($index, $key, $item['id'], null, $item) : new BatchResult($index, $key, error: $error);
    }

    /** @return list<BatchResult> */
    private static function failed(PostriderException $failure, array $keys, int $begin, int $end): array
    {
        $results = [];
        for ($index = $begin; $index < count($keys); $index++) {
            $error = $index < $end
                ? ['code' => $failure->errorCode, 'message' => $failure->getMessage()]
                : ['code' => 'not_attempted', 'message' => 'an earlier request failed'];
            $results[] = new BatchResult($index, $keys[$index], error: $error);
        }
        return $results;
    }
}
