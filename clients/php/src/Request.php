<?php

declare(strict_types=1);

namespace Postrider;

/** @internal A call as the methods of the client describe it. */
final class Request
{
    /** @param array<string, mixed> $query */
    public function __construct(
        public readonly string $method,
        /** Below the base URL, with its parts encoded. */
        public readonly string $path,
        public readonly array $query = [],
        /** An array is sent as JSON, a string as it is. */
        public readonly array|string|null $body = null,
        public readonly string $contentType = 'application/json',
        /** The API takes an idempotency key here; one is generated if none is given. */
        public readonly bool $isKeyed = false,
        /** The body itself is safe to repeat: each item has a key. */
        public readonly bool $isRepeatable = false,
        /** The body of the response is returned as it is. */
        public readonly bool $isRaw = false,
    ) {
    }

    /** A part of a path. An empty one would name the list, dots the folder above. */
    public static function part(string|int $part): string
    {
        if (in_array((string) $part, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("an id is needed, not '$part'");
        }
        return rawurlencode((string) $part);
    }
}
