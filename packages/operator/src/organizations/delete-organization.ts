import { deletionRefusals, type DeletionRefusal } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import { countOwned, isBeingDeleted, startDeletion, type Owned } from './deleted-organization.repository';
import { deleteMailPage, deletionSteps, finishDeletion } from './deleted-rows.repository';

/** In the order of `deletionRefusals`. */
export function refusalsOf(owned: Owned): readonly DeletionRefusal[] {
  const isRefused: Readonly<Record<DeletionRefusal, boolean>> = {
    clients: owned.clients > 0,
    not_paused: !owned.isPaused,
    open_messages: owned.open_messages > 0,
    registered_domains: owned.registered_domains.length > 0,
  };
  return deletionRefusals.filter((refusal) => isRefused[refusal]);
}

/**
 * Revokes the keys of an organization and pauses it. A deletion that was interrupted goes on without another check.
 *
 * @returns why it is refused; empty: it was started
 */
export async function beginDeletion(
  pool: Pool,
  id: string,
  { isForced, operator }: { readonly isForced: boolean; readonly operator: string },
): Promise<readonly DeletionRefusal[]> {
  if (await isBeingDeleted(pool, id)) return [];
  const owned = await countOwned(pool, id);
  const refusals = refusalsOf(owned).filter((refusal) => !isForced || refusal === 'clients');
  if (refusals.length === 0) await startDeletion(pool, id, { owned, operator });
  return refusals;
}

/** A page holds its rows locked for some tens of milliseconds. */
const pageRowsMax = 500;

interface DeletionPart {
  /** Pages at most. */
  readonly pagesMax: number;
  /** Called after each page with what was deleted, and how many of it so far. */
  readonly onPage?: (what: string, rows: number) => void;
}

/**
 * Deletes rows of an organization whose deletion was started, each page by itself: what is interrupted is repeated.
 *
 * @returns rows that were deleted, and whether there are more; without more, the organization is gone
 */
export async function deletePart(
  pool: Pool,
  id: string,
  { pagesMax, onPage = () => undefined }: DeletionPart,
): Promise<{ readonly rows: number; readonly isMore: boolean }> {
  const steps: readonly [what: string, deletePage: () => Promise<number>][] = [
    ['messages', () => deleteMailPage(pool, id, pageRowsMax)],
    ...Object.entries(deletionSteps).map(([what, step]): [string, () => Promise<number>] => [
      what,
      async () => (await pool.query(step, [id, pageRowsMax])).rowCount ?? 0,
    ]),
  ];
  let [rows, pages] = [0, 0];
  for (const [what, deletePage] of steps) {
    for (let ofStep = 0, deleted = -1; deleted !== 0;) {
      if (pages === pagesMax) return { rows, isMore: true };
      deleted = await deletePage();
      ofStep += deleted;
      rows += deleted;
      if (deleted > 0) pages += 1;
      onPage(what, ofStep);
    }
  }
  await finishDeletion(pool, id);
  return { rows, isMore: false };
}
