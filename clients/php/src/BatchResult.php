<?php

declare(strict_types=1);

namespace Postrider;

/** The result of one email of a batch. */
final class BatchResult
{
    /**
     * @param ?string $id of the accepted email; null: it was not accepted
     * @param ?array<string, mixed> $error code, message and perhaps fields; also not_attempted and idempotency_mismatch
     * @param ?array<string, mixed> $item the result as the API gave it, with suppressed and warnings
     */
    public function __construct(
        public readonly int $index,
        public readonly string $idempotencyKey,
        public readonly ?string $id = null,
        public readonly ?array $error = null,
        public readonly ?array $item = null,
    ) {
    }

    /** Whether the email was accepted. */
    public function isOk(): bool
    {
        return $this->error === null;
    }
}
