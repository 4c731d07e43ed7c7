import type { BroadcastOutcome } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found } from '../paging/search';
import type { BroadcastSummaryRow } from './broadcast-row';

export interface RecipientRow {
  /** Of the contact. */
  readonly id: string;
  /** Null: the contact was deleted. */
  readonly email: string | null;
  readonly outcome: BroadcastOutcome | 'waiting';
  readonly messageId: string | null;
  readonly variant: number | null;
}

/** The recipients of a broadcast that the caller may see, by contact, newest first. */
export type ListRecipients = (
  broadcast: Pick<BroadcastSummaryRow, 'organizationId' | 'id' | 'status'>,
  page: PageStart,
  outcome: BroadcastOutcome | 'waiting' | undefined,
) => Promise<Found<RecipientRow>>;

export function createListRecipients({ pool }: { readonly pool: Pool }): ListRecipients {
  return ({ organizationId, id, status }, { limit, beforeId }, outcome) => {
    const bind = createBinder();
    const driven = [
      `k.broadcast_id = ${bind.value('broadcast', id, 'uuid')}`,
      `k.organization_id = ${bind.value('organization', organizationId, 'uuid')}`,
    ];
    if (beforeId !== null) driven.push(`k.contact_id < ${bind.value('before', beforeId, 'uuid')}`);
    const candidateValues = bind.values.length;
    // Whose turn had not come when it was canceled waits for nothing.
    const shownOutcome = `coalesce(c.outcome, '${status === 'canceled' ? 'canceled' : 'waiting'}')`;
    const filters =
      outcome === undefined ? [] : [`${shownOutcome} = ${bind.value('outcome', outcome, 'text')}`];
    return search<RecipientRow>(pool, {
      candidates: (rowsMax) =>
        `SELECT k.contact_id AS id, k.outcome, k.message_id, k.variant FROM broadcast_recipients k
         WHERE ${driven.join(' AND ')} ORDER BY k.contact_id DESC LIMIT ${rowsMax}`,
      filters,
      columns: `c.id, (SELECT p.email FROM contacts p WHERE p.id = c.id) AS email, ${shownOutcome} AS outcome,
        c.message_id AS "messageId", c.variant`,
      limit,
      values: bind.values,
      candidateValues,
    });
  };
}
