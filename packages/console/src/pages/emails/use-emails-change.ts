import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { ChangeEmails } from '../../api/types';
import { useScope } from '../../session/scope';
import { dropUnshown } from '../../ui/use-leave';

/** More are not counted: a change of them is a matter of the API. */
export const changedEmailsMax = 10_000;

/** The same for all: a change that was stopped goes on, and no email is sent again twice within 24 hours. */
const idempotencyKey = 'console';

/** Where a change of many emails is. Results: emails by result. */
export interface EmailsChangeState {
  readonly step: 'counting' | 'counted' | 'changing' | 'done';
  readonly results: Readonly<Record<string, number>>;
  /** Whether more than `changedEmailsMax` match. */
  readonly isMore: boolean;
  readonly error: unknown;
}

const start: EmailsChangeState = { step: 'counting', results: {}, isMore: false, error: null };

export const emailsOf = (results: EmailsChangeState['results']): number =>
  Object.values(results).reduce((sum, emails) => sum + emails, 0);

/**
 * Counts, then changes, in as many requests as it takes. Both are of the emails that were accepted before the count. Stopping ends it
 * after the request that runs; what is done is done.
 */
export function useEmailsChange(
  filters: Omit<ChangeEmails, 'dry_run' | 'after' | 'until'> & { until?: string },
) {
  const { modeApi: api } = useScope();
  const queryClient = useQueryClient();
  const [state, setState] = useState(start);
  const isStopped = useRef(false);
  const [until] = useState(() => filters.until ?? new Date().toISOString());

  const run = async (dryRun: boolean) => {
    isStopped.current = false;
    const [during, end] = dryRun ? (['counting', 'counted'] as const) : (['changing', 'done'] as const);
    let results: EmailsChangeState['results'] = {};
    let next: string | undefined;
    setState({ ...start, step: during });
    try {
      do {
        const body = { ...filters, until, idempotency_key: idempotencyKey, dry_run: dryRun, after: next };
        const answer = await unwrap(api.POST('/emails/changes', { body }));
        results = added(results, answer.results);
        next = answer.next ?? undefined;
        setState({ ...start, step: during, results });
      } while (next !== undefined && !isStopped.current && emailsOf(results) < changedEmailsMax);
      setState({ ...start, step: end, results, isMore: dryRun && next !== undefined });
    } catch (error) {
      setState({ ...start, step: end, results, error });
    }
    if (dryRun) return;
    dropUnshown(queryClient);
    await queryClient.invalidateQueries();
  };
  return {
    state,
    count: () => run(true),
    apply: () => run(false),
    stop: () => {
      isStopped.current = true;
    },
  };
}

function added(
  known: EmailsChangeState['results'],
  more: readonly { readonly result: string; readonly emails: number }[],
): EmailsChangeState['results'] {
  const sums = { ...known };
  for (const { result, emails } of more) sums[result] = (sums[result] ?? 0) + emails;
  return sums;
}
