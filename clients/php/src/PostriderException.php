<?php

declare(strict_types=1);

namespace Postrider;

/** Every failure of a call. `kind` is its class, `errorCode` is for programs, the message for people. */
class PostriderException extends \RuntimeException
{
    /**
     * @param Kind $kind the class of the error
     * @param string $errorCode code of the API, or connection_failed, timeout, unreadable_answer, idempotency_mismatch
     * @param ?int $status HTTP status; null if there was no response
     * @param ?string $requestId quote it to support
     * @param ?int $retryAfter seconds until the same request can succeed, if the API says so
     * @param list<array{path: string, message: string}> $fields the invalid fields of a validation_error
     * @param ?string $idempotencyKey with it, the same call can be repeated safely for 24 hours
     * @param ?string $id of an idempotency mismatch: the email or event that the key belongs to
     */
    public function __construct(
        string $message,
        public readonly Kind $kind,
        public readonly string $errorCode,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfter = null,
        public readonly array $fields = [],
        public readonly int $attempts = 1,
        public readonly ?string $idempotencyKey = null,
        public readonly ?string $id = null,
        /** Whether the API cannot have begun with the request. */
        public readonly bool $neverBegan = false,
    ) {
        parent::__construct($message);
    }
}
