import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { MailChange, MailChangeGroup } from '../../api/types';
import { personalApi } from '../../session/session';
import { dropUnshown } from '../../ui/use-leave';

/** Where a change of many emails is. */
export interface MailChangeState {
  readonly step: 'asking' | 'counting' | 'counted' | 'changing' | 'done';
  /** Of the dry run, then of the change. */
  readonly groups: readonly MailChangeGroup[];
  readonly error: unknown;
}

type Request = Omit<MailChange, 'dry_run' | 'after'>;

/**
 * Counts, then changes, in as many requests as it takes. Both are of the mail that was accepted before the count. Stopping ends it after the request that
 * runs; what is done is done.
 */
export function useMailChange(request: Request) {
  const [state, setState] = useState<MailChangeState>({ step: 'asking', groups: [], error: null });
  const isStopped = useRef(false);
  const until = useRef<string>(undefined);
  const queryClient = useQueryClient();

  const run = async (dryRun: boolean) => {
    isStopped.current = false;
    until.current ??= request.until ?? new Date().toISOString();
    const [during, after] = dryRun ? (['counting', 'counted'] as const) : (['changing', 'done'] as const);
    let groups: readonly MailChangeGroup[] = [];
    let next: string | undefined;
    setState({ step: during, groups, error: null });
    try {
      do {
        const body = { ...request, until: until.current, dry_run: dryRun, after: next };
        const answer = await unwrap(personalApi.POST('/operator/mail/changes', { body }));
        groups = added(groups, answer.groups);
        next = answer.next ?? undefined;
        setState({ step: during, groups, error: null });
      } while (next !== undefined && !isStopped.current);
      setState({ step: dryRun && next !== undefined ? 'asking' : after, groups, error: null });
    } catch (error) {
      setState({ step: dryRun ? 'asking' : 'done', groups, error });
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
  known: readonly MailChangeGroup[],
  more: readonly MailChangeGroup[],
): readonly MailChangeGroup[] {
  const sums = new Map<string, MailChangeGroup>();
  for (const group of [...known, ...more]) {
    const key = `${group.organization} ${group.result}`;
    const sum = sums.get(key);
    sums.set(key, {
      ...group,
      messages: group.messages + (sum?.messages ?? 0),
      recipients: group.recipients + (sum?.recipients ?? 0),
    });
  }
  return [...sums.values()];
}
