<?php

declare(strict_types=1);

namespace Postrider;

/** @internal Makes the calls that the methods of the client describe: attempts, waits and errors. */
final class Api
{
    private const VERSION = '0.1.0';
    /** Seconds. A call never waits longer than this: the error says how long to wait. */
    private const RETRY_AFTER_MAX = 10;
    private const FIRST_BACKOFF = 0.5;
    private const BACKOFF_MAX = 8.0;
    /** Added to the requested delay, so that clients do not retry at the same time. */
    private const RETRY_AFTER_SPREAD = 0.25;

    private readonly string $base;
    private readonly Options $defaults;

    /** @param \Closure(): float $random from 0 to 1 */
    public function __construct(private readonly string $apiKey, string $baseUrl, Options $options, private readonly \Closure $random)
    {
        $parts = parse_url($baseUrl) ?: [];
        if (!in_array($parts['scheme'] ?? '', ['http', 'https'], true) || ($parts['host'] ?? '') === '') {
            throw new \InvalidArgumentException("the base URL is not an http(s) URL: '$baseUrl'");
        }
        $port = isset($parts['port']) ? ":{$parts['port']}" : '';
        $path = rtrim($parts['path'] ?? '', '/') ?: '/api/v1';
        $this->base = "{$parts['scheme']}://{$parts['host']}$port$path";
        $this->defaults = $options->orElse(new Options(30, 90, 2, false));
    }

    /** The options of a call, with those of the client where it has none. */
    public function optionsOf(?Options $options): Options
    {
        return ($options ?? new Options())->orElse($this->defaults);
    }

    /**
     * Makes a call, with its retries.
     *
     * @return Answer|string|null a string if the request asks for it, null if the response has no content
     * @throws PostriderException
     */
    public function call(Request $request, ?Options $options = null): Answer|string|null
    {
        $set = $this->optionsOf($options);
        $key = $request->isKeyed ? $set->idempotencyKey ?? self::newKey() : null;
        $body = is_array($request->body) ? self::json($request->body) : $request->body;
        $deadline = microtime(true) + $set->totalTimeout;
        for ($attempts = 1; ; $attempts++) {
            try {
                $timeout = min($set->timeout, $deadline - microtime(true));
                $response = Exchange::make($request->method, $this->url($request), $this->headers($request, $key), $body, $timeout);
                return $this->read($response, $request, $set, $attempts, $key);
            } catch (PostriderException $failure) {
                $failure = self::tried($failure, $attempts, $key);
                $wait = $this->waitBeforeRetry($failure, $request, $attempts - 1);
                if ($wait === null || $attempts > $set->maxRetries || microtime(true) + $wait >= $deadline) {
                    throw $failure;
                }
            }
            usleep((int) ceil($wait * 1e6));
        }
    }

    /** JSON of a body. Dates are written as the API takes them. */
    public static function json(array $value): string
    {
        array_walk_recursive($value, function (mixed &$item): void {
            $item = $item instanceof \DateTimeInterface ? $item->format(DATE_RFC3339_EXTENDED) : $item;
        });
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
    }

