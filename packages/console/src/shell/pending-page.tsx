import { useMatches } from '@tanstack/react-router';
import { hasCode } from '../api/request-error';
import { texts } from '../texts/texts';
import { ErrorPanel } from '../ui/error-panel';
import { Missing, PageLoading } from './page-states';

interface PendingQuery {
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A page whose data has not arrived: still loading, or why it failed. */
export function PendingPage({ query: { error, refetch } }: { readonly query: PendingQuery }) {
  const path = useMatches({ select: (matches) => String(matches.at(-1)?.fullPath) });
  if (hasCode(error, 'not_found'))
    return (
      <Missing
        title={texts.errors.notFound}
        text={texts.errors.notFoundText}
        // The list that the object would be in: the page above the id.
        to={path.replace(/\/\$.*/, '')}
        action={texts.errors.toList}
      />
    );
  return error === null ? <PageLoading /> : <ErrorPanel error={error} retry={() => void refetch()} />;
}
