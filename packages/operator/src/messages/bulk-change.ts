import type { Pool } from '@postrider/db';
import { closeUnconfirmedPage, type ClosedStatus } from '../unconfirmed/unconfirmed.repository';
import { changePage, deleteSpentHolds, type Change, type ChangedGroup } from './change.repository';
import type { MailFilter, MailState } from './list.repository';
import { retryPage } from './retry.repository';

type Marking = `mark_${ClosedStatus}`;
type MailChange = Change | 'retry' | Marking;

/** The status that unconfirmed email gets. */
const statusOf: Readonly<Record<Marking, ClosedStatus>> = {
  mark_delivered: 'delivered',
  mark_bounced: 'bounced',
  mark_failed: 'failed',
};
const isMarking = (change: MailChange): change is Marking => change in statusOf;

/** What can be done to mail in which state. */
export const changesOfState: Readonly<Record<MailState, readonly MailChange[]>> = {
  held: ['release', 'fail'],
  queued: ['hold', 'fail'],
  failed: ['retry'],
  unconfirmed: ['mark_delivered', 'mark_bounced', 'mark_failed'],
};

export interface BulkChange {
  readonly change: MailChange;
  readonly filter: MailFilter;
  /** Null: all that the filter chooses. */
  readonly ids: readonly string[] | null;
  readonly dryRun: boolean;
  readonly reason: string;
  readonly operator: string;
  /** Id of the last message that was looked at. */
  readonly after: string;
}

/** Messages of one organization with the same result. */
export interface BulkGroup {
  readonly organization: string;
  readonly result: string;
  readonly messages: number;
  readonly recipients: number;
}

const pageRowsMax = 500;
/** What a request takes at most: 5,000 messages, or a page more than so long. */
const pagesMax = 10;
const durationMaxMs = 5_000;

/**
 * Changes the next messages that the filter chooses, or counts them. Pages are committed one by one, each with an entry in the audit log
 * of its organizations.
 * @returns the id to go on after; null when nothing is left
 */
export async function changeInBulk(
  pool: Pool,
  work: BulkChange,
): Promise<{ readonly groups: readonly BulkGroup[]; readonly next: string | null }> {
  const groups = new Map<string, BulkGroup>();
  const endMs = performance.now() + durationMaxMs;
  let after = work.after;
  for (let page = 0; page < pagesMax && performance.now() < endMs; page += 1) {
    const result = await changeNext(pool, work, after);
    if (result === null) {
      if (!work.dryRun) await deleteSpentHolds(pool);
      return { groups: [...groups.values()], next: null };
    }
    for (const group of result.groups) add(groups, group);
    after = result.lastId;
  }
  return { groups: [...groups.values()], next: after };
}

function changeNext(
  pool: Pool,
  { change, filter, ids, ...work }: BulkChange,
  after: string,
): Promise<{ readonly lastId: string; readonly groups: readonly BulkGroup[] } | null> {
  const { organizationId, domainIds, since, until, detail, heldAs } = filter;
  const chosen = { ids, organizationId, domainIds, since, until, detail };
  const page = { ...work, after, limit: pageRowsMax };
  if (change === 'retry') return retryPage(pool, chosen, page);
  if (isMarking(change)) {
    const closing = { ...chosen, reason: detail, transport: null, provider: null };
    return closeUnconfirmedPage(pool, closing, {
      ...page,
      as: statusOf[change],
      detail: `closed by the operator: ${page.reason}`,
    });
  }
  const all = { lane: null, kind: null, recipientDomain: null, provider: null };
  const isHeld = filter.state === 'held';
  return changePage(pool, { ...all, ...chosen, heldAs, isHeld }, { ...page, change });
}

function add(groups: Map<string, BulkGroup>, group: BulkGroup | ChangedGroup): void {
  const { organization, result, messages, recipients } = group;
  const key = JSON.stringify([organization, result]);
  const known = groups.get(key);
  groups.set(key, {
    ...{ organization, result },
    messages: messages + (known?.messages ?? 0),
    recipients: recipients + (known?.recipients ?? 0),
  });
}
