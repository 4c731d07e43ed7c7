<?php

declare(strict_types=1);

namespace Postrider;

/**
 * The webhook is not genuine, or cannot be read; answer it with 401. The reason is one of
 *
 * - no_secret: none was given, or an empty one
 * - body_too_large: larger than any webhook
 * - no_signature: the header is missing, or has no time or signature
 * - too_old: signed longer ago (or further in the future) than the tolerance: a replay, or a wrong clock
 * - wrong_signature: signed with another secret, or modified
 * - unreadable: the body is genuine but not an event
 */
final class WebhookException extends \RuntimeException
{
    public function __construct(public readonly string $reason)
    {
        parent::__construct("the webhook is refused: $reason");
    }
}
