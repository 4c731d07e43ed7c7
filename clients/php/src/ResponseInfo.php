<?php

declare(strict_types=1);

namespace Postrider;

/** Metadata of a response. */
final class ResponseInfo
{
    /**
     * @param ?string $requestId quote it to support
     * @param bool $replayed the response is that of an earlier request with the same idempotency key
     * @param bool $mismatched that request had another body: this one was not carried out
     * @param ?string $idempotencyKey the key that was sent, given or generated
     * @param ?array{limit: int, remaining: int, reset: int} $rateLimit that of the key; reset is in seconds
     * @param list<string> $unknownFields those of the body that were ignored, with a suggestion after `=`
     */
    public function __construct(
        public readonly int $status,
        public readonly ?string $requestId,
        public readonly int $attempts,
        public readonly bool $replayed,
        public readonly bool $mismatched,
        public readonly ?string $idempotencyKey,
        public readonly ?array $rateLimit,
        public readonly array $unknownFields,
    ) {
    }
}