    /** A random UUID. */
    public static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private function url(Request $request): string
    {
        $query = array_map(fn (mixed $value): mixed => match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            $value instanceof \DateTimeInterface => $value->format(DATE_RFC3339_EXTENDED),
            default => $value,
        }, $request->query);
        $search = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        return $this->base . $request->path . ($search === '' ? '' : "?$search");
    }

    /** @return list<string> */
    private function headers(Request $request, ?string $key): array
    {
        return array_values(array_filter([
            "Authorization: Bearer $this->apiKey",
            'User-Agent: postrider-php/' . self::VERSION,
            $request->body === null ? '' : "Content-Type: $request->contentType",
            $key === null ? '' : "Idempotency-Key: $key",
        ]));
    }

    private function read(Exchange $response, Request $request, Options $set, int $attempts, ?string $key): Answer|string|null
    {
        if ($response->status < 200 || $response->status > 299) {
            throw self::refusal($response);
        }
        if ($request->isRaw) {
            return $response->body;
        }
        if ($response->status === 204) {
            return null;
        }
        $fields = json_decode($response->body, true);
        if (!is_array($fields) || ltrim($response->body)[0] !== '{') {
            throw new PostriderException('the answer could not be read', Kind::Other, 'unreadable_answer', $response->status);
        }
        $info = self::infoOf($response, $attempts, $key);
        if (!$info->mismatched || $set->allowIdempotencyMismatch) {
            return new Answer($fields, $info);
        }
        $id = (string) ($fields['id'] ?? '');
        $message = self::mismatchMessage($id);
        throw new PostriderException($message, Kind::IdempotencyMismatch, 'idempotency_mismatch', $response->status, $info->requestId, id: $id);
    }

    /** What is said about a key that was used for another email. */
    public static function mismatchMessage(string $id): string
    {
        return "the idempotency key belongs to $id, which has other content";
    }

    private static function infoOf(Exchange $response, int $attempts, ?string $key): ResponseInfo
    {
        $headers = $response->headers;
        $number = fn (string $name): int => (int) ($headers[$name] ?? 0);
        return new ResponseInfo(
            $response->status,
            $headers['x-request-id'] ?? null,
            $attempts,
            ($headers['idempotent-replayed'] ?? '') === 'true',
            ($headers['idempotent-mismatch'] ?? '') === 'true',
            $key,
            isset($headers['ratelimit-limit'])
                ? ['limit' => $number('ratelimit-limit'), 'remaining' => $number('ratelimit-remaining'), 'reset' => $number('ratelimit-reset')]
                : null,
            array_values(array_filter(explode(', ', $headers['postrider-unknown-fields'] ?? ''))),
        );
    }

    /** A proxy may answer anything: then only the status says what happened. */
    private static function refusal(Exchange $response): PostriderException
    {
        $body = json_decode($response->body, true);
        $error = is_array($body) && is_array($body['error'] ?? null) && is_string($body['error']['code'] ?? null) ? $body['error'] : [];
        $code = $error['code'] ?? ($response->status >= 500 ? 'internal_error' : 'unreadable_answer');
        $seconds = $response->headers['retry-after'] ?? '';
        return new PostriderException(
            $error['message'] ?? "the API answered $response->status",
            Kind::of($response->status, $code),
            $code,
            $response->status,
            $response->headers['x-request-id'] ?? null,
            preg_match('/^[0-9]{1,9}$/D', $seconds) ? (int) $seconds : null,
            $error['fields'] ?? [],
        );
    }

    /** The failure, with the number of attempts and the key. */
    private static function tried(PostriderException $failure, int $attempts, ?string $key): PostriderException
    {
        return new PostriderException(
            $failure->getMessage(),
            $failure->kind,
            $failure->errorCode,
            $failure->status,
            $failure->requestId,
            $failure->retryAfter,
            $failure->fields,
            $attempts,
            $key,
            $failure->id,
            $failure->neverBegan,
        );
    }

    /** Seconds before the same request is made again; null: it is not. */
    private function waitBeforeRetry(PostriderException $failure, Request $request, int $retry): ?float
    {
        if (!self::mayRepeat($failure, $request)) {
            return null;
        }
        if ($failure->retryAfter === null) {
            return ($this->random)() * min(self::BACKOFF_MAX, self::FIRST_BACKOFF * 2 ** $retry);
        }
        return $failure->retryAfter > self::RETRY_AFTER_MAX ? null : $failure->retryAfter + ($this->random)() * self::RETRY_AFTER_SPREAD;
    }

    /** What is not safe to make twice is repeated only when the API cannot have begun with it. */
    private static function mayRepeat(PostriderException $failure, Request $request): bool
    {
        if ($failure->kind === Kind::RateLimit || $failure->neverBegan) {
            return true;
        }
        $isSafe = $request->method !== 'POST' || $request->isKeyed || $request->isRepeatable;
        return $isSafe && (in_array($failure->kind, [Kind::Connection, Kind::Timeout, Kind::Server], true) || $failure->status === 408);
    }
}
