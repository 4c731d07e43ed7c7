import { lowestId } from '@postrider/contracts/ids';
import type { Row } from '../output/render-answer';
import type { Session } from '../session';
import { changePage, deleteSpentHolds, type Change, type ChangedGroup } from './change.repository';
import { filterOf, type FilterOptions } from './message-filter';

export interface ChangeOptions extends FilterOptions {
  readonly reason: string;
  readonly dryRun: boolean;
}

/** A page holds its messages locked for some tens of milliseconds. */
const pageRowsMax = 500;
/** Fifty million messages. */
const pagesMax = 100_000;

/** A line for each organization and result, with exact counts. Each page is committed by itself: repeat what was interrupted. */
export async function changeMessages(
  session: Session,
  change: Change,
  { ids, options }: { readonly ids: readonly string[]; readonly options: ChangeOptions },
): Promise<Row[]> {
  const filter = await filterOf(session, ids, options);
  const { dryRun, reason } = options;
  const groups = new Map<string, ChangedGroup>();
  let after = lowestId;
  let seen = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const how = { change, after, limit: pageRowsMax, dryRun, reason, operator: session.operator };
    const result = await changePage(session.pool(), filter, how);
    if (result === null) break;
    for (const group of result.groups) {
      const key = JSON.stringify([group.organization, group.result]);
      const known = groups.get(key);
      groups.set(key, {
        ...group,
        messages: group.messages + (known?.messages ?? 0),
        recipients: group.recipients + (known?.recipients ?? 0),
      });
      seen += group.messages;
    }
    after = result.lastId;
    session.progress.at(seen, 'messages checked');
  }
  if (!dryRun) await deleteSpentHolds(session.pool());
  return [...groups.values()].map((group) => ({ ...group, ...(dryRun && { dry_run: true }) }));
}
