<?php

declare(strict_types=1);

namespace Postrider;

/**
 * A list, whose pages are requested as they are read. Iterate over its items, or take a page of it.
 *
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Pages implements \IteratorAggregate
{
    /** @param array<string, mixed> $query */
    public function __construct(
        private readonly Api $api,
        private readonly string $path,
        private readonly array $query,
        private readonly ?Options $options,
    ) {
    }

    /** One page (data, next_cursor): the first, or the one of the cursor in the query. It may be empty and not be the last. */
    public function page(): Answer
    {
        return $this->read($this->query);
    }

    /** @return \Generator<int, Item> all items, from as many pages as are read */
    public function getIterator(): \Generator
    {
        $place = [];
        while ($place !== null) {
            $page = $this->read([...$this->query, ...$place]);
            foreach ($page['data'] ?? [] as $item) {
                yield $item;
            }
            $place = self::placeAfter($page);
        }
    }

    private function read(array $query): Answer
    {
        return $this->api->call(new Request('GET', $this->path, $query), $this->options);
    }

    /** The event feed goes on for ever: its last page is the one that says so. */
    private static function placeAfter(Answer $page): ?array
    {
        $cursor = $page['next_cursor'] ?? null;
        $hasMore = $page['has_more'] ?? null;
        return $cursor === null || $hasMore === false ? null : [$hasMore === null ? 'cursor' : 'after' => $cursor];
    }
}
