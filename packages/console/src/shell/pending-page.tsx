import { Button } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import { hasCode } from '../api/request-error';
import { texts } from '../texts/texts';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { PageLoading } from './page-states';

interface PendingQuery {
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A page whose data has not arrived: still loading, or why it failed. */
export function PendingPage({ query: { error, refetch } }: { readonly query: PendingQuery }) {
  if (hasCode(error, 'not_found'))
    return (
      <EmptyState
        order={1}
        title={texts.errors.notFound}
        text={texts.errors.notFoundText}
        action={<ToList />}
      />
    );
  return error === null ? <PageLoading /> : <ErrorPanel error={error} retry={() => void refetch()} />;
}

/** To the list that the object would be in: the page above the id. */
function ToList() {
  const path = useMatches({ select: (matches) => String(matches.at(-1)?.fullPath) });
  return (
    <Button component={Link} to={path.replace(/\/\$.*/, '')}>
      {texts.errors.toList}
    </Button>
  );
}
