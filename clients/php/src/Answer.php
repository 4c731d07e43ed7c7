<?php

declare(strict_types=1);

namespace Postrider;

/**
 * A response, read as an array, with its metadata beside it.
 *
 * @extends \ArrayObject<string, mixed>
 */
final class Answer extends \ArrayObject
{
    /** @param array<string, mixed> $fields */
    public function __construct(array $fields, public readonly ResponseInfo $response)
    {
        parent::__construct($fields);
    }
}
