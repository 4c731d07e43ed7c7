import type { Pool } from '@postrider/db';
import { changeOrganization, findPausableIds } from './organizations.repository';

export interface AllSendingChange {
  readonly change: 'pause' | 'resume';
  /** Of a pause: shown to the organizations. Only those that are paused with exactly this reason are resumed. */
  readonly reason: string;
  readonly operator: string;
  /** Organizations at most. */
  readonly limit: number;
  /** Only counts them. */
  readonly dryRun: boolean;
  readonly onChanged?: (changed: number) => void;
}

/**
 * Pauses the sending of all organizations that are not paused, or resumes it. One by one, each with its audit entry: what is interrupted
 * is repeated.
 *
 * @returns how many were changed, or would be; and whether `limit` ended it
 */
export async function changeAllSending(
  {
    pool,
    bumpCacheVersion,
  }: { readonly pool: Pool; readonly bumpCacheVersion: (organizationId: string) => Promise<unknown> },
  { change, reason, operator, limit, dryRun, onChanged = () => undefined }: AllSendingChange,
): Promise<{ readonly organizations: number; readonly isMore: boolean }> {
  const ids = await findPausableIds(pool, { pausedBecause: change === 'pause' ? null : reason, limit });
  const isMore = ids.length === limit;
  if (dryRun) return { organizations: ids.length, isMore };
  const columns =
    change === 'pause'
      ? { sending_paused_at: new Date(), sending_paused_reason: reason }
      : { sending_paused_at: null, sending_paused_reason: null };
  let changed = 0;
  for (const id of ids) {
    const isChanged = await changeOrganization(pool, id, {
      ...{ action: `org.${change}`, columns, operator },
      onlyIf: (before) =>
        change === 'pause'
          ? before['sending_paused_at'] === null
          : before['sending_paused_reason'] === reason,
    });
    if (!isChanged) continue;
    await bumpCacheVersion(id);
    changed += 1;
    onChanged(changed);
  }
  return { organizations: changed, isMore };
}
