import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dropUnshown } from './use-leave';

/** Numbers of what has the same texts: a result, an organization. */
type Row = Readonly<Record<string, string | number>>;

/** Where a change of many objects is. Rows: of the dry run, then of the change. */
export interface BulkChangeState<Result> {
  readonly step: 'asking' | 'counting' | 'counted' | 'changing' | 'done';
  readonly rows: readonly Result[];
  /** Whether the count ended at its maximum. */
  readonly isMore: boolean;
  readonly error: unknown;
}

interface BulkRequest {
  readonly until: string;
  readonly dry_run: boolean;
  readonly after: string | undefined;
}

/**
 * Counts, then changes, in as many requests as it takes. Both are of what was accepted before the count. Stopping ends it after the request
 * that runs; what is done is done.
 */
export function useBulkChange<Result extends Row>({
  until: end,
  run: request,
  isEnough = () => false,
}: {
  readonly until: string | undefined;
  readonly run: (
    request: BulkRequest,
  ) => Promise<{ readonly rows: readonly Result[]; readonly next: string | null }>;
  /** Whether no more is counted or changed at once. */
  readonly isEnough?: (rows: readonly Result[]) => boolean;
}) {
  const [state, setState] = useState<BulkChangeState<Result>>({
    ...{ step: 'asking', rows: [], isMore: false, error: null },
  });
  const isStopped = useRef(false);
  const until = useRef<string>(undefined);
  const queryClient = useQueryClient();

  const run = async (dryRun: boolean) => {
    isStopped.current = false;
    until.current ??= end ?? new Date().toISOString();
    const during = dryRun ? 'counting' : 'changing';
    const shown = { rows: [] as readonly Result[], isMore: false, error: null };
    let next: string | undefined;
    setState({ ...shown, step: during });
    try {
      do {
        const page = await request({ until: until.current, dry_run: dryRun, after: next });
        shown.rows = sumsOf([...shown.rows, ...page.rows]);
        next = page.next ?? undefined;
        setState({ ...shown, step: during });
      } while (next !== undefined && !isStopped.current && !isEnough(shown.rows));
      const isMore = next !== undefined && isEnough(shown.rows);
      const isUnfinished = next !== undefined && !isMore;
      setState({ ...shown, isMore, step: !dryRun ? 'done' : isUnfinished ? 'asking' : 'counted' });
    } catch (error) {
      setState({ ...shown, step: dryRun ? 'asking' : 'done', error });
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

/** One row for each combination of texts, with the sums of the numbers. */
function sumsOf<Result extends Row>(rows: readonly Result[]): readonly Result[] {
  const sums = new Map<string, Result>();
  for (const row of rows) {
    const key = Object.values(row)
      .filter((value) => typeof value === 'string')
      .join(' ');
    const sum = sums.get(key);
    const added = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + Number(sum?.[name] ?? 0) : value,
    ]);
    sums.set(key, Object.fromEntries(added) as Result);
  }
  return [...sums.values()];
}
