<?php

declare(strict_types=1);

namespace Postrider;

/**
 * A whole request of a batch failed, after its retries: earlier emails were accepted, later ones not attempted. Repeat those that are
 * not ok with their idempotency key: nothing is sent twice.
 */
final class BatchException extends PostriderException
{
    /** @param list<BatchResult> $results one for each email, in order */
    public function __construct(PostriderException $cause, public readonly array $results)
    {
        parent::__construct(
            'a request of the batch failed: ' . $cause->getMessage(),
            Kind::Batch,
            $cause->errorCode,
            $cause->status,
            $cause->requestId,
            $cause->retryAfter,
            attempts: $cause->attempts,
        );
    }
}
