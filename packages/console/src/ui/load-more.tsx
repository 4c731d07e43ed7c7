import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { texts } from '../texts/texts';

/** For lists that do not fill the page: reads the next page of them on request. */
export function LoadMore({ query }: { readonly query: UseInfiniteQueryResult }) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="compact-xs"
      mt="sm"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {texts.list.next}
    </Button>
  );
}
