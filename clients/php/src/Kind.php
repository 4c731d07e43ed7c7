<?php

declare(strict_types=1);

namespace Postrider;

/** The class of an error. */
enum Kind: string
{
    /** 401: the key is missing, unknown, revoked or expired. */
    case Authentication = 'authentication';
    /** 403: the key or the organization may not do this. */
    case Permission = 'permission';
    /** 404: there is no such object, or the key cannot see it. */
    case NotFound = 'not_found';
    /** 409: not allowed in the current state. */
    case Conflict = 'conflict';
    /** 400, 413, 415, 422: the request must be changed. */
    case Validation = 'validation';
    /** 429: too many requests, even after retries. */
    case RateLimit = 'rate_limit';
    /** 429: a quota is used up for `retryAfter` seconds, which may be weeks. Never retried. */
    case Quota = 'quota';
    /** 5xx: the API failed, even after retries. */
    case Server = 'server';
    /** The connection failed or was lost. */
    case Connection = 'connection';
    /** There was no response in time. */
    case Timeout = 'timeout';
    /** The idempotency key was used for another request; this one was not carried out. */
    case IdempotencyMismatch = 'idempotency_mismatch';
    /** A request of a batch failed: see BatchException. */
    case Batch = 'batch';
    /** Another status, or an answer that cannot be read. */
    case Other = 'other';

    /** The kind of an answer. Codes of quotas end in quota_exceeded; there may be more of them one day. */
    public static function of(int $status, string $code): self
    {
        return match (true) {
            $status === 429 => str_ends_with($code, 'quota_exceeded') ? self::Quota : self::RateLimit,
            $status === 401 => self::Authentication,
            $status === 403 => self::Permission,
            $status === 404 => self::NotFound,
            $status === 409 => self::Conflict,
            in_array($status, [400, 413, 415, 422], true) => self::Validation,
            $status >= 500 => self::Server,
            default => self::Other,
        };
    }
}
