import { ErrorPanel } from '../ui/error-panel';
import { PageLoading } from './page-states';

interface PendingQuery {
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A page whose data has not arrived: still loading, or why it failed. */
export function PendingPage({ query: { error, refetch } }: { readonly query: PendingQuery }) {
  return error === null ? <PageLoading /> : <ErrorPanel error={error} retry={() => void refetch()} />;
}
