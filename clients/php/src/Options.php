<?php

declare(strict_types=1);

namespace Postrider;

/** Options of a client, or of a single call. Null: the default. */
final class Options
{
    public function __construct(
        /** Seconds of each attempt, with the body of the response. Default: 30. */
        public readonly ?float $timeout = null,
        /** Seconds of all attempts and the waits between them. Default: 90. */
        public readonly ?float $totalTimeout = null,
        /** Retries after the first attempt. Default: 2. */
        public readonly ?int $maxRetries = null,
        /** Return the answer to a key that was used for another request, instead of an exception. Default: false. */
        public readonly ?bool $allowIdempotencyMismatch = null,
        /**
         * Makes a repeated call safe. Sends and events get a random one; set your own (order-1234-receipt) to also protect against
         * repeated calls of your program. In a batch it is the prefix of the keys.
         */
        public readonly ?string $idempotencyKey = null,
    ) {
    }

    /** These options, with those of others where there is none. */
    public function orElse(Options $others): self
    {
        return new self(
            $this->timeout ?? $others->timeout,
            $this->totalTimeout ?? $others->totalTimeout,
            $this->maxRetries ?? $others->maxRetries,
            $this->allowIdempotencyMismatch ?? $others->allowIdempotencyMismatch,
            $this->idempotencyKey,
        );
    }
}
